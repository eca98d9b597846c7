/**
 * Steering through `kimi web`: its server can add a message to the running turn and disable tools for the session. They stay disabled
 * until another message enables them; ours is queued behind the turn and aborted before the model reads it.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openToRead, readText } from '../../bounded-files.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import type { Result, ServedSession, Surroundings, ToolsOff } from '../agent.js';
import { fieldsIn } from '../reading/fields.js';
import { ask, kimiServers, type KimiServer } from './server-client.js';
import { findHome } from './home.js';

/** Pseudo tool that we add to the disabled ones, to recognise them after a crash. */
const MARK = 'turnwatch-text-only';
/** Tools of MCP servers are matched as patterns, all others by name. */
const MCP = 'mcp__*';
const TOOLS_ON = `${MODEL_MARK} Tools are available again.`;
/** Milliseconds between checks of the log for the request without tools. */
const LOOK_MS = 200;
const LONGEST_LOOK = 4 * 1024 * 1024;

/** See `OwnServer.find`. */
export async function find(
  where: Surroundings,
  session: string,
): Promise<ServedSession | undefined> {
  // sub-agents are steered through their parent; anything else that is not an id must not get into a path
  if (!/^[\w-]{1,128}$/.test(session)) {
    return undefined;
  }
  const home = findHome(where);
  for (const server of await kimiServers(home)) {
    // empty if another process runs the session: this request does not load it
    if ((await readTools(server, session)).length === 0) {
      continue;
    }
    const folder = await readFolder(home, session);
    if (folder !== undefined) {
      return new Served(server, session, folder);
    }
  }
  return undefined;
}

class Served implements ServedSession {
  private readonly path: string;

  constructor(
    private readonly server: KimiServer,
    session: string,
    private readonly folder: string,
  ) {
    this.path = `/sessions/${session}`;
  }

  async say(text: string): Promise<Result<object>> {
    const said = await this.intoTurn(text);
    return 'problem' in said ? said : {};
  }

  async textOnly(text: string): Promise<Result<ToolsOff>> {
    const tools = await readTools(this.server, this.path.slice('/sessions/'.length));
    if (tools.length === 0) {
      return { problem: 'Kimi Code’s server no longer runs this session' };
    }
    const before = await this.disabled();
    const wire = join(this.folder, 'agents', 'main', 'wire.jsonl');
    const from = await measureContext(wire);
    const said = await this.intoTurn(text, [...tools, MCP, MARK]);
    // our mark means that a crash left these disabled
    const restore = (): Promise<Result<object>> =>
      this.disable(before.includes(MARK) ? [] : before);
    if ('problem' in said) {
      // the message may have disabled the tools before it failed
      if ((await this.disabled()).includes(MARK)) {
        await restore();
      }
      return said;
    }
    return { taken: (signal) => requested(wire, from, said.id, signal), restore };
  }

  async stop(): Promise<Result<object>> {
    const listed = await ask(this.server, 'GET', `${this.path}/prompts`);
    if ('problem' in listed) {
      return listed;
    }
    const { prompt_id: active } = fieldsIn(listed.data['active']);
    return isPrompt(active)
      ? ask(this.server, 'POST', `${this.path}/prompts/${active}:abort`)
      : { problem: 'Kimi Code’s server is running no turn in this session' };
  }

  async clean(): Promise<Result<object>> {
    const disabled = await this.disabled();
    return disabled.includes(MARK) ? this.disable([]) : {};
  }

  /** Adds a message that the running turn reads before its next request. */
  private async intoTurn(
    text: string,
    disabled?: readonly string[],
  ): Promise<Result<{ id: string }>> {
    const running = await ask(this.server, 'GET', this.path);
    if ('problem' in running) {
      return running;
    }
    if (running.data['main_turn_active'] !== true) {
      return { problem: 'Kimi Code’s server is running no turn in this session' };
    }
    const submitted = await this.submit(text, disabled);
    if ('problem' in submitted) {
      return submitted;
    }
    const { id, waits } = submitted;
    // if the turn has ended, the message must not begin another
    const steered = waits
      ? await ask(this.server, 'POST', `${this.path}/prompts:steer`, { prompt_ids: [id] })
      : { problem: 'the turn ended before the message' };
    if (!('problem' in steered)) {
      return { id };
    }
    await this.takeAway(id);
    return steered;
  }

  private async disable(names: readonly string[]): Promise<Result<object>> {
    const submitted = await this.submit(TOOLS_ON, names);
    return 'problem' in submitted ? submitted : this.takeAway(submitted.id);
  }

  private async submit(
    text: string,
    disabled: readonly string[] | undefined,
  ): Promise<Result<{ id: string; waits: boolean }>> {
    const body = {
      content: [{ type: 'text', text }],
      ...(disabled === undefined ? {} : { disabled_tools: disabled }),
    };
    const submitted = await ask(this.server, 'POST', `${this.path}/prompts`, body);
    if ('problem' in submitted) {
      return submitted;
    }
    const { prompt_id: id, status } = submitted.data;
    return isPrompt(id)
      ? { id, waits: status === 'queued' }
      : { problem: 'Kimi Code’s server accepted a message without giving it an ID' };
  }

  private takeAway(id: string): Promise<Result<object>> {
    return ask(this.server, 'POST', `${this.path}/prompts/${id}:abort`);
  }

  /** The session's disabled tools, from the server's stored state. */
  private async disabled(): Promise<string[]> {
    try {
      const stored: unknown = JSON.parse(
        await readText(join(this.folder, 'tool-policy', 'state.json'), LONGEST_LOOK),
      );
      const names = fieldsIn(stored)['disabledTools'];
      return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
    } catch {
      return [];
    }
  }
}

function isPrompt(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,128}$/.test(value);
}

async function readTools(server: KimiServer, session: string): Promise<string[]> {
  const answer = await ask(server, 'GET', `/tools?session_id=${session}`);
  const tools: unknown = 'problem' in answer ? undefined : answer.data['tools'];
  return Array.isArray(tools)
    ? tools
        .map((tool: unknown) => fieldsIn(tool)['name'])
        .filter((name) => typeof name === 'string')
    : [];
}

/** `<home>/sessions/<slug>/<session>`. */
async function readFolder(home: string, session: string): Promise<string | undefined> {
  const sessions = join(home, 'sessions');
  try {
    for (const slug of await readdir(sessions)) {
      const inside = await readdir(join(sessions, slug)).catch((): string[] => []);
      if (inside.includes(session)) {
        return join(sessions, slug, session);
      }
    }
  } catch {
    /* no log yet */
  }
  return undefined;
}

/** Resolves once the log shows the request after the message: its tools can no longer change. Rejects when `signal` aborts. */
async function requested(
  wire: string,
  from: number,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(LOOK_MS, undefined, { signal });
    const text = await readFrom(wire, from);
    const steered = text.indexOf(`"promptIds":["${message}"]`);
    if (steered >= 0 && text.includes('"type":"llm.request"', steered)) {
      return;
    }
  }
}

async function measureContext(file: string): Promise<number> {
  try {
    const handle = await openToRead(file);
    try {
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  } catch {
    return 0;
  }
}

async function readFrom(file: string, from: number): Promise<string> {
  try {
    const handle = await openToRead(file);
    try {
      const size = Math.min(LONGEST_LOOK, Math.max(0, (await handle.stat()).size - from));
      const { buffer, bytesRead } = await handle.read({
        buffer: Buffer.alloc(size),
        position: from,
      });
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
}
