/** `npm run eval -- --ends FOLDER`: what is told of each turn's end, beside what ran and was changed in it and its last words. */
import { oneLine } from '../../src/core/escape-controls.js';
import type { TurnEvent } from '../../src/core/events.js';
import { Judge } from '../../src/core/judge.js';
import type { Session, Step } from '../../src/core/turns/session.js';
import type { TurnFact } from '../../src/core/turns/turn-fact.js';
import { listChanged } from '../../src/core/view/achieved.js';
import { redactedTitle } from '../../src/core/view/title.js';
import { readTests, type ToldTests } from '../../src/core/view/ends/told-tests.js';
import { TurnEnds } from '../../src/core/view/ends/turn-ends.js';
import { english } from '../../src/core/view/words/wording.js';

/** Newest lines that are printed of a turn, and characters of its last words. */
const LINES = 12;
const WORDS = 700;

interface Turn {
  lines: string[];
  said: string;
  end: string | undefined;
}

/** One block of lines for each turn that is over. */
export function describeEnds(file: string, events: readonly TurnEvent[]): string[] {
  const turns = new Map<string, Turn>();
  const judge = new Judge({ set: {} }, (session, fact) => {
    ends.onFact(session, fact);
    const name = `${file} ${session.id === file ? '' : session.id} turn ${session.turn}`;
    const turn = turns.get(name) ?? { lines: [], said: '', end: undefined };
    turns.set(name, turn);
    noteFact(turn, session, fact);
    if (!session.open) {
      const facts = ends.facts(session).map(english);
      turn.end = `${session.lastEnd}: ${facts.length === 0 ? '–' : facts.join(' · ')}`;
    }
  });
  const ends = new TurnEnds(judge.sessions);
  for (const event of events) {
    judge.push(event);
    if (event.type === 'intervention') {
      ends.onIntervention(event);
    }
  }
  return [...turns].flatMap(([name, { lines, said, end }]) =>
    end === undefined
      ? []
      : ['', `## ${name}`, `=> ${end}`, ...lines.slice(-LINES), `“${oneLine(said, WORDS)}”`],
  );
}

function noteFact(turn: Turn, session: Session, fact: TurnFact): void {
  if (fact.kind === 'message') {
    turn.said = fact.text.length <= WORDS ? fact.text : `… ${fact.text.slice(-WORDS)}`;
  } else if (fact.kind === 'step-end') {
    turn.lines.push(...describeStep(fact.step, session));
  }
}

function describeStep({ calls, values }: Step, { cwd }: Session): string[] {
  return calls.flatMap((call, index) => {
    const value = values[index];
    if (value === undefined) {
      return [];
    }
    const changed = listChanged(value.evidence.edits, cwd).map(({ path }) => path);
    const tests = readTests(call, value.evidence);
    const isTold =
      changed.length > 0 ||
      tests !== undefined ||
      value.evidence.edits.changes ||
      call.class === 'task';
    const told = [
      `${call.number}`,
      oneLine(redactedTitle(call.input, cwd) || call.tool, 160),
      ...(changed.length > 0 ? [`changed ${changed.length}`] : []),
      ...(tests === undefined ? [] : [describeTests(tests)]),
    ];
    return isTold ? [`   ${told.join(' | ')}`] : [];
  });
}

function describeTests(tests: ToldTests): string {
  return typeof tests === 'string'
    ? tests
    : `${tests.isFailing ? 'FAILED' : 'passed'} ${tests.count ?? '?'}`;
}
