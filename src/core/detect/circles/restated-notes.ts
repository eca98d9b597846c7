/**
 * Notes in a row that say in other words what earlier ones said: a plan made finer and finer, one summary after the other,
 * thoughts that weigh the same to and fro. Nothing but notes is written between them. They are no circle where the person asks
 * for something written, and each that brings words of its own is news.
 */
import type { JsonObject, ToolClass } from '../../events.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import { classifyCommand } from '../../identity/command/command.js';
import { freshIn, writtenText } from '../../identity/edits/written-text.js';
import { hashText } from '../../identity/hash.js';
import { withoutNoise } from '../../identity/noise/noise.js';
import { SeenSet } from '../../identity/seen-set.js';
import { isThought } from '../../identity/tool/call-nature.js';
import { findCommand } from '../../identity/tool/tool.js';
import { pushNewest } from '../../push-newest.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Call, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from '../detector.js';
import { chooseLevel, graver } from '../level.js';
import { LookedCalls } from '../looked-calls.js';
import { ReportedStall } from '../reported-stall.js';

export const restatedNotes = defineDetector({
  id: 'restated-notes',
  words: {
    'verdict.notes': {
      en: '{count} notes said only what earlier ones had said, and nothing else was written (limit {threshold}).',
      de: '{count} Notizen sagten nur, was frühere schon gesagt hatten, und sonst wurde nichts geschrieben (Grenze {threshold}).',
      equal: 'equal.notes',
      next: 'next.notes',
      clears: 'clears.notes',
      tell: ['tell.notes'],
    },
    'equal.notes': {
      en: 'the words of the notes',
      de: 'die Worte der Notizen',
    },
    'clears.notes': {
      en: 'when something other than a note is changed, or when the turn ends',
      de: 'wenn etwas anderes als eine Notiz geändert wird oder der Turn endet',
    },
    'next.notes': {
      en: 'Name the next step, or end the turn if all is done.',
      de: 'Nennen Sie den nächsten Schritt, oder beenden Sie den Turn, wenn alles getan ist.',
    },
    'counter.notes': {
      en: 'Notes that say nothing new',
      de: 'Notizen ohne Neues',
    },
    'cause.notes': {
      en: '{count} plans, summaries or thoughts in a row said the same in other words.',
      de: '{count} Pläne, Zusammenfassungen oder Gedanken in Folge sagten dasselbe mit anderen Worten.',
    },
    'tell.notes': {
      en: 'Write no further note. Do the next step itself, or say in a few sentences that all is done or what is missing.',
      de: 'Schreib keine weitere Notiz. Mach den nächsten Schritt selbst, oder sag in wenigen Sätzen, dass alles getan ist oder was fehlt.',
      cause: 'cause.notes',
    },
  },
  thresholds: {
    'balanced.restatedNotes': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'times',
      group: 'progress',
      name: 'counter.notes',
      text: {
        en: 'A turn has stalled when this many notes, plans or thoughts say only what earlier ones said, and nothing else was written between them.',
        de: 'Ein Turn gilt als festgefahren, wenn so viele Notizen, Pläne oder Gedanken nur sagen, was frühere sagten, und dazwischen nichts anderes geschrieben wurde.',
      },
    },
  },
  hears: ['turn-start', 'step-end'],
  start: (_session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new RestatedNotesRun(recent, thresholds),
});

const LISTED = 64;
const WORDS = 4096;
/** Too short a note cannot be compared. */
const FEWEST = 8;
/** Share of a note's words that no earlier note had: at most this if it restates them, more than that if it is about something else. */
const [RESTATED, ABOUT_ELSE] = [0.15, 0.5];

/** What is written down for people; other text files may be settings or data. */
const noteFile =
  /\.(?:md|markdown|rst|adoc|org)$|(?:note|plan|summar|report|todo|status|thought|finding|result)\w*\.txt$/i;
const words = /[\p{L}\p{N}_./-]*[\p{L}\p{N}]{2,}/gu;
/** Words in the name of a note that say what kind of note it is, not what it is about. */
const kindOfNote =
  /^(?:final|summar\w+|reports?|status|work|changes?|complet\w+|done|finished|results?|hand-?over|overview|deliver\w+|implement\w+|verif\w+|success|project|tasks?|todo|notes?|plan\w*|roadmap|strategy|approach|steps?|next|phases?|details?|detailed|revised|updated|new|analysis|design|progress|index|readme)$/;
/** A file, an identifier or a figure; the number of a version is none. */
const nameOrFigure = /[\p{L}\p{N}][._/-][\p{L}\p{N}]|\d{3}|\p{L}{1,3}\d{2}/u;
/** How far an item of a list is. */
const state =
  /\[[ xX~*-]?\]|[✅❌⏳⬜☑✔✓]|\b(?:done|open|pending|todo|active|blocked|completed?|in[ _-]progress)\b/gi;

