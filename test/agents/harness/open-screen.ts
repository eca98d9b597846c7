/** opencode, or a program built from its source, in a terminal as a person has it; what they would type comes by its server. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Distribution } from '../../../src/agents/opencode/distribution.js';
import { pluginInstall } from '../../../src/agents/opencode/install.js';
import { freePort } from '../../host/harness/profile.js';
import { untilDeadline } from '../../host/harness/window.js';
import type { Sandbox } from './box.js';
import type { Model } from './model.js';
import { neededProgram } from './program.js';
import { pointAt, providerAgent } from './providers.js';
import { parseObject } from './scene.js';
import { openTerminal } from './terminal.js';

const WAIT = 120_000;
/** So long after its end nothing more is said, or it never will be (milliseconds). */
const QUIET_MS = 3000;

export interface OpenScreen {
  /** One turn of a new session, which asks the model as often as `responses`, and what is left to wait for after that. @returns its last words */
  turn(model: Model, prompt: string, responses: number): Promise<string>;
  /** Its last words, once the model was asked as often as that. */
  rests(model: Model, responses: number): Promise<string>;
  close(): Promise<void>;
}

/** `modelPort`: where its model is. `bridge`: the folder of the hook client, whose plugin it gets; absent where it is connected. */
export async function openScreen(
  distribution: Distribution,
  box: Sandbox,
  { modelPort, bridge }: { modelPort: number; bridge?: string },
): Promise<OpenScreen> {
  const { id, app } = distribution;
  const own = pointAt(providerAgent(id), box, `http://127.0.0.1:${modelPort}/v1`);
  const config = join(own.home, '.config', app, `${app}.json`);
  // it would look through the repository first
  writeFileSync(config, readFileSync(config, 'utf8').replace('{', '{"snapshot":false,'));
  if (bridge !== undefined) {
    const plugin = join(own.home, '.config', app, 'plugins', 'turnwatch.js');
    mkdirSync(dirname(plugin), { recursive: true });
    const added = pluginInstall(distribution).add(plugin, '', { dir: bridge });
    assert.ok('text' in added);
    writeFileSync(plugin, added.text);
  }
  const port = await freePort();
  const { program, args } = neededProgram(id);
  const terminal = openTerminal(program, [...args, '--port', String(port)], {
    cwd: own.workspace,
    env: own.env,
  });
  const ask = async (path: string, body?: object, ms = WAIT): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(ms),
    });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.text();
  };
  // while it starts it takes requests that it never answers
  await untilDeadline(WAIT, () => ask('/session', undefined, 5000)).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${terminal.screen()}`);
  });
  let session = '';
  const rests = async (model: Model, responses: number): Promise<string> => {
    await untilDeadline(WAIT, async () => {
      const asked = model.requests.filter(({ reason }) => reason === 'script').length;
      assert.ok(asked >= responses, `${asked} of ${responses}\n${terminal.screen()}`);
      assert.equal(parseObject(await ask('/session/status'))[session], undefined);
    });
    await sleep(QUIET_MS);
    const [, last = ''] =
      /^[^]*"text":("(?:[^"\\]|\\.)*")/.exec(await ask(`/session/${session}/message?limit=1`)) ??
      [];
    return last === '' ? '' : String(JSON.parse(last));
  };
  return {
    turn: async (model, prompt, responses) => {
      session = String(parseObject(await ask('/session', {}))['id']);
      await ask(`/session/${session}/prompt_async`, { parts: [{ type: 'text', text: prompt }] });
      return rests(model, responses);
    },
    rests,
    close: () => terminal.close(),
  };
}
