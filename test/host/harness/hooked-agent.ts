/** An agent as the endpoint sees it: sends its hooks over HTTP with the token and reads the answers. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { endpointLimits } from '../../../src/bridge/requests/endpoint.js';
import { isObject } from '../../../src/core/json.js';
import { present } from '../../unit/support/present.js';
import {
  deniedText,
  NO_OUTPUT,
  permissionNeeded,
  preToolUse,
  sessionEnd,
  stop,
  toolBatch,
  toolFailure,
  userPrompt,
  type Call,
  type Origin,
} from './payloads.js';
import { LONG, untilDeadline } from './window.js';

export interface Endpoint {
  port: number;
  token: string;
}

/** The storage folder that all windows of a profile share. */
export const bridgeDir = (userData: string): string =>
  join(userData, 'User/globalStorage/turnwatch.turnwatch/bridge');

/** Where hooks are sent: read from the bridge's files as soon as it is ready. */
export function endpoint(dir: string, ms = LONG): Promise<Endpoint> {
  return untilDeadline(ms, async () => {
    const [, port] =
      /^url = "http:\/\/127\.0\.0\.1:(\d+)\//m.exec(
        await readFile(join(dir, 'hook.curl'), 'utf8'),
      ) ?? []; // there while somebody listens
    if (port === undefined) {
      throw new Error('hook.curl names no port');
    }
    return { port: Number(port), token: (await readFile(join(dir, 'token'), 'utf8')).trim() };
  });
}

export interface Reply {
  status: number;
  body: string;
}

/** `headers` override those of the hook client; an empty value removes one. */
export function post(
  { port, token }: Endpoint,
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = '/v1/hook',
  send = (sent: ClientRequest): unknown => sent.end(body),
): Promise<Reply> {
  const all = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Turnwatch-Agent': 'claude-code',
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method: 'POST',
        agent: false,
        headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
          .on('error', reject);
      },
    );
    sent.on('error', reject);
    send(sent);
  });
}

/** A hook during which the window freezes until the time limit for its answer has passed; only in the window's own process. */
function postLate(to: Endpoint, body: string): Promise<Reply> {
  return post(
    to,
    body,
    { 'Content-Length': String(Buffer.byteLength(body)), Expect: '100-continue' },
    '/v1/hook',
    (sent) => {
      sent.once('continue', () => {
        const over = Date.now() + endpointLimits.answerMs + 50;
        while (Date.now() < over) {
          /* stands still */
        }
        sent.end(body);
      });
      sent.flushHeaders();
    },
  );
}

/** What a hook printed: nothing, or the fields that the agent reads. */
export interface Answer {
  silent: boolean;
  denied?: string;
  context?: string;
  goOn: boolean;
}

export class HookedAgent {
  readonly id = randomUUID();
  /** How often a hook of a call is sent that is answered empty for want of time. */
  tries = 3;
  private readonly from: Origin;
  private made = 0;
  private idled = 0;

  constructor(
    readonly to: Endpoint,
    readonly cwd: string,
    /** What its hooks name as its process. */
    private readonly process?: number,
  ) {
    this.from = {
      session: this.id,
      cwd,
      transcript: join(cwd, `${this.id}.jsonl`),
      prompt: randomUUID(),
    };
  }

  prompt(text = 'Fix the failing test in the parser'): Promise<Answer> {
    return this.send(userPrompt(this.from, text));
  }

  /** One response with one call, by default a no-op, from its start to its end. A denied call does not run. */
  async step(
    input: Record<string, unknown> = this.nothing(),
    response = NO_OUTPUT,
    tool = 'Bash',
  ): Promise<{ before: Answer; after: Answer }> {
    const call = this.call(tool, input);
    const before = await this.ask(preToolUse(this.from, call));
    const after = await this.ask(
      toolBatch(this.from, [
        {
          ...call,
          response: before.denied === undefined ? response : deniedText(tool, before.denied),
        },
      ]),
    );
    return { before, after };
  }

