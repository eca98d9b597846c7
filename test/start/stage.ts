/** The stage of `npm start` and of the pictures: a window, a sample project, an agent and a model, isolated from the person's own. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { CLIENT_CONFIG } from '../../src/agents/install/hook-names.js';
import { installHooks } from '../../src/agents/claude-code/answer.js';
import { sandbox, type Sandbox } from '../agents/harness/claude.js';
import { startModel, type Model, type ModelOptions } from '../agents/harness/model.js';
import type { Script } from '../agents/harness/scripts.js';
import { makeProfile, type Profile } from '../host/harness/profile.js';
import { openEditor, type Programs, type SampleEditor } from './editor.js';
import { openLink, TooLate, type Link } from './link.js';
import { answer, otherTurns, script, writeProject } from './sample.js';

export interface StartOptions {
  ask: boolean;
  /** Unattended: opens the page itself and ends after one turn. */
  once: boolean;
  /** No display here: a browser that is not opened by a person stays closed. */
  headless: boolean;
  screenshot?: string;
  save?: string;
  programs: Programs;
  /** Claude Code's program; without it a recording is played. */
  claude?: readonly string[];
  recordedBecause?: string;
  /** Where the page is opened by us. */
  chromium: () => Promise<string>;
}

/** How long a person may take to open the page, and the machine to open the window (milliseconds). */
const PATIENCE_MS = 60_000;
const WINDOW_MS = 90_000;
/** Pause between the model's responses, so that a person can follow (milliseconds). */
const FOLLOW_MS = 500;
const HURRY_MS = 120;

export interface Stage {
  options: StartOptions;
  profile: Profile;
  model: Model;
  box: Sandbox;
  link: Link;
  editor: SampleEditor;
  /** Aborts everything. */
  signal: AbortSignal;
  /** Sessions of finished turns. */
  over: Set<string>;
  page?: Page;
}

/** All the parts, in a home and a profile of their own. `more.settings`: of the person's, on top. */
export async function setUp(
  options: StartOptions,
  signal: AbortSignal,
  cleanUp: (() => Promise<void> | void)[],
  more: Pick<ModelOptions, 'before'> & { settings?: Record<string, unknown> } = {},
): Promise<Stage> {
  const turn: ReturnType<typeof script>[number][] = []; // needs the folder, which is created later
  const others: { prompt: string; script: Script }[] = [];
  const model = await startModel({
    ...(more.before && { before: more.before }),
    script: turn,
    branches: others,
    words: answer,
    delayMs: options.once && options.save === undefined ? HURRY_MS : FOLLOW_MS,
  });
  cleanUp.push(() => model.close());
  const home = sandbox(model.url);
  cleanUp.push(() => home.dispose());
  const claudeDir = join(home.home, '.claude');
  const profile = makeProfile({
    ...calm,
    'turnwatch.mode': options.ask ? 'ask' : 'auto',
    ...more.settings,
  });
  cleanUp.push(() => profile.dispose());
  const folder = profile.repository('parser');
  writeProject(folder, profile.env);
  turn.push(...script(folder));
  others.push(...otherTurns(folder));

  const hooks = installHooks('', bridgeFolder(profile));
  if (!('text' in hooks)) {
    throw new Error(hooks.problem);
  }
  writeFileSync(join(claudeDir, 'settings.json'), hooks.text);

  const link = await openLink();
  cleanUp.push(() => link.close());
  const editor = await openEditor({
    programs: options.programs,
    profile,
    folder,
    env: { ...profile.env, CLAUDE_CONFIG_DIR: claudeDir, TURNWATCH_SAMPLE_LINK: link.url },
  });
  cleanUp.push(() => editor.close());
  if (options.claude !== undefined) {
    process.env.TURNWATCH_AGENTS = JSON.stringify({ 'claude-code': options.claude });
  }
  return {
    options,
    profile,
    model,
    box: { ...home, workspace: folder },
    link,
    editor,
    signal,
    over: new Set(),
  };
}

const calm = {
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
};

const bridgeFolder = (profile: Profile): string =>
  join(profile.userData, 'User/globalStorage/turnwatch.turnwatch/bridge');

/** Until Turnwatch runs in a window, and hooks would reach it. */
export async function windowUp(stage: Stage): Promise<void> {
  const { options, editor, link, signal, profile } = stage;
  const connected = link.waitFor(() => true, PATIENCE_MS + WINDOW_MS, signal);
  connected.catch(() => undefined); // awaited below, perhaps after something else has failed
  if (editor.address !== undefined) {
    console.log(`1  VS Code is up. Open ${editor.address}`);
  } else {
    console.log('1  VS Code opens its window.');
  }
  if (options.once) {
    stage.page = await editor.drive(options.chromium);
  } else if (
    editor.address !== undefined &&
    options.headless &&
    !(await Promise.race([connected, sleep(PATIENCE_MS, false, { ref: false })]))
  ) {
    console.log(
      '   Nobody has opened it yet: it goes on in a browser without a screen. Open the address whenever you like.',
    );
    stage.page = await editor.drive(options.chromium);
  }
  await connected;
  for (
    const until = Date.now() + 10_000;
    !existsSync(join(bridgeFolder(profile), CLIENT_CONFIG)) && options.claude !== undefined;
  ) {
    if (Date.now() > until) {
      throw new TooLate(10_000);
    }
    await sleep(50);
  }
  // A person has just arrived: let the eye find the side bar first.
  if (!options.once) {
    await sleep(2500, undefined, { signal });
  }
}

/** Turnwatch's view in a window that we drive. */
export function view({ page }: Stage): Frame {
  const frame = page
    ?.frames()
    .find((each) => /[?&]extensionId=turnwatch\.turnwatch/i.test(each.parentFrame()?.url() ?? ''));
  if (!frame) {
    throw new Error("Turnwatch's view is not open");
  }
  return frame;
}
