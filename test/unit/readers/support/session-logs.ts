/** Session logs that grow as each agent writes them. */
import { randomUUID } from 'node:crypto';
import { cline } from '../../../agent-calls/cline.js';
import { codex } from '../../../agent-calls/codex.js';
import { copilot } from '../../../agent-calls/copilot.js';
import { droid } from '../../../agent-calls/droid.js';
import { geminiCli, qwenCode } from '../../../agent-calls/gemini-family.js';
import { kimiCode } from '../../../agent-calls/kimi-code.js';
import type { AgentCalls, Make, Told } from '../../../agent-calls/turn.js';

/** Commands without effect, never the same twice in a row. */
const NO_OPS = ['true', ':', 'sleep 1', 'echo ok'];
export const noOp = (n: number): string => NO_OPS[n % NO_OPS.length] ?? ':';

/** What each call runs, and what that prints. */
type Work = Pick<Parameters<Make>[0], 'command' | 'output'>;
const quiet: Work = { command: noOp, output: () => '' };

export class SessionLog {
  /** Below the person's home folder. */
  readonly file: string;
  private calls: AgentCalls;

  constructor(
    readonly agent: string,
    private readonly make: Make,
    readonly session: string = randomUUID(),
    private readonly work = quiet,
  ) {
    this.calls = this.in('/');
    this.file = this.calls.log ?? '';
  }

  /** The log's first lines: a session and a person's message. */
  begin(folder: string): string {
    this.calls = this.in(folder);
    return written(this.calls.opening);
  }

  /** One response with one call, which does nothing unless told otherwise, and its result. */
  step(n: number): string {
    return written(this.calls.call(n));
  }

  /** The agent's last words. */
  end(): string {
    return written(this.calls.ending());
  }

  private in(folder: string): AgentCalls {
    return this.make({ folder, home: '', session: this.session, ...this.work });
  }
}

/** What the agent writes; of a document, the whole file. */
function written(told: readonly Told[]): string {
  const document = told.findLast((each) => 'document' in each);
  return document !== undefined
    ? JSON.stringify(document.document, null, 2)
    : told
        .flatMap((each) => ('log' in each ? each.log : []))
        .map((record) => `${JSON.stringify(record)}\n`)
        .join('');
}

export const codexLog = (work?: Work): SessionLog =>
  new SessionLog('codex', codex, undefined, work);
export const copilotLog = (): SessionLog => new SessionLog('copilot', copilot);
export const clineLog = (): SessionLog =>
  new SessionLog('cline', cline, `${Date.now()}_${randomUUID().slice(0, 5)}`);

export const sessionLogs: readonly (() => SessionLog)[] = [
  () => codexLog(),
  copilotLog,
  () => new SessionLog('gemini-cli', geminiCli),
  () => new SessionLog('qwen-code', qwenCode),
  () => new SessionLog('kimi-code', kimiCode, `session_${randomUUID()}`),
  () => new SessionLog('droid', droid),
  clineLog,
];
