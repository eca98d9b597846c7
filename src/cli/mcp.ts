/** `turnwatch mcp`: agents that work in a folder ask by their own tool how their turn stands. Looks on like `turnwatch watch`, and answers nobody else. */
import { createInterface } from 'node:readline';
import { knownAgents } from '../agents/index.js';
import { readErrorMessage } from '../core/error-words.js';
import { resolveThresholds } from '../core/thresholds/layers.js';
import { chooseProfile } from '../core/thresholds/profiles.js';
import { answerStatus, STATUS_TOOL, STATUS_TOOL_TEXT } from '../live/asked-status.js';
import { inTime } from '../scheduling.js';
import { parsed, readFolder, Unusable } from './command-line.js';
import { FolderWatch } from './folder-watch.js';
import { McpServer } from './mcp-server.js';

const usage = 'usage: turnwatch mcp [FOLDER]';

/** Until the log tells of the call: the first time, it is read from its beginning (milliseconds). */
const [FIRST_WAIT_MS, WAIT_MS] = [4000, 1500];
const LIMIT_MS = 8000;

/** @param gitThread the script of the thread that runs git @returns the exit code, once the client is gone. @throws Unusable */
export async function mcp(
  args: readonly string[],
  version: string,
  gitThread: URL,
): Promise<number> {
  const { positionals } = parsed(args, { allowPositionals: true }, usage);
  if (positionals.length > 1) {
    throw new Unusable(usage);
  }
  const status = new FolderStatus(readFolder(positionals[0]), gitThread);
  const server = new McpServer({
    version,
    tool: {
      name: STATUS_TOOL,
      title: 'Turn status',
      description: STATUS_TOOL_TEXT,
      call: (client) => status.answer(client),
    },
    send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
  });
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    void server.receive(line);
  }
  await status.stop();
  return 0;
}

/** Watches from the first question on: an agent that never asks costs nothing. */
class FolderStatus {
  private watch: FolderWatch | undefined;
  private started: Promise<unknown> | undefined;

  constructor(
    private readonly folder: string,
    private readonly gitThread: URL,
  ) {}

  async answer(client: string): Promise<string> {
    try {
      return await inTime(LIMIT_MS, this.ask(client));
    } catch (error) {
      return JSON.stringify({
        unknown: `The turn’s status is not known: ${readErrorMessage(error)}`,
      });
    }
  }

  async stop(): Promise<void> {
    await this.watch?.stop();
  }

  private async ask(client: string): Promise<string> {
    const waitMs = this.started === undefined ? FIRST_WAIT_MS : WAIT_MS;
    const watch = (this.watch ??= this.open());
    await (this.started ??= watch.start());
    return answerStatus(watch.tracker, { agents: findAgents(client), waitMs }, Date);
  }

  private open(): FolderWatch {
    const silent = (): void => undefined;
    return new FolderWatch({
      sendBack: false,
      caps: [],
      folder: this.folder,
      clock: Date,
      log: { info: silent, debug: silent, warn: silent, error: silent },
      gitThread: this.gitThread,
      listener: {},
      learning: {
        thresholds: (agent, role) => resolveThresholds({ profile: chooseProfile(agent, role) }),
        observe: () => false,
      },
    });
  }
}

/** The agent whose program this client is, by its name; undefined where that does not tell. */
function findAgents(client: string): string[] | undefined {
  const name = client.toLowerCase();
  const found = knownAgents.find(({ id }) => new RegExp(`(?<![a-z])${id}(?![a-z])`).test(name));
  return found && [found.id];
}
