/** Files that get back what they held: by the agent's own edits, by writing the same again, or by another writer who undoes them. */
import type { Session } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { fromFolder } from '../../identity/tool/tool.js';
import type { Message, PersonTextId } from '../../view/words/wording.js';
import {
  defineDetector,
  type Counter,
  type DetectorRun,
  type EndingStall,
  type Finding,
  type DetectorContext,
} from '../detector.js';
import type { EditState, EditValue } from '../../identity/edits/file-content.js';
import type { CallRecord, RecentSteps, StepRecord } from '../../evidence/recent-steps.js';
import { pushNewest } from '../../push-newest.js';
import { BlockRounds } from './block-rounds.js';
import { graver } from '../level.js';
import { Returns, type Return } from './returns.js';
import { TakenBack } from './taken-back.js';

export const oscillation = defineDetector({
  id: 'oscillation',
  words: {
    'verdict.oscillation.back': {
      en: '{path} returned to earlier content ({count}×).',
      de: '{path} kehrte zu früherem Inhalt zurück ({count}×).',
      equal: 'equal.content',
      tell: ['tell.back'],
    },
    'verdict.oscillation.same': {
      en: '{path} was rewritten with identical content ({count}×).',
      de: '{path} wurde mit identischem Inhalt neu geschrieben ({count}×).',
      equal: 'equal.content',
      tell: ['tell.same-content'],
    },
    'verdict.oscillation.block': {
      en: 'The same lines were put into {path} again ({count}×).',
      de: 'Dieselben Zeilen wurden erneut in {path} eingesetzt ({count}×).',
      equal: 'equal.edit',
      tell: ['tell.block'],
    },
    'verdict.oscillation.tool': {
      en: 'Another tool, such as a formatter, undid the agent’s edits to {path} ({count}×).',
      de: 'Ein anderes Tool, etwa ein Formatierer, machte Bearbeitungen des Agents an {path} rückgängig ({count}×).',
      equal: 'equal.edit',
      tell: ['tell.undone'],
    },
    'verdict.oscillation.person': {
      en: 'Manual edits undid the agent’s edits to {path} ({count}×).',
      de: 'Bearbeitungen von Hand machten die des Agents an {path} rückgängig ({count}×).',
      equal: 'equal.edit',
      tell: ['tell.undone-by-hand'],
    },
    'verdict.oscillation.other': {
      en: 'Something else undid the agent’s edits to {path} ({count}×).',
      de: 'Etwas anderes machte Bearbeitungen des Agents an {path} rückgängig ({count}×).',
      equal: 'equal.edit',
      tell: ['tell.undone'],
    },
    'equal.content': {
      en: 'the file’s content',
      de: 'der Inhalt der Datei',
    },
    'equal.edit': {
      en: 'the edit',
      de: 'die Bearbeitung',
    },
    'counter.oscillation': {
      en: 'File changed back',
      de: 'Datei zurückgeändert',
    },
    'tell.back': {
      en: 'Settle on one version and say why. If neither helps, look for the cause in another file.',
      de: 'Entscheide dich für eine Fassung, und sag, warum. Hilft keine, such die Ursache in einer anderen Datei.',
      cause: 'verdict.oscillation.back',
    },
    'tell.same-content': {
      en: 'Leave it as it is and go on, or say what should have changed.',
      de: 'Lass die Datei, wie sie ist, und mach weiter, oder sag, was sich hätte ändern sollen.',
      cause: 'verdict.oscillation.same',
    },
    'tell.block': {
      en: 'Read {path} as it is now, and say why these lines don’t stay or don’t help.',
      de: 'Lies {path} im jetzigen Zustand, und sag, warum diese Zeilen nicht bleiben oder nicht helfen.',
      cause: 'verdict.oscillation.block',
    },
    'cause.undone': {
      en: 'Something else, such as a formatter, undid your edits to {path} ({count}×).',
      de: 'Etwas anderes, etwa ein Formatierer, machte deine Bearbeitungen an {path} rückgängig ({count}×).',
    },
    'tell.undone': {
      en: 'Find out what undoes them before you edit {path} again.',
      de: 'Finde heraus, was sie rückgängig macht, bevor du {path} erneut bearbeitest.',
      cause: 'cause.undone',
    },
    'cause.undone-by-hand': {
      en: 'Your edits to {path} were undone by hand ({count}×).',
      de: 'Deine Bearbeitungen an {path} wurden von Hand rückgängig gemacht ({count}×).',
    },
    'tell.undone-by-hand': {
      en: 'Leave {path} as it is, and ask what it should look like.',
      de: 'Lass {path}, wie es ist, und frag, wie es aussehen soll.',
      cause: 'cause.undone-by-hand',
    },
  },
  thresholds: {
    'balanced.returns': {
      default: 2,
      min: 1,
      max: 20,
      unit: 'times',
      group: 'edits',
      name: 'counter.oscillation',
      text: {
        en: 'A file that returns to earlier content this many times is oscillating.',
        de: 'Eine Datei, die so oft zu früherem Inhalt zurückkehrt, wechselt hin und her.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new OscillationRun(session, thresholds, recent),
});

/** Added to the limit: rewriting the current content is harmless by itself, and there may be no other writer. */
const EXTRA_SAME = 1;
const EXTRA_UNSEEN = 1;
/** Trying something and taking it back is honest, and so may be what comes back later: this many times the limit. */
const TRIED = 2;
/** Added to the limit: a block may be moved within its file, or be due in two places. */
const EXTRA_MOVED = 1;
/** How often a content comes back before it is worth a look, unless that is at once. */
const WARNED = 2;
/** Another writer counts as the one who undid an edit if it wrote at most this many steps before the next edit. */
const SEEN_WITHIN = 3;
const LISTED_CALLS = 64;

/** What happened to the file: an edit of this state, edits that another writer undid, or a block put in again. */
type What = EditState | 'undone' | 'block';
type ChangedBy = 'tool' | 'person' | 'unknown';

const undoneBy: Record<ChangedBy, PersonTextId> = {
  tool: 'verdict.oscillation.tool',
  person: 'verdict.oscillation.person',
  unknown: 'verdict.oscillation.other',
};

interface Count {
  count: number;
  limit: number;
}

function excess({ count, limit }: Count): number {
  return count - limit;
}

class OscillationRun implements DetectorRun, EndingStall {
  readonly stall = this;
  private nearest = 0;
  private calls: { path: string; number: number; step: number; key: string }[] = [];
  /** The other writer that changed a file last, and after which step. */
  private other: { by: ChangedBy; step: number } | undefined;

  private readonly takenBack: TakenBack;
  private readonly returns: Returns;
  private readonly blocks: BlockRounds;
  /** The stall is one of edits that made no difference and were taken back. */
  private isStalledInVain = false;

  constructor(
    private readonly session: Session,
    private readonly thresholds: Thresholds,
    private readonly recent: RecentSteps,
  ) {
    this.takenBack = new TakenBack(recent);
    this.returns = new Returns(recent);
    this.blocks = new BlockRounds(recent);
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.calls = [];
          this.nearest = 0;
          this.isStalledInVain = false;
          this.takenBack.restart();
          this.returns.restart(this.session.steps);
          this.blocks.restart();
        }
        return undefined;
      case 'outside':
        if (fact.change.signal !== 'task' && fact.change.by !== 'agent') {
          this.other = { by: fact.change.by, step: this.session.steps - 1 };
        }
        return undefined;
      case 'step-end': {
        const record = this.recent.newest;
        return record?.step === fact.step.number ? this.judge(record) : undefined;
      }
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [
      {
        id: 'oscillation',
        label: { id: 'counter.oscillation' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.returns'],
      },
    ];
  }

  takeEnd(): 'oscillation' | undefined {
    if (!this.isStalledInVain || !this.takenBack.ended()) {
      return undefined;
    }
    this.isStalledInVain = false;
    return 'oscillation';
  }

  private judge(record: StepRecord): Finding | undefined {
    let best: Finding | undefined;
    for (const call of record.calls) {
      for (const edit of call.evidence.edits.files) {
        this.remember(edit, call, record.step);
        this.takenBack.see(edit, call, record.step);
        best = graver(best, this.finding(edit, call, record.step));
      }
    }
    return best;
  }

  private finding(edit: EditValue, call: CallRecord, step: number): Finding | undefined {
    const limit = this.thresholds.values['balanced.returns'];
    const returned = this.returns.see(edit, call, step);
    const rounds = this.rounds(edit, step);
    if (rounds !== undefined) {
      this.nearest = Math.min(limit, rounds.count);
      const level = excess(rounds) >= 0 ? 'stalled' : 'watch';
      return this.found(level, rounds, edit, call, { what: 'block', bringsNew: true });
    }
    const [back, vain] = [this.returned(edit, returned), this.madeInVain(edit)];
    if (vain !== undefined && excess(vain) >= 0 && (back === undefined || excess(back) < 0)) {
      this.nearest = limit;
      this.isStalledInVain = true;
      return this.found('stalled', vain, edit, call, { what: edit.state, bringsNew: true });
    }
    const undone = this.undone(edit);
    const isUndone = undone !== undefined && (back === undefined || excess(undone) >= excess(back));
    const worse = isUndone ? undone : back;
    this.nearest = Math.min(limit, worse?.count ?? returned?.count ?? 0);
    if (worse === undefined) {
      return undefined;
    }
    const isFull = excess(worse) >= 0;
    // added, run with a new result, and removed: that was useful
    if (isFull && this.broughtNews(edit)) {
      return undefined;
    }
    const level = isFull ? 'stalled' : 'watch';
    const what = isUndone ? 'undone' : edit.state;
    return this.found(level, worse, edit, call, { what, bringsNew: isUndone });
  }

  /** How many rounds the same block has gone, once that is worth a look. */
  private rounds(edit: EditValue, step: number): Count | undefined {
    const { count, isAsked } = this.blocks.see(edit, step);
    const limit = this.thresholds.values['balanced.returns'] + (isAsked ? 0 : EXTRA_MOVED);
    return count < WARNED ? undefined : { count, limit };
  }

  /** How often the file returned to earlier content, or was rewritten with its current content, once that is worth a look. */
  private returned({ state, moved }: EditValue, known: Return | undefined): Count | undefined {
    if (known === undefined || moved) {
      return undefined;
    }
    // to turn something on and off may be what the person asked for
    const returns = this.thresholds.values['balanced.returns'] + this.recent.timesAsked;
    const limit = state === 'back' ? returns : returns + EXTRA_SAME;
    const { count, atOnce, isImmediate } = known;
    if (atOnce >= limit || (isImmediate && count < WARNED)) {
      return { count: atOnce, limit };
    }
    const tried = limit * TRIED;
    return count < tried - 1 ? undefined : { count, limit: tried };
  }

  /** How often another writer undid the edit. If none was seen, it may be another place that looks the same. */
  private undone(edit: EditValue): Count | undefined {
    const isSeen = this.isOtherSeen(edit);
    if (edit.mayHaveStayed && !isSeen) {
      return undefined;
    }
    const extra = isSeen ? 0 : EXTRA_UNSEEN;
    const limit = this.thresholds.values['balanced.returns'] + extra;
    return edit.undone > extra ? { count: edit.undone, limit } : undefined;
  }

  /** How many edits in a row made no difference and were taken back. */
  private madeInVain({ state }: EditValue): Count | undefined {
    const { count } = this.takenBack;
    const wanted = this.recent.timesWanted();
    const limit = this.thresholds.values['balanced.returns'] * TRIED * wanted;
    return state === 'back' && count > 1 ? { count, limit } : undefined;
  }

  /** `bringsNew`: each of the edits writes new content, so that content alone clears nothing. */
  private found(
    level: 'watch' | 'stalled',
    { count, limit }: Count,
    edit: EditValue,
    call: CallRecord,
    { what, bringsNew }: { what: What; bringsNew: boolean },
  ): Finding {
    return {
      detector: 'oscillation',
      kind: 'oscillation',
      level,
      count,
      threshold: limit,
      key: 'balanced.returns',
      what: this.sentence(edit, count, what),
      calls: this.calls.filter(({ path }) => path === edit.path).map(({ number }) => number),
      members: [call.key],
      ...(bringsNew && { until: { keys: [], outcomes: [] } }),
    };
  }

  /** Whether a run since the file's last edit printed something new. */
  private broughtNews({ path }: EditValue): boolean {
    const newest = this.recent.newest?.step ?? 0;
    const last =
      this.calls.findLast((each) => each.path === path && each.step < newest)?.step ?? newest;
    return this.recent.records.some(
      ({ step, calls }) =>
        step > last &&
        step < newest &&
        calls.some(
          ({ worth, evidence: { action, edits } }) =>
            worth === 'progress' && !action.looks && !edits.changes,
        ),
    );
  }

  private isOtherSeen({ steps }: EditValue): boolean {
    return this.other !== undefined && this.other.step >= (steps.at(-1) ?? 0) - SEEN_WITHIN;
  }

  private sentence({ path }: EditValue, count: number, what: What): Message {
    const params = { path: fromFolder(path, this.session.cwd), count };
    switch (what) {
      case 'undone':
        return { id: undoneBy[this.other?.by ?? 'unknown'], params };
      case 'block':
      case 'again':
        return { id: 'verdict.oscillation.block', params };
      case 'same':
        return { id: 'verdict.oscillation.same', params };
      case 'back':
      case 'new':
        return { id: 'verdict.oscillation.back', params };
    }
  }

  private remember({ path }: EditValue, { number, key }: CallRecord, step: number): void {
    if (this.calls.some((each) => each.number === number && each.path === path)) {
      return;
    }
    pushNewest(this.calls, { path, number, step, key }, LISTED_CALLS);
  }
}
