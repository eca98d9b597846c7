/** What one line of the timeline says. Pure. */
import { capMessage } from '../../src/core/money/amounts.js';
import { oneLine } from '../../src/core/escape-controls.js';
import {
  withoutMarks,
  type CallRow,
  type LineCounts,
  type Row,
} from '../../src/core/view/timeline/rows.js';
import type { Message } from '../../src/core/view/words/wording.js';
import type { ChapterItem, Item, StepRow } from '../../src/core/view/timeline/fold-rows.js';
import type { IconName } from '../ui/icons.js';
import { endLook, levelLook, noteIcon, stepOutcome } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';

export interface Line {
  number: string;
  /** Shown before the title; a command or a file stands for itself. */
  tool: string;
  title: string;
  /** The folder of the file that is the title. */
  folder: string;
  /** Number of further calls of the step. */
  more: number;
  lines?: LineCounts;
  note: string;
  /** The line itself says it already, or its icon. */
  isNoteSaid: boolean;
  /** Replaces the note where there is little room. */
  shortNote?: string;
  noteIcon?: IconName | undefined;
  time: string;
  kindWord: string;
  tooltip: string;
}

/** Shorter times are told only where the row is open (milliseconds). */
const SHORTEST_TIME = 1000;

export function makeLine(item: Item, now: number, texts: Texts): Line {
  switch (item.kind) {
    case 'chapter':
      return chapterLine(item, texts);
    case 'fold':
      return foldLine(item, texts);
    case 'row':
      return rowLine(item, now, texts);
  }
}

const nothing: Line = {
  number: '',
  tool: '',
  title: '',
  folder: '',
  more: 0,
  note: '',
  isNoteSaid: false,
  time: '',
  kindWord: '',
  tooltip: '',
};

function foldLine(item: Extract<Item, { kind: 'fold' }>, texts: Texts): Line {
  return {
    ...nothing,
    title: texts.get('label.similar', { count: item.count, from: item.from, to: item.to }),
    note: item.isPlanning ? texts.get('label.planning') : oneLine(item.tool, 40),
  };
}

function chapterLine(item: ChapterItem, texts: Texts): Line {
  const { head, steps, from, to, failed, lines, level, isTurn } = item;
  const title =
    head?.text ?? texts.get('label.stepRange', { from: texts.number(from), to: texts.number(to) });
  // how an earlier turn ended says more than what failed on its way
  const ended = isTurn ? head?.ended : undefined;
  const said = [
    ...(level === undefined ? [] : [texts.state(level)]),
    ...(ended === undefined ? [] : [texts.get(`end.${ended}`)]),
    ...(failed === 0 ? [] : [texts.get('label.failedSteps', { count: texts.number(failed) })]),
    texts.steps(steps),
  ];
  return {
    ...nothing,
    title,
    ...(lines !== undefined && { lines }),
    note: failed > 0 && ended === undefined ? texts.number(failed) : '',
    noteIcon:
      level !== undefined
        ? levelLook(level).icon
        : ended !== undefined
          ? endLook(ended).icon
          : failed > 0
            ? 'cross'
            : undefined,
    time: steps === 0 ? '' : texts.number(steps),
    kindWord: said.join(', '),
    tooltip: [title, ...said].join('\n'),
  };
}

