/** Events as short lines, for comparison: everything that they tell but version, time and session. */
import type { ToolCallEvent, TurnEvent } from '../../../src/core/events.js';

export function eventLines(events: readonly TurnEvent[]): string[] {
  return events.map((event) => eventLine(event));
}

/** A part of a line, left out where there is nothing to say. */
const part = (before: string, value: unknown, after = ''): string =>
  value === undefined ? '' : ` ${before}${String(value)}${after}`;

const iteration = ({ iteration: count }: ToolCallEvent): string =>
  count === undefined ? '-' : `request ${count}`;

function eventLine(event: TurnEvent): string {
  switch (event.type) {
    case 'session.start':
      return `start ${event.session} ${event.agent} ${event.cwd}${part('', event.model)}${part('of ', event.parent)}${part('by ', event.parentCall)}${part('as ', event.role)}${part('', event.steps)}`;
    case 'turn.start':
      return `turn ${event.prompt ?? '?'}`;
    case 'message':
      return `says ${event.text} (${event.response ?? '-'})`;
    case 'tool.call':
      return `call ${event.call} ${event.class ?? '-'} ${event.tool} ${JSON.stringify(event.input)} (${event.response ?? iteration(event)})`;
    case 'tool.result':
      return `result ${event.call} ${event.ok ? 'ok' : 'failed'}${part('', event.exitCode)}${part('by ', event.deniedBy)}${part('', event.durationMs, ' ms')} ${JSON.stringify(event.output)}`;
    case 'step.end':
      return `step.end${part('', event.response)}`;
    case 'waiting':
      return `waits for ${event.for}${part('', event.call)}${part('try ', event.attempt)}${part('until ', event.until)}`;
    case 'resumed':
      return `resumed${part('', event.call)}`;
    case 'turn.end':
      return `end ${event.reason}`;
    case 'request':
      return `request ${event.state}${part('', event.error)}${part('try ', event.attempt)}${part('of ', event.attempts)}${part('at ', event.retryAt)}`;
    case 'workspace':
      return `${event.signal} ${event.root} ${event.fingerprint}`;
    default:
      return event.type;
  }
}
