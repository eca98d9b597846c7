/** One cell of the table of clicks: a turn that is told to answer in words while the model's fifth response is on its way. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InterventionKind } from '../../../src/core/events.js';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { untilDeadline } from '../../host/harness/window.js';
import type { Outcome } from '../harness/box.js';
import { receipts } from '../harness/flows.js';
import {
  finalText,
  startModel,
  type Model,
  type ModelRequest,
  type Temper,
} from '../harness/model.js';
import type { Page } from '../harness/page.js';
import type { ProviderAgent } from '../harness/providers.js';
import { recordedEvents, recordings, untaken, type Scene } from '../harness/scene.js';
import { bash, type Script } from '../harness/scripts.js';

/** The response that is held until the order stands, 0-based. */
const HELD = 4;
/** More than a countdown of 20 s lets pass at a response a second. */
const RESPONSES = 40;
/** Between the responses after the click: real models think longer. */
const THOUGHT_MS = 1000;

export const tempers = ['obedient', 'stubborn', 'stubborn×3', 'deaf'] as const;
type TemperName = (typeof tempers)[number];

/** `ask`: the person clicks. `auto`: the turn stalls, and nobody clicks. */
export const modes = ['ask', 'auto'] as const;

export interface Cell {
  agent: Pick<ProviderAgent, 'id' | 'api' | 'args'>;
  by: 'hooks' | 'relay';
  /** Default: as the window is set, and the person clicks. */
  mode?: (typeof modes)[number];
  /** Default: Force respond. */
  click?: 'Stop Turn';
  temper: TemperName;
  /** Calls in each response. */
  parallel: number;
  /** Every response asks the same: the agent's own guard against loops speaks up, too. */
  same?: boolean;
}

export interface Clicked {
  /** Requests to the model after the one that was on its way at the click. */
  further: number;
  /** Calls that ran although they came after the click: of the response on its way, and of later ones. */
  ranAtOnce: number;
  ranLater: number;
  /** Whether the turn ended with the model's words. */
  answered: boolean;
  /** How the turn ended. */
  ended: 'answered' | 'stopped' | 'script over' | 'cut off';
  detail: SessionDetail;
  requests: readonly ModelRequest[];
  /** Answers that came too late for the agent: the machine was too busy for a fair cell. */
  late: number;
}

/** Where cells are played: the window's page is open, the agent is pointed at the model's port. */
export interface Table {
  scene: Pick<Scene, 'profile' | 'window'>;
  page: Page;
  /** A folder for notes of what ran. */
  home: string;
  port: number;
  /** Runs the agent, which finds its model by way of the relay or not. `ms`: the longest time. */
  run(args: readonly string[], ms?: number): Promise<Outcome>;
}

let played = 0;

/** `ms`: the longest time for the turn. `then`: what the person does after the click. */
export async function playCell(
  { scene, page, home, port, run }: Table,
  { agent, temper, parallel, by, mode, click, same = false }: Cell,
  ms: number,
  then: (session: string) => Promise<void> = () => Promise.resolve(),
): Promise<Clicked> {
  played += 1;
  const log = join(home, `ran-${played}.log`);
  const prompt = `Click ${played}: look at every file with ${agent.id}`;
  if (mode !== undefined) {
    scene.profile.set({ 'turnwatch.mode': mode });
    await page.showsNow((snapshot) => snapshot.mode === mode);
  }
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  const itself = mode === 'auto';
  const model = await startModel({
    script: script(log, parallel, same ? 1 : itself ? CIRCLE : undefined),
    api: agent.api,
    port,
    temper: temperOf(temper),
    ignoresToolChoice: true,
    delayMs: 40,
    before: ({ position = 0 }) =>
      position === HELD && !itself ? held : position > HELD ? sleep(THOUGHT_MS) : Promise.resolve(),
  });
  const lateBefore = untaken(scene.profile);
  const running = run(agent.args(prompt), ms);
  try {
    if (!itself) {
      const atCall = model.waitFor(({ position }) => position === HELD, ms);
      await Promise.race([atCall, endOf(running)]);
    }
    const able = by === 'relay' ? 'relay' : undefined;
    const { session } = await page.shows(
      (detail) =>
        isOf(detail, prompt) &&
        detail.capabilities.textOnly !== 'none' &&
        (able === undefined || detail.capabilities.textOnly === able),
    );
    let at: number | undefined;
    if (!itself) {
      await scene.window.command(`Turnwatch: ${click ?? 'Force Respond'}`);
      const clickedAt = await ordered(scene, session, {
        kind: click === undefined ? 'text-only' : 'stop',
      });
      at = same ? clickedAt : undefined;
      release();
    }
    const [outcome] = await Promise.all([running, then(session)]);
    if (itself) {
      at = await ordered(scene, session, { by: 'auto' });
    }
    const detail = await ended(page, prompt);
    const late = untaken(scene.profile) - lateBefore;
    return { ...clicked(model, outcome, log, at), detail, late };
  } finally {
    release();
    await running.catch(() => undefined);
    await model.close();
  }
}

/** By turns: an agent's own guard ends what asks the same at once. */
const CIRCLE = 3;

/** `r5c1`: the second call of the sixth response. `circle`: so many responses, again and again; absent: none asks what another did. */
function script(log: string, parallel: number, circle: number | undefined): Script {
  return Array.from({ length: RESPONSES }, (_, response) =>
    Array.from({ length: parallel }, (_, call) =>
      circle !== undefined
        ? bash(
            `echo "$(date +%s%3N)" >> '${log}' # ${call}.${response % circle}`,
            `Look at ${call}`,
          )
        : bash(`echo r${response}c${call} >> '${log}'`, `Look at ${response}.${call}`),
    ),
  );
}

