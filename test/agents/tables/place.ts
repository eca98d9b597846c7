/** Prepares an agent for its cells: beside one window, by the relay alone or with hooks that the person connected. */
import { freePort } from '../../host/harness/profile.js';
import { makeBox, runAgent, type Sandbox } from '../harness/box.js';
import { connect } from '../harness/flows.js';
import {
  foldersOf,
  pointAt,
  providerAgents,
  relayAgent,
  type ProviderAgent,
} from '../harness/providers.js';
import { relayLines } from '../harness/relay-lines.js';
import { openScene, type Scene } from '../harness/scene.js';
import type { Cell, Table } from './cell.js';

/** How an agent is followed and steered. `log`: it is not connected. */
export type Way = Cell['by'] | 'log';

export interface Place {
  box: Sandbox;
  /** The agent, ready for its cells of this kind: first those by the relay, if any. */
  prepare(agent: ProviderAgent, by: Way): Promise<Table>;
  close(): Promise<void>;
}

export interface PlaceOptions {
  settings?: Readonly<Record<string, unknown>>;
  env?: Readonly<Record<string, string>>;
}

export async function openPlace({ settings, env }: PlaceOptions = {}): Promise<Place> {
  const port = await freePort();
  const box = makeBox('clicks');
  const scene = await openScene(
    {
      'turnwatch.mode': 'ask',
      'turnwatch.relay.upstreams': Object.fromEntries(
        providerAgents.map((agent) => [agent.id, modelAddress(agent, port)]),
      ),
      ...settings,
    },
    { box, env: { ...foldersOf(box), ...env } },
  );
  const page = await scene.page();
  if (process.env['VSCODE_KIND'] === 'code-server') {
    await scene.window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  }
  const ready = new Map<string, Promise<Sandbox>>();
  return {
    box,
    prepare: async (agent, by) => {
      const way = `${agent.id} ${by}`;
      const sandbox = ready.get(way) ?? prepared(scene, agent, by, port);
      ready.set(way, sandbox);
      const own = await sandbox;
      return {
        ...{ scene, page, port, home: own.home },
        run: async (args, ms) => {
          const outcome = await runAgent(agent.id, own, args, ms);
          if (outcome.code === null && agent.id === 'cline') {
            await runAgent('cline', own, ['hub', 'stop']); // its turn runs there, and goes on
          }
          return outcome;
        },
      };
    },
    close: () => scene.close(),
  };
}

async function prepared(
  scene: Scene,
  agent: ProviderAgent,
  by: Way,
  port: number,
): Promise<Sandbox> {
  const { name } = relayAgent(agent.id);
  if (agent.id === 'cline') {
    // its hub keeps the settings of the run that started it
    await runAgent('cline', scene.box, ['hub', 'stop']);
  }
  if (by === 'relay') {
    const copied = await relayLines(scene, name);
    return pointAt(agent, scene.box, /https?:\/\/[^"\s]+/.exec(copied)?.[0] ?? '');
  }
  const box = pointAt(agent, scene.box, modelAddress(agent, port));
  if (by === 'log') {
    return box;
  }
  await connect(scene, name, async () => {
    if (agent.id === 'claude-code') {
      await scene.window.pick(/Connect Claude Code/, 'All my projects');
    }
  });
  return box;
}

function modelAddress({ path }: ProviderAgent, port: number): string {
  return `http://127.0.0.1:${port}${path}`;
}
