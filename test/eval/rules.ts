/**
 * The simple baseline rules for comparison. Each counts single raw calls, without steps, classes or progress, and
 * restarts at a person's new instruction, as the agents' own guards of this kind do.
 */
import type { Json } from '../../src/core/events.js';
import type { TurnFact } from '../../src/core/turns/turn-fact.js';
import { hashText } from '../../src/core/identity/hash.js';
import type { Call, Session } from '../../src/core/turns/session.js';

/** A call with its result, as the simple rules see it: all texts as hashes. */
export interface PlainCall {
  session: string;
  number: number;
  /** Counts a person's new instructions. */
  instruction: number;
  call: string;
  output: string;
  /** The output without times, durations, ids and temporary names. */
  masked: string;
}

export interface Rule {
  name: string;
  /** Whether the last of `calls` (one session since one instruction, oldest first) raises the alarm. */
  alarms(calls: readonly PlainCall[]): boolean;
}

/** The best of the simple rules. */
export const comparedRule = 'same call and masked result x4 in the last 20';

export const rules: readonly Rule[] = [
  ...[3, 4].map((n) =>
    inARow(`same call and raw result x${n} in a row`, n, (call) => `${call.call} ${call.output}`),
  ),
  {
    name: comparedRule,
    alarms: (calls) => {
      const last = calls.at(-1);
      return (
        calls.slice(-20).filter(({ call, masked }) => call === last?.call && masked === last.masked)
          .length >= 4
      );
    },
  },
  ...[3, 5, 10].map((n) =>
    inARow(`same call x${n} in a row, whatever its result`, n, ({ call }) => call),
  ),
  ...[4, 6].map((n) =>
    inARow(`same output x${n} in a row, whatever the call`, n, ({ output }) => output),
  ),
];

function inARow(name: string, n: number, identity: (call: PlainCall) => string): Rule {
  return {
    name,
    alarms: (calls) => {
      const newest = calls.slice(-n).map(identity);
      return newest.length === n && newest.every((each) => each === newest[0]);
    },
  };
}

/** Every call at which the rule holds. `calls`: in order of their numbers. */
export function alarmsOf(rule: Rule, calls: readonly PlainCall[]): PlainCall[] {
  const since = new Map<string, PlainCall[]>();
  return calls.filter((call) => {
    const key = `${call.instruction} ${call.session}`;
    const before = since.get(key) ?? [];
    since.set(key, before);
    before.push(call);
    return rule.alarms(before);
  });
}

/** Collects the input of the simple rules from the facts of the fold, while inputs and outputs are still kept. */
export class PlainCalls {
  private readonly calls: PlainCall[] = [];
  private readonly instructions = new Map<string, number>();

  see(session: Session, fact: TurnFact): void {
    const instruction = this.instructions.get(session.id) ?? 0;
    if (fact.kind === 'turn-start' && !fact.goOn) {
      this.instructions.set(session.id, instruction + 1);
    }
    if (fact.kind === 'result') {
      this.calls.push(plain(session.id, instruction, fact.call));
    }
  }

  /** In order of sessions' first results, then of call numbers: results of one response may arrive in any order. */
  list(): PlainCall[] {
    const sessions = [...new Set(this.calls.map(({ session }) => session))];
    return sessions.flatMap((id) =>
      this.calls
        .filter(({ session }) => session === id)
        .sort((one, other) => one.number - other.number),
    );
  }
}

function plain(
  session: string,
  instruction: number,
  { number, tool, input, result }: Call,
): PlainCall {
  const output = result?.output ?? '';
  return {
    session,
    number,
    instruction,
    call: hashText(`${tool} ${canonical(input)}`),
    output: hashText(output),
    masked: hashText(mask(output)),
  };
}

function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(',')}]`;
  }
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`)
    .join(',')}}`;
}

const noise: readonly [RegExp, string][] = [
  [/\u001b\[[0-9;?]*[A-Za-z]/g, ''],
  [/\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, '<date>'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?\b/g, '<time>'],
  [/\b\d+(?:\.\d+)? ?(?:ms|s|sec|secs|seconds?|min|minutes?)\b/g, '<duration>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b0x[0-9a-f]+\b|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/gi, '<hex>'],
  [/\/(?:tmp|var\/folders)\/[^\s'":,)]*/g, '<temporary>'],
  [/\b(pid|port|line)[ =:]+\d+/gi, '$1 <number>'],
];

function mask(text: string): string {
  return noise.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text);
}
