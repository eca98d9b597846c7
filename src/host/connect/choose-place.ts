/** Chooses the agent and its file: what a command does not name, the person picks. */
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { AgentDefinition, AgentHomes } from '../../agents/definition.js';
import { installers } from '../../agents/install/installers.js';
import type { AgentPlace } from '../../agents/install/places.js';
import { pickOne, pickSeveral } from '../messages.js';
import type { Chosen, ConnectionStatus } from './window-places.js';

export interface ChooseOptions {
  places(): AgentPlace[];
  homes: AgentHomes;
  findStatus(agent: string): ConnectionStatus;
}

/** Undefined if the person picks nothing or there is nothing to pick. */
export async function choosePlace(
  options: ChooseOptions,
  { agent, file, direct }: Chosen,
): Promise<AgentPlace | undefined> {
  const all = options.places().filter(({ agent: { id } }) => installers.has(id));
  if (file !== undefined) {
    return placeOfFile(all, file, agent);
  }
  // an agent without a place for our hooks cannot be chosen
  const known = all.some(({ agent: { id } }) => id === agent) ? agent : undefined;
  const chosen = known ?? (await pickAgent(options, [...new Set(all.map((each) => each.agent))]));
  const offered = all.filter(({ agent: { id }, place }) => id === chosen && place.offered);
  return direct === true ? offered[0] : pickFile(offered);
}

/** The place for a file, even one that is not a known place of the agent. */
function placeOfFile(
  all: readonly AgentPlace[],
  file: string,
  agent: string | undefined,
): AgentPlace | undefined {
  const known = all.find(
    ({ agent: { id }, place }) =>
      place.files.includes(file) && (agent === undefined || id === agent),
  );
  if (known !== undefined) {
    return known;
  }
  const named = all.find(({ agent: { id } }) => agent === undefined || id === agent);
  return named && { agent: named.agent, place: { scope: 'user', files: [file], offered: true } };
}

/** Agents in use on this machine come first. */
async function pickAgent(
  options: ChooseOptions,
  all: readonly AgentDefinition[],
): Promise<string | undefined> {
  const items = await Promise.all(
    all.map(async (agent) => {
      const here = await exists(agent.home(options.homes.surroundings(agent.id)));
      const status = options.findStatus(agent.id);
      return {
        label: agent.name,
        agent: agent.id,
        rank: status === 'installed' ? 1 : here ? 0 : 2,
        description:
          status === 'installed'
            ? vscode.l10n.t('connected')
            : here
              ? vscode.l10n.t('found on this machine')
              : '',
      };
    }),
  );
  items.sort((a, b) => a.rank - b.rank);
  const picked = await pickOne(items, {
    title: vscode.l10n.t('Connect an agent'),
    placeHolder: vscode.l10n.t(
      'Choose an agent. Without hooks, Turnwatch can watch it but not step in.',
    ),
    matchOnDescription: true,
  });
  return picked?.agent;
}

async function pickFile(offered: readonly AgentPlace[]): Promise<AgentPlace | undefined> {
  const [first] = offered;
  if (first === undefined || offered.length === 1) {
    return first;
  }
  const picked = await pickOne(
    offered.map((at) => ({
      label:
        at.place.scope === 'user'
          ? vscode.l10n.t('All my projects')
          : vscode.l10n.t('This project only'),
      description: at.place.files[0],
      at,
    })),
    {
      title: vscode.l10n.t('Connect {0}', first.agent.name),
      placeHolder: vscode.l10n.t(
        'Choose the settings file for the hooks. You see the change before it is written.',
      ),
    },
  );
  return picked?.at;
}

/** The connected places to disconnect; no question if they all belong to one agent. */
export async function pickConnected<T extends { at: AgentPlace }>(
  found: readonly T[],
): Promise<readonly T[]> {
  if (new Set(found.map(({ at }) => at.agent.id)).size === 1) {
    return found;
  }
  const picked = await pickSeveral(
    found.map((each) => ({
      label: each.at.agent.name,
      description: each.at.place.files[0],
      picked: true,
      each,
    })),
    {
      title: vscode.l10n.t('Disconnect'),
      placeHolder: vscode.l10n.t(
        'Choose the agents to disconnect. You see each change before it is written.',
      ),
    },
  );
  return picked?.map(({ each }) => each) ?? [];
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
