/** The data needed for a bug report and nothing else: no prompts, commands or project paths. */
import * as vscode from 'vscode';
import { knownAgents } from '../agents/index.js';
import { isObject } from '../core/json.js';
import { thresholdKeys, thresholdSpecs } from '../core/thresholds/thresholds.js';
import { english } from '../core/view/words/wording.js';
import type { Connection } from './connect/connect.js';
import type { LearnedThresholds } from './thresholds/learned-thresholds.js';
import type { WindowParts } from './window-parts.js';

export function diagnostics({ context, view, page, learned, ...parts }: WindowParts): string {
  const { connection } = parts;
  const snapshot = view.snapshot();
  const bridge = parts.bridge.status;
  const paint = page.lastPaint;
  const settings = parts.settings.current;
  const manifest: unknown = context.extension.packageJSON;
  const version =
    isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown';
  const lines: [string, string][] = [
    ['Turnwatch', version],
    [
      'VS Code',
      `${vscode.version} (${vscode.env.appName}, ${vscode.env.remoteName ?? 'local'}, ${process.platform})`,
    ],
    ['Workspace', vscode.workspace.isTrusted ? 'trusted' : 'restricted'],
    [
      'Bridge',
      `${bridge.state}, ${bridge.role}, port ${bridge.port ?? 'none'}${bridge.reason === undefined ? '' : `: ${bridge.reason}`}`,
    ],
    [
      'Hooks',
      `${hooks(connection)}; last one ${snapshot.link.lastHookAt === undefined ? 'never' : new Date(snapshot.link.lastHookAt).toISOString()}`,
    ],
    [
      'Link',
      `${snapshot.link.state}${snapshot.link.detail === undefined ? '' : `: ${snapshot.link.detail}`}`,
    ],
    ['Mode', snapshot.mode],
    [
      'Thresholds',
      [...new Set(snapshot.sessions.map((session) => session.agent)), 'any other agent']
        .map((agent) => inForce(agent, learned))
        .join('; '),
    ],
    [
      'Learned',
      learned
        .list()
        .map(
          ({ agent, key, from, to, answers }) =>
            `${agent} “${english({ id: thresholdSpecs[key].name })}” (${key}) ${from} → ${to} (${answers.length})`,
        )
        .join('; ') || 'nothing',
    ],
    [
      'Sessions',
      snapshot.sessions
        .map((session) => `${session.agent} ${session.state} ${session.steps} steps`)
        .join('; ') || 'none',
    ],
    [
      'Last paint',
      paint === undefined ? 'none' : `${paint.ms.toFixed(1)} ms for ${paint.rows} rows`,
    ],
    ['Settings problems', settings.problems.join('; ') || 'none'],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n') + '\n';
}

/** The status of the agents that have any. */
function hooks(connection: Pick<Connection, 'findStatus'>): string {
  const all = knownAgents
    .map(({ id }) => ({ id, status: connection.findStatus(id) }))
    .filter(({ status }) => status !== 'absent');
  return all.map(({ id, status }) => `${id} ${status}`).join(', ') || 'absent';
}

function inForce(agent: string, learned: LearnedThresholds): string {
  const { preset, values, origins } = learned.thresholds(agent);
  const own = thresholdKeys
    .filter((key) => (origins[key] ?? 'default') !== 'default')
    .map((key) => `${key} ${values[key]} (${origins[key]})`);
  return `${agent}: ${[preset, ...own].join(', ')}`;
}
