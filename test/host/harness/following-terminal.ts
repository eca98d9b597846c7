/** `turnwatch watch --json` as a terminal runs it, next to the window that watches the same folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isObject } from '../../../src/core/json.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import { english } from '../../../src/core/view/words/wording.js';

/** Where a verdict was given, and what it says. */
export interface GivenVerdict {
  step: unknown;
  level: unknown;
  reason: unknown;
  calls: unknown;
}

export class FollowingTerminal {
  private readonly child: ChildProcess;
  private out = '';

  constructor(folder: string) {
    const root = vscode.extensions.getExtension('turnwatch.turnwatch')?.extensionPath ?? '';
    this.child = spawn(
      process.execPath,
      [join(root, 'dist', 'cli', 'turnwatch.js'), 'watch', '--json', folder],
      {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
  }

  has(type: string): boolean {
    return this.lines().some((line) => line['type'] === type);
  }

  /** In order. */
  verdicts(): GivenVerdict[] {
    return this.lines().flatMap(({ type, step, level, reason, evidence }) =>
      type === 'verdict'
        ? [{ step, level, reason, calls: isObject(evidence) ? evidence['calls'] : undefined }]
        : [],
    );
  }

  end(): void {
    this.child.kill();
  }

  private lines(): Record<string, unknown>[] {
    return this.out
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line))
      .filter(isObject);
  }
}

/** The same of the rows in the window's view, which are the newest first. */
export function verdictsIn(rows: readonly Row[]): GivenVerdict[] {
  let step = -1;
  return rows.toReversed().flatMap((row) => {
    if (row.kind === 'step') {
      // rows count from 1, as people do; a terminal's lines of JSON from 0
      step = row.step - 1;
    }
    return row.kind === 'verdict'
      ? [{ step, level: row.level, reason: english(row.what), calls: row.calls }]
      : [];
  });
}