interface Note {
  /** Empty of a thought, which is written nowhere. */
  readonly path: string;
  readonly text: string;
  readonly replaced: string;
}

class RestatedNotesRun implements DetectorRun {
  private row: number[] = [];
  private said = new SeenSet(WORDS);
  /** Notes without how far their items are: one that only ticks something off, or is copied to another place, is no note of its own. */
  private written = new SeenSet(LISTED);
  /** Something new was told since the newest note. */
  private learned = false;
  private readonly looked = new LookedCalls();
  readonly stall = new ReportedStall('monologue');

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.row = [];
          this.said = new SeenSet(WORDS);
          this.written = new SeenSet(LISTED);
          this.stall.forget();
        }
        return undefined;
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const value = this.row.length;
    return value === 0
      ? []
      : [{ id: 'notes', label: { id: 'counter.notes' }, value, limit: this.limit }];
  }

  private get limit(): number {
    return this.thresholds.values['balanced.restatedNotes'];
  }

  private judge({ number: step, calls }: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step) {
      return undefined;
    }
    let found: Finding | undefined;
    for (const each of record.calls) {
      const call = calls.find(({ number }) => number === each.number);
      if (call !== undefined && this.looked.add(step, each.number) && this.remember(call, each)) {
        found = graver(found, this.finding());
      }
    }
    return found;
  }

  /** @returns whether it is one more note that says nothing new */
  private remember(call: Call, record: CallRecord): boolean {
    const note = readNote(call, record);
    if (note === undefined) {
      if (isDeed(record)) {
        this.end();
      }
      this.learned ||= record.worth === 'progress';
      return false;
    }
    if (note.path === '' && this.learned) {
      this.end(); // a thought about what was just learned
    }
    this.learned = false;
    if (note.path !== '' && this.isKnown(note)) {
      return false;
    }
    const all = [...new Set(withoutNoise(note.text).toLowerCase().match(words) ?? [])];
    const fresh = all.filter((word) => this.said.add(word));
    const share = fresh.length / Math.max(1, all.length);
    if (all.length < FEWEST) {
      return false;
    }
    if (share > ABOUT_ELSE || fresh.some((word) => namesSubject(note, word))) {
      this.end();
      return false;
    }
    if (
      share > RESTATED ||
      fresh.some((word) => nameOrFigure.test(word)) ||
      this.recent.wantsText
    ) {
      return false;
    }
    pushNewest(this.row, call.number, LISTED);
    return true;
  }

  private isKnown({ text, replaced }: Note): boolean {
    const [now = '', before] = [text, replaced].map((each) => each.replace(state, ''));
    return now === before || !this.written.add(hashText(now));
  }

  private end(): void {
    this.row = [];
    this.stall.end();
  }

  private finding(): Finding | undefined {
    const count = this.row.length;
    const threshold = this.limit;
    const level = chooseLevel(count, threshold);
    if (level === undefined) {
      return undefined;
    }
    this.stall.report();
    return {
      detector: 'restated-notes',
      kind: 'monologue',
      level,
      count,
      threshold,
      key: 'balanced.restatedNotes',
      what: { id: 'verdict.notes', params: { count, threshold } },
      calls: [...this.row],
      // a further note is a change, too: this run knows when it is over
      until: { keys: [], outcomes: [] },
    };
  }
}

/** Undefined for a call that writes no note, and thinks nothing down. */
function readNote(call: Call, { evidence }: CallRecord): Note | undefined {
  const { class: kind, input } = call;
  const { edits, outcome } = evidence;
  if (outcome.failed) {
    return undefined;
  }
  if (isThought(call)) {
    const texts = Object.values(input).filter((value) => typeof value === 'string');
    const text = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
    return { path: '', text, replaced: '' };
  }
  const [file] = edits.files;
  const isNote = file !== undefined && edits.files.every(({ path }) => noteFile.test(path));
  const written = isNote ? readText(kind, input) : undefined;
  return written && file && { path: file.path, ...written };
}

/** A command counts for what it writes: its own words are no note. */
function readText(kind: ToolClass, input: JsonObject): Omit<Note, 'path'> | undefined {
  if (kind === 'shell') {
    const { writes } = classifyCommand(findCommand(input) ?? '');
    return writes.length === 0
      ? undefined
      : { text: writes.map(({ content }) => content).join('\n'), replaced: '' };
  }
  const written = writtenText(kind, input);
  return written && { text: freshIn(written), replaced: written.replaced };
}

/** A runbook for one service after the other has the same words but for the service, after which its file or folder is named. */
function namesSubject({ path }: Note, word: string): boolean {
  return path.toLowerCase().includes(word) && !kindOfNote.test(word);
}

/** Something other than notes was changed or done, or the tests went differently. */
function isDeed({ worth, rule, evidence: { edits, tests } }: CallRecord): boolean {
  return (
    (edits.changes && edits.files.some(({ path }) => !noteFile.test(path))) ||
    (worth === 'progress' && (tests !== undefined || rule === 'done'))
  );
}
