/** Interventions in a recording. Judging it again requests none, so receipts and states are read from its events. */
import type { InterventionState, TurnEvent } from '../events.js';
import type { Receipt, SessionState, SessionSummary } from '../view/snapshot.js';

/** Receipts shown. */
const SHOWN = 20;

type ReceiptEvent = Extract<TurnEvent, { type: 'intervention' | 'tool.result' | 'turn.start' }>;

export class RecordedReceipts {
  /** Per session, in order: interventions, denied calls and starts of turns. */
  private readonly seen = new Map<string, { event: ReceiptEvent; played: number }[]>();

  see(event: TurnEvent, played: number): void {
    if (
      event.type !== 'intervention' &&
      event.type !== 'turn.start' &&
      !(event.type === 'tool.result' && event.deniedBy === 'turnwatch')
    ) {
      return;
    }
    const seen = this.seen.get(event.session) ?? [];
    this.seen.set(event.session, seen);
    seen.push({ event, played });
  }

  /** Receipts of the turn that runs at this place, or ran last; oldest first. */
  at(session: string, played: number): Receipt[] {
    let receipts: Receipt[] = [];
    const denied = new Set<string>(); // two hooks may report one call
    for (const { event, played: at } of this.seen.get(session) ?? []) {
      if (at > played) {
        break;
      }
      switch (event.type) {
        case 'turn.start':
          receipts = [];
          break;
        case 'tool.result': {
          const open = receipts.findLast(
            ({ rung, state }) => (rung === 'text-only' || rung === 'stop') && isOpen(state),
          );
          if (open !== undefined && !denied.has(event.call)) {
            open.denials += 1;
          }
          denied.add(event.call);
          break;
        }
        case 'intervention': {
          const known = receipts.find(({ id }) => id === event.id);
          const time = event.at ?? 0;
          if (known === undefined) {
            receipts.push({
              id: event.id,
              rung: event.rung,
              state: event.state,
              by: event.by,
              requestedAt: time,
              denials: 0,
              canUndo: false,
            });
            break;
          }
          known.state = event.state;
          if (event.state === 'delivered') {
            known.deliveredAt = time;
          } else {
            known.settledAt = time;
          }
          break;
        }
      }
    }
    return receipts.slice(-SHOWN);
  }
}

/** The state as it was shown then: the judgement's, unless an intervention was under way. */
export function recordedState(
  { open, state }: SessionSummary,
  receipts: readonly Receipt[],
): SessionState {
  if (!open) {
    return state;
  }
  const holds = (rung: Receipt['rung']): boolean =>
    receipts.some((receipt) => receipt.rung === rung && isOpen(receipt.state));
  if (holds('stop')) {
    return 'stopped';
  }
  if (receipts.some((receipt) => receipt.state === 'ignored') && holds('escalate')) {
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
