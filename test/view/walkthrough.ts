/** The content of the walkthrough's pictures: the bundled sample at points of its time. */
import { readText } from '../../src/agents/reading/recordings.js';
import { RecordedRun } from '../../src/core/recorded/recorded-run.js';
import { placeIn } from '../../src/core/recorded/run-map.js';
import type { SessionDetail, Snapshot, LessonPart } from '../../src/core/view/snapshot.js';

/** Snapshots by the name of the picture. `bytes`: the sample. */
export function pictures(bytes: Buffer): Record<string, Snapshot> {
  const recording = readText('stalled-turn.jsonl', bytes, 'events');
  if ('problem' in recording) {
    throw new Error(recording.problem);
  }
  const run = new RecordedRun(recording.events, () => 'Claude Code');
  toEnd(run.read());
  const map = run.map.findSession(run.session ?? '');
  const stalled = map?.verdicts.at(-1)?.played ?? 0;
  const at = (played: number, more: Partial<SessionDetail> = {}): Snapshot => {
    toEnd(run.goTo(played));
    const { selected } = run.viewHere();
    if (selected === undefined) {
      throw new Error(`nothing to see at ${played}`);
    }
    const shown: SessionDetail = {
      ...selected,
      capabilities: { textOnly: 'deny', stop: true, guide: true },
      ...more,
    };
    return {
      at: run.events[played - 1]?.at ?? 0,
      paused: false,
      link: { state: 'connected' },
      mode: 'ask',
      sessions: [shown],
      selected: shown,
      tally: { continued: 0, escalated: 0 },
    };
  };
  const sample = (played: number, lesson: LessonPart): Snapshot => ({
    ...at(played),
    ...(map !== undefined && {
      playback: {
        file: 'stalled-turn.jsonl',
        played,
        total: run.events.length,
        playing: false,
        speed: 1,
        busy: false,
        ...placeIn(map, played),
        lesson,
      },
    }),
  });
  return {
    sample: sample(stalled, 'stalled'),
    watch: at(map?.stops[8] ?? 0),
    connect: at(run.events.length),
    mode: at(stalled, { state: 'stalled', needsPerson: true }),
    end: sample(run.events.length, 'answered'),
  };
}

function toEnd(work: Generator): void {
  while (work.next().done !== true) {
    // `next` does the work
  }
}
