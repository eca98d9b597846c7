/** Interventions in a recording. Judging it again requests none, so receipts and states are read from its events. */
import type { InterventionEvent, InterventionState, TurnEvent } from '../events.js';
import type { Receipt, SessionState, SessionSummary } from '../view/snapshot.js';

/** Receipts shown. */
const SHOWN = 20;

interface Seen {
  event: ReceiptEvent;
  played: number;
  step: number | undefined;
}

type ReceiptEvent = Extract<TurnEvent, { type: 'intervention' | 'tool.result' | 'turn.start' }>;

export class RecordedReceipts {
  /** Per session, in order: interventions, denied calls and starts of turns. */
  private readonly seen = new Map<string, Seen[]>();

  /** `step`: that of the call whose result the event is. */
  readEvent(event: TurnEvent, played: number, step?: number): void {
    if (
      event.type !== 'intervention' &&
      event.type !== 'turn.start' &&
      !(event.type === 'tool.result' && event.deniedBy === 'turnwatch')
    ) {
      return;
    }
    const seen = this.seen.get(event.session) ?? [];
    this.seen.set(event.session, seen);
    seen.push({ event, played, step });
  }

  /** Receipts of the turn that runs at this place, or ran last; oldest first. */
  at(session: string, played: number): Receipt[] {
    let receipts: Receipt[] = [];
    // the calls of one response are denied together
    const denied = new Set<number | string>();
    for (const { event, played: at, step } of this.seen.get(session) ?? []) {
      if (at > played) {
        break;
      }
      switch (event.type) {
        case 'turn.start':
          receipts = [];
          break;
        case 'tool.result': {
          const open = receipts.findLast(
            ({ kind, state }) =>
              (kind === 'stop' && isOpen(state)) ||
              // tools stay off also once that was ignored
              (kind === 'text-only' && (isOpen(state) || state === 'ignored')),
          );
          const response = step ?? event.call;
          if (open !== undefined && !denied.has(response)) {
            open.denials += 1;
          }
          denied.add(response);
          break;
        }
        case 'intervention': {
          const known = receipts.find(({ id }) => id === event.id);
          const time = event.at ?? 0;
          if (known === undefined) {
            receipts.push({
              id: event.id,
              kind: event.rung,
              state: event.state,
              by: event.by,
              requestedAt: time,
              denials: 0,
              canUndo: false,
            });
            break;
          }
          follow(known, event, time);
          break;
        }
      }
    }
    return receipts.slice(-SHOWN);
  }

  /** When the turn was to be stopped unless the person said otherwise; undefined if no countdown ran at this place. `clock`: its time. */
  stopsAt(session: string, played: number, clock: number): number | undefined {
    let running: InterventionEvent | undefined;
    for (const { event, played: at } of this.seen.get(session) ?? []) {
      if (at > played) {
        break;
      }
      if (event.type === 'turn.start') {
        running = undefined;
      } else if (event.type === 'intervention') {
        running = countdownAfter(event, running);
      }
    }
    const stopsAt = running?.stopsAt;
    return stopsAt !== undefined && stopsAt > clock ? stopsAt : undefined;
  }
}

/** The question whose countdown runs after this event: a stop, another order and the person's word end it. */
function countdownAfter(
  event: InterventionEvent,
  running: InterventionEvent | undefined,
): InterventionEvent | undefined {
  if (event.rung === 'escalate') {
    return event.state === 'requested' ? event : event.id === running?.id ? undefined : running;
  }
  const isNewOrder =
    (event.rung === 'stop' || event.rung === 'text-only') && event.state === 'requested';
  return isNewOrder ? undefined : running;
}

/** What a later event of an intervention adds to its receipt. */
function follow(
  receipt: Receipt,
  { state, denials, ignored }: InterventionEvent,
  time: number,
): void {
  receipt.state = state;
  receipt.denials = denials ?? receipt.denials;
  receipt.ignored = ignored;
  if (state === 'delivered') {
    receipt.deliveredAt = time;
    return;
  }
  receipt.settledAt = time;
  if (state === 'ignored') {
    receipt.ignoredAt = time;
  }
}

/** How the turn ended as it was shown then: judged again, nobody knows that an answer was forced. */
export function recordedEnd(
  { end }: SessionSummary,
  receipts: readonly Receipt[],
): SessionSummary['end'] {
  const isAnswered = receipts.some(({ kind, state }) => kind === 'text-only' && state === 'obeyed');
  return end?.how === 'stalled' && isAnswered ? { how: 'answered', steps: end.steps } : end;
}

/** The state as it was shown then: the judgement's, unless an intervention was under way. */
export function recordedState(
  { open, state }: SessionSummary,
  receipts: readonly Receipt[],
): SessionState {
  if (!open) {
    return state;
  }
  const holds = (kind: Receipt['kind']): boolean =>
    receipts.some((receipt) => receipt.kind === kind && isOpen(receipt.state));
  if (holds('stop')) {
    return 'stopping';
  }
  const wasAsked = receipts.some(({ kind }) => kind === 'escalate');
  if (receipts.some((receipt) => receipt.state === 'ignored') && wasAsked) {
    return 'escalated';
  }
  if (holds('text-only')) {
    return 'text-only';
  }
  return holds('remind') ? 'reminded' : state;
}

function isOpen(state: InterventionState): boolean {
  return state === 'requested' || state === 'delivered';
}
