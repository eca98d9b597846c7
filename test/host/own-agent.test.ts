/** Agents that Turnwatch does not know: an own loop at the endpoint for events, and one in another extension. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as vscode from 'vscode';
import type { TurnEvent } from '../../src/core/events.js';
import { isObject } from '../../src/core/json.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { TurnwatchApi } from '../../src/host/api.js';
import { commands, EXTENSION_ID, settings } from '../../src/ids.js';
import { Desk, folder, set, until } from './harness/desk.js';

const example = join(
  dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
  'media/examples/own-agent.mjs',
);
const words = 'I have run commands that do nothing. I need to know which test you mean.';

describe('an agent that Turnwatch does not know', () => {
  let desk: Desk;
  let model: Server | undefined;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(async () => {
    await set(settings.mode, undefined);
    await desk.clear();
    model?.closeAllConnections();
    await new Promise((closed) => {
      if (model === undefined) {
        closed(undefined);
      } else {
        model.close(closed);
      }
    });
    model = undefined;
  });
  after(() => desk.close());

  /** A scripted Chat Completions model that does nothing for ever, until no tool is offered. @returns its requests. */
  async function startModel(): Promise<{ url: string; asked: Record<string, unknown>[] }> {
    const asked: Record<string, unknown>[] = [];
    model = createServer((request, response) => {
      let text = '';
      request
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk;
        })
        .on('end', () => {
          const body: unknown = JSON.parse(text);
          assert.ok(isObject(body));
          asked.push(body);
          const hasTools = Array.isArray(body['tools']) && body['tools'].length > 0;
          const id = `chatcmpl-${asked.length}`;
          const call = {
            id: `call-${asked.length}`,
            type: 'function',
            function: {
              name: 'shell',
              arguments: JSON.stringify({ command: [':', 'true', 'echo ok'][asked.length % 3] }),
            },
          };
          const message =
            hasTools && asked.length < 40
              ? { role: 'assistant', content: null, tool_calls: [call] }
              : { role: 'assistant', content: words };
          response
            .writeHead(200, { 'Content-Type': 'application/json' })
            .end(JSON.stringify({ id, choices: [{ index: 0, message }] }));
        });
    });
    const server = model;
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const address = server.address();
    return {
      url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/v1/chat/completions`,
      asked,
    };
  }

  async function run(
    more: Record<string, string>,
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = spawn(
      process.env['CODE_SERVER_NODE'] ?? 'node',
      [example, 'Fix the failing test'],
      {
        cwd: folder(),
        env: { PATH: process.env['PATH'], API_KEY: 'sk-own', MODEL: 'scripted', ...more },
        timeout: 120_000,
      },
    );
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
    const code = await new Promise<number | null>((ended, failed) =>
      child.once('error', failed).once('close', ended),
    );
    return { code, stdout, stderr };
  }

  async function copiedAddress(): Promise<Record<string, string>> {
    await vscode.commands.executeCommand(commands.copyEndpoint);
    const lines = (await vscode.env.clipboard.readText())
      .trim()
      .split('\n')
      .map((line) => /^(\w+)='?(.*?)'?$/.exec(line));
    return Object.fromEntries(lines.map((line) => [line?.[1] ?? '', line?.[2] ?? '']));
  }

  it('runs its own loop: it is asked to answer in words, and answers without tools', async () => {
    await set(settings.mode, 'auto');
    const { url, asked } = await startModel();
    const address = await copiedAddress();
    assert.match(address['TURNWATCH_URL'] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/v1\/events$/);
    const outcome = await run({ ...address, MODEL_URL: url });
    assert.deepEqual(outcome, { code: 0, stdout: `${words}\n`, stderr: '' });
    assert.ok(asked.length < 12, `it stalls after few steps, not ${asked.length}`);
    assert.deepEqual(asked.at(-1)?.['tools'], []);
    assert.match(
      JSON.stringify(asked.at(-1)?.['messages']),
      /\[Turnwatch\] Tools are switched off/,
    );
    const own = await until('the turn is over', () => ownSession((detail) => !detail.open));
    assert.deepEqual(
      own.receipts.map(({ kind, state, by }) => ({ kind, state, by })),
      [{ kind: 'text-only', state: 'obeyed', by: 'auto' }],
    );
    assert.deepEqual(own.capabilities, { textOnly: 'loop', stop: true, guide: true });
    assert.equal(own.steps, asked.length - 1);
  });

  it('runs unchanged without Turnwatch', async () => {
    const { url, asked } = await startModel();
    const outcome = await run({
      TURNWATCH_URL: 'http://127.0.0.1:9/v1/events',
      TURNWATCH_TOKEN_FILE: join(folder(), 'no-such-file'),
      MODEL_URL: url,
    });
    assert.deepEqual(outcome, { code: 0, stdout: `${words}\n`, stderr: '' });
    assert.equal(asked.length, 40);
  });

  it('of another extension: reports events, requests decisions, is notified of changes', async () => {
    const api = await exported();
    assert.equal(api.version, 1);
    const session = randomUUID();
    const event = (more: object): TurnEvent =>
      Object.assign({ v: 1 as const, type: 'turn.start' as const, session }, more);
    const heard: string[] = [];
    const subscription = api.onDecision((decision) => {
      if (decision.session === session) {
        heard.push(`${decision.decision}: ${decision.reminder ?? ''}`);
      }
      return false;
    });
    try {
      for (const each of [
        { type: 'session.start', agent: 'in-house', cwd: folder(), task: 'T-1' },
        { prompt: 'Go' },
        { type: 'hop', count: 7 },
        { type: 'tool.call', call: 'c1', tool: 'shell', input: { command: 'ls' } },
        { type: 'tool.result', call: 'c1', ok: true, output: 'a list of files' },
        { type: 'usage', response: 'r1', calls: ['c1'], inputTokens: 1200, outputTokens: 34 },
      ]) {
        assert.deepEqual(await api.report(event(each)), { accepted: true }, JSON.stringify(each));
      }
      assert.deepEqual(await api.decision(session), { decision: 'continue' });
      assert.equal(heard.length, 0);
      await vscode.commands.executeCommand(commands.forceRespond, { session });
      await until('it is told', () => heard.length > 0);
      assert.match(
        heard.join('\n'),
        /^text-only: \[Turnwatch\] Tools are switched off.*the user asks for an answer in words/,
      );
      assert.equal(
        receipt(session),
        'requested',
        'a listener that does not take it is no delivery',
      );
      const { decision, reminder } = await api.decision(session);
      assert.equal(decision, 'text-only');
      assert.ok(reminder);
      assert.equal(receipt(session), 'delivered');
      assert.deepEqual(
        await api.decision(session),
        { decision: 'text-only' },
        'the reminder comes once',
      );
      await api.report(event({ type: 'message', text: 'Here is what I know.' }));
      await api.report(event({ type: 'turn.end', reason: 'completed' }));
      assert.equal(receipt(session), 'obeyed');
      await until('it is told that the order is over', () => heard.at(-1) === 'continue: ');
      assert.deepEqual(desk.snapshot().selected?.metrics.tokens?.spent, {
        input: 1200,
        cached: 0,
        output: 34,
      });
      assert.deepEqual(await api.report(event({ type: 'tool.call', call: 7 })), {
        accepted: false,
        reason:
          'tool.call: "input" must be an object, "call" must be a string, "tool" must be a string',
      });
      assert.deepEqual(await api.report(event({ type: 'tick' })), {
        accepted: false,
        reason: 'tick: reserved for Turnwatch itself',
      });
    } finally {
      subscription.dispose();
      await api.report(event({ type: 'session.end' }));
    }
  });

  function ownSession(is: (detail: SessionDetail) => boolean): SessionDetail | undefined {
    const { selected } = desk.snapshot();
    return selected?.agent === 'own-agent' && is(selected) ? selected : undefined;
  }

  function receipt(session: string): string | undefined {
    const { selected } = desk.snapshot();
    assert.equal(selected?.session, session);
    return selected.receipts.at(-1)?.state;
  }

  async function exported(): Promise<TurnwatchApi> {
    const api: unknown = await vscode.extensions.getExtension(EXTENSION_ID)?.activate();
    assert.ok(isObject(api) && isApi(api));
    return api;
  }
});

function isApi(api: object): api is TurnwatchApi {
  return (
    'report' in api &&
    typeof api.report === 'function' &&
    'onDecision' in api &&
    typeof api.onDecision === 'function' &&
    'decision' in api &&
    typeof api.decision === 'function'
  );
}