  /** A response of which only the end is reported: half the requests for a long history. */
  past(input: Record<string, unknown>, response: string): Promise<Answer> {
    return this.end(this.call('Bash', input), response);
  }

  async steps(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      await this.step();
    }
  }

  /** A turn that does nothing until the default limit of `balanced` is reached. */
  async stall(): Promise<void> {
    await this.prompt();
    await this.steps(STALLING_STEPS);
  }

  /** A call that has started and not ended. */
  async begin(input: Record<string, unknown>, tool = 'Bash'): Promise<Call> {
    const call = this.call(tool, input);
    await this.ask(preToolUse(this.from, call));
    return call;
  }

  /** A call whose hook arrives at a frozen window: the agent does not wait for the answer. */
  async beginLate(input: Record<string, unknown>): Promise<{ call: Call; answer: Answer }> {
    const call = this.call('Bash', input);
    const { body } = await postLate(this.to, JSON.stringify(preToolUse(this.from, call)));
    return { call, answer: readAnswer(body) };
  }

  end(call: Call, response: string): Promise<Answer> {
    return this.ask(toolBatch(this.from, [{ ...call, response }]));
  }

  async fail(input: Record<string, unknown>, error: string): Promise<void> {
    const call = await this.begin(input);
    await this.send(toolFailure(this.from, call, error));
    await this.end(call, error);
  }

  askPermission(): Promise<Answer> {
    return this.send(permissionNeeded(this.from));
  }

  answer(text = 'I could not fix it.'): Promise<Answer> {
    return this.send(stop(this.from, text));
  }

  /** Ends turn and session. */
  async leave(): Promise<void> {
    await this.send(sessionEnd(this.from));
  }

  async send(payload: Record<string, unknown>): Promise<Answer> {
    const { status, body } = await post(this.to, JSON.stringify(payload), {
      'X-Turnwatch-Process': String(this.process ?? ''),
    });
    if (status !== 200) {
      throw new Error(`the hook was answered with ${status}`);
    }
    return readAnswer(body);
  }

  /**
   * A hook of a call. Where the machine stood still in the middle of it, it is answered empty for want of time, the agent goes
   * on, and what was to be said comes with its next hook. Here that is the same one: told twice it counts once.
   */
  private async ask(payload: Record<string, unknown>, tries = this.tries): Promise<Answer> {
    const began = Date.now();
    const answer = await this.send(payload);
    const took = Date.now() - began;
    if (!answer.silent || took < endpointLimits.answerMs || tries <= 1) {
      return answer;
    }
    console.log(`      a hook was answered empty after ${took} ms: told again`);
    return this.ask(payload, tries - 1);
  }

  /** No two in a row are alike, so that only `emptySteps` fires. */
  private nothing(): Record<string, unknown> {
    const command = NO_OPS[this.idled % NO_OPS.length];
    this.idled += 1;
    return { command, description: 'noop' };
  }

  private call(tool: string, input: Record<string, unknown>): Call {
    this.made += 1;
    return { id: `toolu_${this.id}_${this.made}`, tool, input };
  }
}

/** Commands that do nothing. */
const NO_OPS = ['true', ':', 'sleep 1', 'echo ok'];

/** Empty steps after which the preset `balanced` reports a stall. */
export const STALLING_STEPS = 6;

/** `body`: what a hook printed. */
export function readAnswer(body: string): Answer {
  if (body === '') {
    return { silent: true, goOn: true };
  }
  const answer: unknown = JSON.parse(body);
  if (!isObject(answer)) {
    throw new Error(`no object: ${body}`);
  }
  const output = isObject(answer['hookSpecificOutput']) ? answer['hookSpecificOutput'] : {};
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' ? value : undefined;
  return {
    silent: false,
    goOn: answer['continue'] !== false,
    ...present({
      context: text(output['additionalContext']),
      denied:
        output['permissionDecision'] === 'deny'
          ? text(output['permissionDecisionReason'])
          : undefined,
    }),
  };
}