function temperOf(name: TemperName): Temper {
  switch (name) {
    case 'stubborn':
      return { stubborn: 2 };
    case 'stubborn×3':
      return { stubborn: 3 };
    default:
      return name;
  }
}

/** What each call that ran has noted: its response, or when it ran (milliseconds since the epoch). */
function ran(log: string): number[] {
  let text = '';
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return []; // none did
  }
  return [...text.matchAll(/^r?(\d+)/gm)].map(([, noted]) => Number(noted));
}

/** `orderedAt`: when the stall's order came (milliseconds since the epoch); absent where the person clicked. */
function clicked(
  { requests }: Model,
  { code, stdout }: Outcome,
  log: string,
  orderedAt: number | undefined,
): Omit<Clicked, 'detail' | 'late'> {
  const asked = requests.filter(({ reason }) => reason !== 'side-request');
  const held =
    orderedAt === undefined
      ? asked.findIndex(({ position }) => position === HELD)
      : asked.findLastIndex(({ at }) => at <= orderedAt);
  const last = asked.at(-1);
  const answered = last !== undefined && isAnswer(last) && stdout.includes(finalText);
  const after = ran(log).filter((noted) => noted >= (orderedAt ?? HELD));
  const later =
    orderedAt === undefined
      ? after.filter((response) => response > HELD)
      : after.filter((at) => at > (asked[held + 1]?.at ?? Infinity));
  return {
    requests,
    further: asked.length - 1 - held,
    ranAtOnce: after.length - later.length,
    ranLater: later.length,
    answered,
    ended: answered
      ? 'answered'
      : code === null
        ? 'cut off'
        : last?.reason === 'script-over'
          ? 'script over'
          : 'stopped',
  };
}

function isAnswer({ reason }: ModelRequest): boolean {
  return reason === 'obeyed' || reason === 'no-tools' || reason === 'tool-choice-none';
}

export function isOf(detail: SessionDetail, prompt: string): boolean {
  return detail.rows.some((row) => row.kind === 'prompt' && row.text.includes(prompt));
}

/** The session once its turn is over and what became of the order is known, or as it is after `ms`. */
export async function ended(page: Page, prompt: string, ms = 10_000): Promise<SessionDetail> {
  await page
    .shows((each) => isOf(each, prompt) && !each.open, ms)
    .then(() => sleep(500))
    .catch(() => undefined);
  const shown = (await page.snapshots()).flatMap(({ selected }) =>
    selected !== undefined && isOf(selected, prompt) ? [selected] : [],
  );
  const last = shown.at(-1);
  assert.ok(last !== undefined, 'the page showed the session');
  return last;
}

async function endOf(running: Promise<Outcome>): Promise<never> {
  const { code, stdout, stderr } = await running;
  throw new Error(
    `the agent ended before the click, with ${code ?? 'a signal'}: ${stdout}${stderr}`,
  );
}

/** The click, or the stall in `auto`, has become an order: one of so many in this turn. @returns when it first was */
export function ordered(
  { profile }: Pick<Scene, 'profile'>,
  session: string,
  {
    count = 1,
    kind = 'text-only',
    by = 'person',
  }: { count?: number; kind?: InterventionKind; by?: 'person' | 'auto' } = {},
): Promise<number> {
  return untilDeadline(120_000, () => {
    const orders = recordings(profile)
      .flatMap(recordedEvents)
      .flatMap((event) =>
        event.type === 'intervention' &&
        event.session === session &&
        event.by === by &&
        event.rung === kind
          ? [event]
          : [],
      );
    assert.ok(new Set(orders.map(({ id }) => id)).size >= count, `no order by ${by} is recorded`);
    return Promise.resolve(orders[0]?.at ?? 0);
  });
}

/** The next turn of the session that was played last, with a model that answers at once. @returns how often its request says so. */
export async function playNext(
  { run, port }: Table,
  { api }: ProviderAgent,
  args: readonly string[],
  words: string,
): Promise<number> {
  const model = await startModel({ script: [], api, port });
  try {
    const { stdout, stderr } = await run(args);
    assert.ok(stdout.includes(finalText), stdout + stderr);
    const asked = model.requests.find(({ reason }) => reason !== 'side-request');
    assert.ok(asked !== undefined);
    assert.ok(asked.body.hasToolCalls, 'it goes on where the last turn ended');
    return JSON.stringify(asked.body.raw).split(words).length - 1;
  } finally {
    await model.close();
  }
}

/** One line of the table. */
export function row(
  { agent, by, mode, click, temper, parallel, same }: Cell,
  result: Clicked | { problem: string },
): string {
  const cells =
    'problem' in result
      ? ['', '', '', '', result.problem.replaceAll(/\s+/g, ' ').slice(0, 200)]
      : [
          String(result.further),
          `${result.ranAtOnce} + ${result.ranLater}`,
          result.answered ? 'yes' : 'no',
          result.ended,
          `${receipts(result.detail)}${ignoredOf(result.detail)}${result.late > 0 ? `; ${result.late} answers came too late` : ''}`,
        ];
  return `| ${[agent.id, click === undefined ? by : `${by}, ${click}`, mode ?? 'ask', same === true ? `${temper}, asks the same` : temper, String(parallel), ...cells].join(' | ')} |`;
}

/** Responses by which the model ignored the order. */
function ignoredOf({ receipts: all }: SessionDetail): string {
  const ignored = all.reduce((sum, each) => sum + (each.ignored ?? 0), 0);
  return ignored > 0 ? `; ignored by ${ignored} responses` : '';
}

export const heading = [
  '| agent | by | mode | model | calls | further requests | calls run: on their way + later | answer | end | receipts |',
  '|---|---|---|---|---|---|---|---|---|---|',
].join('\n');
