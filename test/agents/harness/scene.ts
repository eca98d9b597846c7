/** A project open in a real VS Code with the extension, and the real agent beside it in a home of its own. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installHooks } from '../../../src/agents/claude-code/answer.js';
import { parseEvent } from '../../../src/core/parse.js';
import type { TurnEvent } from '../../../src/core/events.js';
import { launch, type LaunchedEditor } from '../../host/harness/launch.js';
import { makeProfile, type Profile } from '../../host/harness/profile.js';
import { untilDeadline, type EditorWindow } from '../../host/harness/window.js';
import { headless, sandbox, type Outcome, type Sandbox } from './claude.js';
import type { Model } from './model.js';
import { watchPage, type Page } from './page.js';

export interface Scene {
  box: Sandbox;
  profile: Profile;
  editor: LaunchedEditor;
  window: EditorWindow;
  /** The agent's own settings file. */
  settingsFile: string;
  /** The folder of the bridge: port, token, the hook client's file. */
  bridge: string;
  /** Changes the person's VS Code settings while it runs. */
  set(settings: Record<string, unknown>): void;
  /** Brings the view to the front and follows what it gets and draws from now on. */
  page(): Promise<Page>;
  /** Puts another view in front of ours. */
  hidePage(): Promise<void>;
  /** Puts our hooks into the agent's settings file, without asking anyone. */
  connect(): Promise<void>;
  /** Ends the editor, keeps the profile. */
  closeEditor(): Promise<void>;
  close(): Promise<void>;
}

/** The agent beside the editor. */
export interface Desk {
  box: Sandbox;
  /** The environment by which the extension finds the agent's folder. */
  env: Record<string, string>;
}

function claudeDesk(): Desk {
  const box = sandbox('http://127.0.0.1:9'); // each turn names its own model
  return { box, env: { CLAUDE_CONFIG_DIR: join(box.home, '.claude') } };
}

/**
 * `desk`: by default Claude Code's; its settings file and `connect` exist for Claude Code alone. `language`: the editor's; default:
 * English.
 */
export async function openScene(
  settings: Record<string, unknown> = {},
  { box, env }: Desk = claudeDesk(),
  language?: string,
): Promise<Scene> {
  const profile = makeProfile(settings);
  Object.assign(profile.env, env);
  let editor: LaunchedEditor | undefined;
  try {
    editor = await launch({
      profile,
      folder: box.workspace,
      ...(language !== undefined && { language }),
    });
    await editor.window.page.setViewportSize({ width: 1200, height: 1000 });
  } catch (error) {
    await editor?.close();
    profile.dispose();
    box.dispose();
    throw error;
  }
  const { window } = editor;
  const bridge = join(storage(profile), 'bridge');
  const settingsFile = join(box.home, '.claude/settings.json');
  let open: LaunchedEditor | undefined = editor;
  const closeEditor = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    await closing?.close();
  };
  return {
    box,
    profile,
    editor,
    window,
    settingsFile,
    bridge,
    closeEditor,
    set: (more) => profile.set(more),
    page: async () => {
      await window.reveal();
      return watchPage(await window.view());
    },
    hidePage: async () => {
      const icon = window.page
        .locator('.activitybar .action-item')
        .filter({ has: window.page.locator('a[aria-label^="Explorer"]') });
      if (!(await icon.evaluate((item) => item.classList.contains('checked')))) {
        await icon.locator('a').click();
      }
      await window.page.locator('.sidebar .composite.title', { hasText: /explorer/i }).waitFor();
    },
    connect: async () => {
      await untilDeadline(120_000, () => Promise.resolve(readFileSync(join(bridge, 'hook.curl'))));
      let before = '';
      try {
        before = readFileSync(settingsFile, 'utf8');
      } catch {
        /* there is none yet */
      }
      const change = installHooks(before, bridge);
      if ('problem' in change) {
        throw new Error(change.problem);
      }
      writeFileSync(settingsFile, change.text);
    },
    close: async () => {
      await closeEditor();
      profile.dispose();
      box.dispose();
    },
  };
}

/** One headless turn of the agent in `box`, with `model` as its only model. */
export function turn(
  box: Sandbox,
  model: Pick<Model, 'url'>,
  prompt: string,
  ms = 120_000,
): Promise<Outcome> {
  return headless(talkingTo(box, model), prompt, [], ms);
}

/** The same home and workspace, with another model. */
export function talkingTo(box: Sandbox, model: Pick<Model, 'url'>): Sandbox {
  return { ...box, env: { ...box.env, ANTHROPIC_BASE_URL: model.url } };
}

/** The recordings that the profile's windows wrote, oldest first. */
export function recordings(profile: Profile): string[] {
  const folder = join(storage(profile), 'recordings');
  return readdirSync(folder)
    .filter((name) => /-window-.*\.jsonl$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

export function recordedEvents(file: string): TurnEvent[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const parsed = parseEvent(JSON.parse(line));
      if (!('event' in parsed)) {
        throw new Error(`${file}: not an event: ${line.slice(0, 200)}`);
      }
      return parsed.event;
    });
}

/** The extension's log of all windows so far. */
export function extensionLog(profile: Profile): string {
  const logs = join(profile.userData, 'logs');
  const files = readdirSync(logs, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /Turnwatch[^/\\]*\.log$/i.test(name),
  );
  return files
    .sort()
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');
}

/**
 * What `act` resolves to, done again where an agent did not wait for an answer: on a machine that stands still for a second it goes on, as
 * it should, and is told at its next step. For tests that say at which step it is told, or by which of its hooks. `again`: put behind the
 * prompt it tells the tries apart.
 */
export async function punctually<T>(
  { profile }: Pick<Scene, 'profile'>,
  act: (again: string) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const before = untaken(profile);
    const outcome = await act(tries === 1 ? '' : `, try ${tries}`);
    if (untaken(profile) === before || tries === 3) {
      return outcome;
    }
    console.log('      an answer came too late for the agent: once more');
  }
}

/** How many answers so far came too late for an agent, as on a machine that stands still for a second. */
export function untaken(profile: Profile): number {
  return (
    extensionLog(profile).match(
      /the agent did not (take|wait for) the answer|discarded the late answer/g,
    )?.length ?? 0
  );
}

/** The transcript of a session, as Claude Code wrote it. */
export function transcript(
  box: Sandbox,
  session: string,
): { file: string; lines: Record<string, unknown>[] } {
  const projects = join(box.home, '.claude/projects');
  const name = readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith(`${session}.jsonl`),
  );
  if (name === undefined) {
    throw new Error(`no transcript of ${session}`);
  }
  const file = join(projects, name);
  return { file, lines: readFileSync(file, 'utf8').trim().split('\n').map(parseObject) };
}

export function parseObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function storage(profile: Profile): string {
  return join(profile.userData, 'User/globalStorage/turnwatch.turnwatch');
}