function rowLine({ row, titled }: Extract<Item, { kind: 'row' }>, now: number, texts: Texts): Line {
  switch (row.kind) {
    case 'prompt':
      return {
        ...nothing,
        title: oneLine(row.text),
        time: timeOfRow(row, texts),
        kindWord: texts.get('label.prompt'),
      };
    case 'message':
      return {
        ...nothing,
        title: messageRest(row.text, titled) || texts.get('label.blank'),
        kindWord: texts.get('label.message'),
      };
    case 'workspace':
      return {
        ...nothing,
        title: texts.say(row.what),
        ...changeLine(row),
        note: isOfNobody(row) ? '' : texts.get(`author.${row.by}`),
        kindWord: texts.get('label.workspace'),
      };
    case 'verdict':
      return {
        ...nothing,
        tool: texts.state(row.level, row.what),
        title: texts.say(row.repeated ?? row.what),
        time: timeOfRow(row, texts),
      };
    case 'cap':
      return {
        ...nothing,
        title: texts.say(capMessage(row.cap, texts.locale)),
        time: timeOfRow(row, texts),
      };
    case 'intervention':
      return {
        ...nothing,
        tool: texts.intervention({ ...row, kind: row.intervention }),
        time: timeOfRow(row, texts),
        // an escalation has no stages of its own to show
        ...(row.intervention === 'escalate'
          ? {}
          : {
              title: [
                ...(row.doubts ?? []).map((doubt) => texts.say(doubt)),
                texts.receipt(row.intervention, row.state),
              ].join(' · '),
              note: row.by === 'person' ? texts.get('by.person') : '',
            }),
      };
    case 'step':
      return stepLine(row, now, texts);
  }
}

/** `12:01` */
function timeOfRow({ at }: Row, texts: Texts): string {
  return at === undefined ? '' : texts.clock(at).slice(0, 5);
}

/** The files of a change, where they are known: the first, and how many more there are. */
function changeLine({ paths = [] }: Extract<Row, { kind: 'workspace' }>): Partial<Line> {
  const [first] = paths;
  const lead = first === undefined ? undefined : nameFirst(oneLine(first, 400));
  return lead === undefined ? {} : { ...lead, more: paths.length - 1, tooltip: paths.join(', ') };
}

/** A background task ends by itself. */
function isOfNobody({ what, by }: Extract<Row, { kind: 'workspace' }>): boolean {
  return what.id === 'progress.task' && by === 'unknown';
}

function stepLine(row: StepRow, now: number, texts: Texts): Line {
  const [call] = row.calls;
  const outcome = stepOutcome(row);
  const tool = oneLine(call?.tool ?? '', 60);
  const title = call === undefined ? '' : callTitle(call, texts);
  const lead = makeLead(call, title);
  const noted = makeNote(row, title, texts);
  const ms = stepTime(row, now);
  const lines = makeLines(row);
  return {
    ...nothing,
    ...noted,
    number: String(row.step),
    ...(lead ?? { tool: ownName(tool), title }),
    more: noted.countsCalls ? 0 : row.calls.length - 1,
    ...(lines === undefined ? {} : { lines }),
    time: ms === undefined || ms < SHORTEST_TIME ? '' : texts.duration(ms),
    kindWord: [
      texts.get('label.step', { step: row.step }),
      row.progress ? texts.get('label.progress') : texts.get(`outcome.${outcome}`),
      ...(lead === undefined ? [] : [tool]),
    ].join(', '),
    tooltip: `${tool} ${title}`.trim(),
  };
}

function makeNote(
  row: StepRow,
  title: string,
  texts: Texts,
): Pick<Line, 'note' | 'isNoteSaid' | 'shortNote' | 'noteIcon'> & { countsCalls?: boolean } {
  const { note } = row;
  const outcome = stepOutcome(row);
  const bad = row.calls.filter((call) => call.outcome === outcome).length;
  if (row.calls.length > 1 && outcome !== 'ok' && outcome !== 'running') {
    const counts = { count: texts.number(bad), total: texts.number(row.calls.length) };
    return {
      note: texts.get('label.someOf', { ...counts, what: texts.get(`outcome.${outcome}`) }),
      isNoteSaid: false,
      countsCalls: true,
      ...(outcome === 'failed' && { shortNote: `${counts.count}/${counts.total} ✗` }),
    };
  }
  // what most steps bring is told where the row is open
  if (note === undefined || isUsual(note)) {
    const isPlain = outcome === 'ok' || outcome === 'running';
    return {
      note: isPlain ? '' : texts.get(`outcome.${outcome}`),
      isNoteSaid: false,
    };
  }
  const { path, step, failing } = note.params ?? {};
  return {
    note: texts.say(note),
    isNoteSaid:
      (note.id === 'idle.books' && row.calls[0]?.class === 'todo') ||
      (typeof path === 'string' && title.includes(path)),
    ...(note.id === 'idle.same' && step !== undefined ? { shortNote: `=${step}` } : {}),
    ...(note.id === 'progress.tests' && failing !== undefined ? { shortNote: `${failing} ✗` } : {}),
    noteIcon: noteIcon(note.id),
  };
}

