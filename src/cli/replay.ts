/** Headless replay: recorded runs in, verdicts out (the README's "Replay"). Exits with 0 whatever it finds, with 2 for unusable input. */
import { readStandardInput } from '../bounded-files.js';
import { readErrorMessage } from '../core/error-words.js';
import { printable, parsed, readOverrides, Unusable } from './command-line.js';
import { isProblem } from '../agents/agent.js';
import { formatIds } from '../agents/reading/formats.js';
import { readRecording, readText, type Recording } from '../agents/reading/recordings.js';
import { explain, inEnglish } from '../core/view/words/explanation.js';
import { english, type EndFact } from '../core/view/words/wording.js';
import { TurnEnds } from '../core/view/ends/turn-ends.js';
import { Judge, type Overrides } from '../core/judge.js';
import type { Session } from '../core/turns/session.js';
import type { Verdict } from '../core/verdict.js';

const usage =
  'usage: turnwatch replay [--json] [--format FORMAT] [--preset NAME] [--set key=value …] FILE…';

interface ReplayedSession {
  file: string;
  session: string;
  agent: string;
  turns: number;
  steps: number;
  calls: number;
  verdicts: PlainVerdict[];
  /** Turns that came to their end, and what speaks for it or against it; absent where there is nothing to tell. */
  ends?: PlainEnd[];
}

/** `turn`: 0-based, as in a verdict. */
interface PlainEnd {
  turn: number;
  facts: string[];
}

/** A verdict as it is printed: `why` is its explanation in sentences. */
type PlainVerdict = Omit<Verdict, 'session' | 'what' | 'masked' | 'until'> & { why: string[] };

function options(args: readonly string[]): {
  json: boolean;
  format: string;
  overrides: Overrides;
  files: string[];
} {
  const { values, positionals: files } = parsed(
    args,
    {
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        format: { type: 'string' },
        preset: { type: 'string' },
        set: { type: 'string', multiple: true },
      },
    },
    usage,
  );
  const format = values.format ?? 'auto';
  if (!formatIds.includes(format)) {
    throw new Unusable(`unknown format "${format}"; known: ${formatIds.join(', ')}`);
  }
  if (files.length === 0) {
    throw new Unusable(usage);
  }
  const overrides = readOverrides(values.preset, values.set);
  return { json: values.json ?? false, format, overrides, files };
}

async function load(file: string, format: string): Promise<Recording> {
  const recording =
    file === '-' ? readText(file, standardInput(), format) : await readRecording(file, format);
  if (isProblem(recording)) {
    throw new Unusable(`${file}: ${recording.problem}`);
  }
  return recording;
}

/** In bytes: a recording is held in memory. */
const LARGEST_INPUT = 1024 * 1024 * 1024;

function standardInput(): Buffer {
  try {
    return readStandardInput(LARGEST_INPUT);
  } catch (error) {
    throw new Unusable(`-: cannot be read (${readErrorMessage(error)})`);
  }
}

function judged(file: string, recording: Recording, chosen: Overrides): ReplayedSession[] {
  const verdicts: Verdict[] = [];
  const found = new Map<Session, Map<number, EndFact[]>>();
  const judge = new Judge(chosen, (session, fact) => {
    ends.onFact(session, fact);
    if (!session.open) {
      const turns = found.get(session) ?? new Map<number, EndFact[]>();
      found.set(session, turns.set(session.turn, ends.facts(session)));
    }
  });
  const ends = new TurnEnds(judge.sessions);
  for (const event of recording.events) {
    verdicts.push(...judge.push(event).verdicts);
    if (event.type === 'intervention') {
      ends.onIntervention(event);
    }
  }
  return [...judge.sessions.values()].map((session) => ({
    file,
    session: session.id,
    agent: session.agent,
    turns: session.turn + 1,
    steps: session.steps,
    calls: session.calls,
    verdicts: verdicts.filter((verdict) => verdict.session === session.id).map(plain),
    ...listEnds(found.get(session)),
  }));
}

function listEnds(turns: ReadonlyMap<number, EndFact[]> | undefined): { ends?: PlainEnd[] } {
  const ends = [...(turns ?? [])]
    .filter(([, facts]) => facts.length > 0)
    .map(([turn, facts]) => ({ turn, facts: facts.map(english) }));
  return ends.length === 0 ? {} : { ends };
}

function plain(verdict: Verdict): PlainVerdict {
  const { key, thresholdFrom, clearedAtCall } = verdict;
  return {
    id: verdict.id,
    turn: verdict.turn,
    step: verdict.step,
    call: verdict.call,
    callId: verdict.callId,
    at: verdict.at,
    level: verdict.level,
    kind: verdict.kind,
    detector: verdict.detector,
    count: verdict.count,
    threshold: verdict.threshold,
    ...(key !== undefined && { key }),
    ...(thresholdFrom !== undefined && { thresholdFrom }),
    reason: verdict.reason,
    why: inEnglish(explain(verdict)),
    evidence: verdict.evidence,
    ...(clearedAtCall !== undefined && { clearedAtCall }),
  };
}

function print(sessions: ReplayedSession[]): void {
  for (const { file, session, agent, turns, steps, calls, verdicts, ends = [] } of sessions) {
    console.log(
      printable(`${file}: ${agent} ${session}: ${turns} turns, ${steps} steps, ${calls} calls`),
    );
    for (const verdict of verdicts) {
      const cleared =
        verdict.clearedAtCall === undefined ? '' : `, cleared at call ${verdict.clearedAtCall}`;
      console.log(
        `  ${verdict.level} at turn ${verdict.turn}, step ${verdict.step}, call ${verdict.call}: ${verdict.reason} [${verdict.detector}]${cleared}`,
      );
      console.log(`    ${verdict.why.join(' ')}`);
    }
    if (verdicts.length === 0) {
      console.log('  nothing to report');
    }
    for (const { turn, facts } of ends) {
      console.log(`  turn ${turn} ended: ${facts.join(' · ')}`);
    }
  }
}

/** @returns the exit code. @throws Unusable */
export async function replay(args: readonly string[]): Promise<number> {
  const { json, format, overrides: chosen, files } = options(args);
  const loaded: { file: string; recording: Recording }[] = [];
  for (const file of files) {
    loaded.push({ file, recording: await load(file, format) });
  }
  const sessions = loaded.flatMap(({ file, recording }) => judged(file, recording, chosen));
  let skippedLines = 0;
  for (const { file, recording } of loaded) {
    skippedLines += recording.skipped.length;
    for (const { line, reason } of recording.skipped) {
      console.error(printable(`${file}:${line}: ${reason}`));
    }
  }
  if (json) {
    console.log(JSON.stringify({ sessions, skippedLines }));
  } else {
    print(sessions);
  }
  return 0;
}
