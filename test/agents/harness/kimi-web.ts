/** The real server of `kimi web`, driven as its page drives it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../host/harness/profile.js';
import { untilDeadline } from '../../host/harness/window.js';
import type { Sandbox } from './box.js';
import { neededProgram } from './program.js';
import { parseObject } from './scene.js';

export interface KimiWeb {
  /** A new session in the box's workspace. */
  session(): Promise<string>;
  prompt(session: string, text: string): Promise<void>;
  /** Ends the running turn. */
  abort(session: string): Promise<void>;
  /** Waits until no tool of the session is switched off, as its server stores it. */
  toolsBack(session: string): Promise<void>;
  close(): Promise<void>;
}

/** `model`: base address of the model that all its sessions talk to. */
export async function kimiWeb(box: Sandbox, model: string): Promise<KimiWeb> {
  const { program, args } = neededProgram('kimi-code');
  const port = await freePort();
  const child = spawn(program, [...args, 'web', '--no-open', '--port', String(port)], {
    cwd: box.workspace,
    env: { ...box.env, KIMI_MODEL_BASE_URL: model },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => {
    child.once('close', () => done());
  });
  const ask = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const token = readFileSync(join(box.home, '.kimi-code/server.token'), 'utf8').trim();
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { code, msg, data } = parseObject(await answer.text());
    assert.equal(code, 0, `${method} ${path}: ${String(msg)}`);
    return parseObject(JSON.stringify(data));
  };
  const { items } = await untilDeadline(120_000, () => ask('GET', '/models'));
  const [first] = Array.isArray(items)
    ? items.map((item: unknown) => parseObject(JSON.stringify(item)))
    : [];
  return {
    session: async () => {
      const { id } = await ask('POST', '/sessions', { metadata: { cwd: box.workspace } });
      assert.ok(typeof id === 'string');
      return id;
    },
    prompt: async (session, text) => {
      await ask('POST', `/sessions/${session}/prompts`, {
        content: [{ type: 'text', text }],
        permission_mode: 'auto',
        model: first?.['id'] ?? first?.['model'],
      });
    },
    abort: async (session) => {
      await ask('POST', `/sessions/${session}:abort`, {});
    },
    toolsBack: (session) =>
      untilDeadline(120_000, () => {
        const folder = join(box.home, '.kimi-code/sessions');
        const file =
          readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
            name.endsWith(join(session, 'tool-policy/state.json')),
          ) ?? '';
        assert.deepEqual(parseObject(readFileSync(join(folder, file), 'utf8')), {
          disabledTools: [],
        });
        return Promise.resolve();
      }),
    close: async () => {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(timer);
    },
  };
}