/** Says no more of a step than that it went on. */
export function isUsual({ id }: Message): boolean {
  return id === 'progress.new-output' || id === 'progress.done';
}

/** What a message says beyond the title of its chapter, where that stands above it. */
function messageRest(text: string, title: string | undefined): string {
  const whole = oneLine(withoutMarks(text)).trim();
  return title !== undefined && whole.startsWith(title)
    ? whole.slice(title.length).replace(/^[\s:.]+/, '')
    : whole;
}

/** The name of a server's tool, without the server's. */
function ownName(tool: string): string {
  return tool.replace(/^mcp__.*?__(?=\w)/, '');
}

/** What a call does, in one line. */
export function callTitle({ words, title }: CallRow, texts: Texts): string {
  return oneLine(words === undefined ? title : texts.say(words));
}

/** What a line begins with instead of the tool: the command, the file's name before its folder, or words. */
function makeLead(
  call: CallRow | undefined,
  title: string,
): { title: string; folder: string } | undefined {
  switch (call?.class) {
    case 'shell':
    case 'test':
    case 'search':
    case 'ask':
      return title === '' ? undefined : { title, folder: '' };
    case 'read':
    case 'edit':
    case 'write':
      return nameFirst(pathIn(title, call.path));
    default:
      return call?.words === undefined ? undefined : { title, folder: '' };
  }
}

function nameFirst(path: string): { title: string; folder: string } | undefined {
  const [name = ''] = /[^/\\]+[/\\]?$/.exec(path) ?? [];
  return name === ''
    ? undefined
    : { title: name, folder: path.slice(0, -name.length).replace(/(?<=.)[/\\]$/, '') };
}

/** The path in a title, which may begin with an editor's command. Empty if it is none. */
function pathIn(title: string, path: string | undefined): string {
  const afterCommand = title.slice(title.indexOf(' ') + 1);
  return (
    [title, afterCommand].find((each) =>
      path === undefined ? !/[ {}]/.test(each) : each !== '' && oneLine(path).endsWith(each),
    ) ?? ''
  );
}

/** Lines that the step's calls added and removed; undefined where that is not known of any. */
function makeLines({ calls }: StepRow): LineCounts | undefined {
  const known = calls.flatMap(({ lines }) => lines ?? []);
  return known.length === 0
    ? undefined
    : {
        added: known.reduce((sum, { added }) => sum + added, 0),
        removed: known.reduce((sum, { removed }) => sum + removed, 0),
      };
}

/** Its line tells how long it has run, and so another time each second. */
export function isRunning(row: Row): boolean {
  return (
    row.kind === 'step' && !row.closed && row.calls.some(({ outcome }) => outcome === 'running')
  );
}

/** Milliseconds the step took, or has taken so far. */
function stepTime(row: StepRow, now: number): number | undefined {
  if (isRunning(row)) {
    return row.at === undefined ? undefined : Math.floor(Math.max(0, now - row.at) / 1000) * 1000;
  }
  const [call] = row.calls;
  if (row.calls.length === 1) {
    return call?.durationMs;
  }
  const ends = row.calls
    .map((each) => (each.at ?? row.at ?? Number.NaN) + (each.durationMs ?? Number.NaN))
    .filter(Number.isFinite);
  return row.at === undefined || ends.length === 0
    ? undefined
    : Math.max(0, Math.max(...ends) - row.at);
}
