/** One line of the timeline: icon, number, tool, title, outcome, time. */
import type { Row } from '../../src/core/view/snapshot.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import type { Item, StepRow } from '../../src/core/view/fold-rows.js';
import { Icon } from '../ui/icons.js';
import { rowLook, stepOutcome } from '../ui/looks.js';
import { oneLine } from '../../src/core/escape-controls.js';
import type { Texts } from '../ui/texts.js';

interface Line {
  number: string;
  tool: string;
  title: string;
  /** Number of further calls of the step. */
  more: number;
  note: string;
  /** The note repeats what tool and title say: shown only if there is room. */
  plainNote: boolean;
  /** Replaces the note where there is little room. */
  shortNote?: string;
  time: string;
  kindWord: string;
}

/** A title of at most this many characters is shown whole next to a tool with a longer name. */
const BRIEF_TITLE = 8;

export class RowLine {
  readonly button = el('button', 'line');
  private readonly icon = new Icon('dot', 'status');
  private readonly spoken = el('span', 'spoken');
  private readonly number = el('span', 'number');
  private readonly tool = el('span', 'tool');
  private readonly title = el('span', 'title');
  private readonly more = el('span', 'more');
  private readonly note = el('span', 'note');
  private readonly time = el('span', 'time');

  constructor() {
    this.button.type = 'button';
    this.button.tabIndex = -1;
    this.number.setAttribute('aria-hidden', 'true');
    this.button.append(
      this.icon.element,
      this.spoken,
      this.number,
      el('span', 'what', this.tool, this.title, this.more),
      this.note,
      this.time,
    );
  }

  update(item: Item, open: boolean, now: number, texts: Texts): void {
    const { button } = this;
    setAttribute(button, 'aria-expanded', String(open));
    if (item.kind === 'fold') {
      this.icon.set('chevron');
      setAttribute(button, 'data-tone', 'dim');
      this.set(foldLine(item, texts), texts);
      return;
    }
    const look = rowLook(item.row);
    this.icon.set(look.icon);
    setAttribute(button, 'data-tone', look.tone);
    this.set(rowLine(item.row, now, texts), texts);
  }

  private set(line: Line, texts: Texts): void {
    setText(this.number, line.number);
    setText(this.tool, line.tool);
    show(this.tool, line.tool !== '');
    setText(this.title, line.title);
    setAttribute(
      this.title,
      'data-brief',
      line.title.length <= BRIEF_TITLE && line.tool.length > line.title.length ? '' : undefined,
    );
    setText(this.more, line.more > 0 ? `+${texts.number(line.more)}` : '');
    show(this.more, line.more > 0);
    setText(this.note, line.note);
    setAttribute(this.note, 'data-plain', line.plainNote ? '' : undefined);
    setAttribute(this.note, 'data-short', line.shortNote);
    setText(this.time, line.time);
    setText(this.spoken, line.kindWord === '' ? '' : `${line.kindWord}: `);
    setAttribute(
      this.button,
      'title',
      [line.tool, line.title].join(' ').trim() + (line.note === '' ? '' : `\n${line.note}`),
    );
  }
}

function foldLine(item: Extract<Item, { kind: 'fold' }>, texts: Texts): Line {
  return {
    number: '',
    tool: '',
    more: 0,
    plainNote: false,
    time: '',
    kindWord: '',
    title: texts.get('label.similar', { count: item.count, from: item.from, to: item.to }),
    note: oneLine(item.tool, 40),
  };
}

function rowLine(row: Row, now: number, texts: Texts): Line {
  const base = {
    number: '',
    tool: '',
    title: '',
    more: 0,
    note: '',
    plainNote: false,
    time: '',
    kindWord: '',
  };
  const at = row.at === undefined ? '' : texts.clock(row.at).slice(0, 5);
  switch (row.kind) {
    case 'prompt':
      return { ...base, title: oneLine(row.text), time: at, kindWord: texts.get('label.prompt') };
    case 'message':
      return { ...base, title: oneLine(row.text), kindWord: texts.get('label.message') };
    case 'workspace':
      return {
        ...base,
        title: texts.say(row.what),
        note: isOfNobody(row) ? '' : texts.get(`author.${row.by}`),
        kindWord: texts.get('label.workspace'),
      };
    case 'verdict':
      return {
        ...base,
        tool: texts.state(row.level, row.what),
        title: texts.say(row.what),
        time: at,
      };
    case 'intervention':
      return {
        ...base,
        tool: texts.get(`rung.${row.rung}`),
        time: at,
        // an escalation has no stages of its own to show
        ...(row.rung === 'escalate'
          ? {}
          : {
              title: texts.get(`receipt.${row.state}`),
              note: row.by === 'person' ? texts.get('by.person') : '',
            }),
      };
    case 'step':
      return stepLine(row, now, texts);
  }
}

/** A background task ends by itself. */
function isOfNobody({ what, by }: Extract<Row, { kind: 'workspace' }>): boolean {
  return what.id === 'progress.task' && by === 'unknown';
}

function stepLine(row: StepRow, now: number, texts: Texts): Line {
  const [call] = row.calls;
  const outcome = stepOutcome(row);
  const title = oneLine(call?.title ?? '');
  const path = row.note?.params?.['path'];
  const note =
    row.note !== undefined
      ? texts.say(row.note)
      : outcome === 'ok' || outcome === 'running'
        ? ''
        : texts.get(`outcome.${outcome}`);
  const ms = stepTime(row, now);
  const sameStep = row.note?.id === 'idle.same' ? row.note.params?.['step'] : undefined;
  return {
    number: String(row.step),
    tool: oneLine(call?.tool ?? '', 60),
    title,
    more: row.calls.length - 1,
    note,
    plainNote:
      row.note?.id === 'progress.new-output' || (typeof path === 'string' && title.includes(path)),
    ...(sameStep === undefined ? {} : { shortNote: `= ${sameStep}` }),
    time: ms === undefined || ms < 50 ? '' : texts.duration(ms),
    kindWord: [
      texts.get('label.step', { step: row.step }),
      row.progress ? texts.get('label.progress') : texts.get(`outcome.${outcome}`),
    ].join(', '),
  };
}

/** Milliseconds the step took, or has taken so far. */
function stepTime(row: StepRow, now: number): number | undefined {
  if (!row.closed && row.calls.some((call) => call.outcome === 'running')) {
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
