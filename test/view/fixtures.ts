/** Snapshots as the host would post them: one story (a failing test) in every state, and long ones for the timings. */
import type {
  CallRow,
  PlaybackState,
  Receipt,
  Row,
  SessionDetail,
  SessionState,
  SessionSummary,
  ShownExplanation,
  Snapshot,
} from '../../src/core/view/snapshot.js';
import { cut } from '../../src/core/redact.js';
import type { ShownText } from '../../src/protocol/view.js';
import type { Message } from '../../src/core/view/wording.js';

/** 12:04:12 UTC; the turn began at 12:00:00. */
export const NOW = Date.UTC(2025, 0, 15, 12, 4, 12);
const TURN_START = NOW - 252_000;
const SESSION = 'a1';

function call(number: number, tool: string, title: string, more: Partial<CallRow> = {}): CallRow {
  return {
    call: number,
    id: `call-${number}`,
    tool,
    class: tool === 'Bash' ? 'shell' : tool === 'Edit' ? 'edit' : 'read',
    title,
    outcome: 'ok',
    at: TURN_START + number * 13_000,
    durationMs: 1200,
    progress: false,
    input: title,
    output: 'ok',
    ...more,
  };
}

export function step(
  number: number,
  tool: string,
  title: string,
  more: Partial<CallRow> = {},
): Extract<Row, { kind: 'step' }> {
  const one = call(number, tool, title, more);
  return {
    kind: 'step',
    step: number,
    at: one.at,
    calls: [one],
    progress: one.progress,
    note: one.note,
    closed: one.outcome !== 'running',
  };
}

const same = (number: number): Message => ({ id: 'idle.same', params: { step: number } });
const seen: Message = { id: 'idle.seen' };
const failure = [
  '> cart@2.1.0 test',
  '> vitest run',
  '',
  ' FAIL  src/cart.test.ts > total > applies the voucher after the discount',
  'AssertionError: expected 89.1 to be 89',
  '',
  '- Expected',
  '+ Received',
  '',
  '- 89',
  '+ 89.1',
  '',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 11 passed (12)',
  '   Duration  1.24s',
].join('\n');

/** Newest first. */
export function story(): Row[] {
  const test = (number: number, note: Message) => ({
    tokens: { input: 41_200 + number * 640, cached: 40_900 + number * 600, output: 96 + number },
    ...step(number, 'Bash', 'npm test -- cart', {
      outcome: 'failed',
      exitCode: 1,
      durationMs: 11_800,
      class: 'test',
      output: failure,
      note,
      input: '{\n  "command": "npm test -- cart"\n}',
    }),
  });
  return [
    { kind: 'verdict', at: NOW - 9000, level: 'stalled', what: verdictText, calls: [16, 17, 18] },
    test(18, same(11)),
    {
      kind: 'message',
      at: NOW - 30_000,
      text: 'Let me run the test once more to see whether the rounding is now correct.',
    },
    step(17, 'Read', 'src/cart.ts', { note: seen, class: 'read', durationMs: 80 }),
    test(16, same(11)),
    step(15, 'Read', 'src/money.ts', { note: same(9), durationMs: 60 }),
    step(14, 'Read', 'src/cart.ts', { note: same(9), durationMs: 70 }),
    { kind: 'message', at: NOW - 80_000, text: 'I will look at the helper again.' },
    step(13, 'Read', 'src/cart.test.ts', { note: same(9), durationMs: 60 }),
    step(12, 'Read', 'src/cart.ts', { note: same(9), durationMs: 90 }),
    {
      kind: 'step',
      step: 11,
      at: TURN_START + 143_000,
      closed: true,
      progress: true,
      note: { id: 'progress.new-output' },
      calls: [
        call(11, 'Bash', 'npm test -- cart', {
          outcome: 'failed',
          exitCode: 1,
          durationMs: 12_100,
          progress: true,
          output: failure,
          note: { id: 'progress.new-output' },
        }),
        call(19, 'Bash', 'git diff --stat', { progress: false, note: { id: 'idle.short' } }),
      ],
    },
    {
      kind: 'workspace',
      at: TURN_START + 138_000,
      what: { id: 'progress.save', params: { path: 'README.md' } },
      by: 'person',
    },
    step(10, 'Edit', 'src/cart.ts', {
      progress: true,
      note: { id: 'progress.edit', params: { path: 'src/cart.ts' } },
      durationMs: 300,
      class: 'edit',
      output: 'The file src/cart.ts has been updated.',
    }),
    step(9, 'Read', 'src/money.ts', {
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 60,
    }),
    step(8, 'Grep', 'roundTo', {
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 140,
      class: 'search',
    }),
    step(7, 'Bash', 'true', { note: { id: 'idle.noop' }, durationMs: 20, output: '' }),
    step(6, 'mcp__github__get_pull_request_review_comments', 'acme/cart#182', {
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 2600,
      class: 'other',
    }),
    step(5, 'Bash', 'rm -rf node_modules/.vite', {
      outcome: 'denied',
      note: { id: 'idle.declined' },
      durationMs: undefined,
      output: '',
    }),
    step(4, 'Read', 'src/cart.test.ts', {
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 90,
    }),
    step(3, 'Read', 'src/cart.ts', {
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 80,
    }),
    step(2, 'Bash', 'npm test', {
      outcome: 'failed',
      exitCode: 1,
      progress: true,
      note: { id: 'progress.new-output' },
      durationMs: 14_200,
      output: failure,
    }),
    step(1, 'TodoWrite', '3 items', { note: { id: 'idle.seen' }, durationMs: 10, class: 'todo' }),
    {
      kind: 'prompt',
      turn: 3,
      at: TURN_START,
      text: 'Fix the failing test in the cart package and keep the voucher rules as they are',
    },
  ];
}

export const why: ShownExplanation = {
  equal: { id: 'equal.result' },
  leftOut: [{ id: 'noise.time' }, { id: 'noise.duration' }],
  firstCall: 16,
  limit: { name: { id: 'counter.no-progress' }, value: 7, from: { id: 'origin.learned' } },
  clears: { id: 'clears.information' },
};
const verdictText: Message = { id: 'verdict.no-progress.idle', params: { count: 7, threshold: 7 } };

export const others: SessionSummary[] = [
  {
    session: 'a1/explore',
    agent: 'claude-code',
    agentName: 'Explore',
    folder: 'cart',
    parent: SESSION,
    state: 'progressing',
    open: true,
    steps: 6,
    turnStartedAt: NOW - 21_000,
    lastEventAt: NOW - 1000,
    needsPerson: false,
  },
  {
    session: 'c1',
    agent: 'codex',
    agentName: 'Codex',
    folder: 'web-shop',
    state: 'progressing',
    open: true,
    steps: 4,
    turnStartedAt: NOW - 33_000,
    lastEventAt: NOW - 2000,
    needsPerson: false,
  },
  {
    session: 'k1',
    agent: 'kimi-code',
    agentName: 'Kimi Code',
    folder: 'infra',
    state: 'waiting',
    open: true,
    steps: 12,
    turnStartedAt: NOW - 600_000,
    lastEventAt: NOW - 100_000,
    needsPerson: true,
  },
];

export function detail(state: SessionState, more: Partial<SessionDetail> = {}): SessionDetail {
  const bad = state !== 'progressing' && state !== 'idle' && state !== 'waiting';
  const rows = bad ? story() : story().slice(10);
  return {
    session: SESSION,
    agent: 'claude-code',
    agentName: 'Claude Code',
    folder: 'cart',
    state,
    open: state !== 'idle' && state !== 'stopped',
    turnStartedAt: TURN_START,
    lastEventAt: NOW - 9000,
    steps: 18,
    needsPerson: state === 'escalated' || state === 'stalled',
    turn: 3,
    verdict: bad
      ? {
          id: '3.18.stalled.no-progress',
          level: state === 'watch' ? 'watch' : 'stalled',
          kind: 'no-progress',
          detector: 'no-progress',
          count: 7,
          threshold: 7,
          what: verdictText,
          calls: [16, 17, 18],
          at: NOW - 9000,
          why,
        }
      : undefined,
    counters: [
      {
        id: 'no-progress',
        label: { id: 'counter.no-progress' },
        value: bad ? 7 : 2,
        limit: 7,
        lastReset: { id: 'progress.new-output' },
      },
      {
        id: 'empty',
        label: { id: 'counter.empty' },
        value: bad ? 4 : 0,
        limit: 6,
        lastReset: { id: 'progress.edit', params: { path: 'src/cart.ts' } },
      },
    ],
    metrics: {
      filesRead: 6,
      filesModified: 1,
      testsRun: 4,
      commandsExecuted: 7,
      lastProgress: {
        at: NOW - 104_000,
        what: { id: 'progress.edit', params: { path: 'src/cart.ts' } },
        call: 10,
      },
      tokens: {
        spent: { input: 702_000, cached: 655_000, output: 5120 },
        sinceProgress: { input: 356_400, cached: 341_000, output: 1840 },
      },
    },
    rows,
    olderRows: 0,
    receipts: [],
    capabilities: { textOnly: 'deny', stop: true, guide: true },
    ...more,
  };
}

export function snapshot(selected?: SessionDetail, more: Partial<Snapshot> = {}): Snapshot {
  return {
    at: NOW,
    paused: false,
    link: { state: 'connected', lastHookAt: NOW - 2000 },
    mode: 'ask',
    sessions: selected === undefined ? [] : [selected],
    selected,
    tally: { continued: 2, escalated: 1 },
    ...more,
  };
}

export function receipt(state: Receipt['state'], more: Partial<Receipt> = {}): Receipt {
  return {
    id: 'i1',
    rung: 'text-only',
    state,
    by: 'person',
    requestedAt: NOW - 69_000,
    denials: state === 'requested' ? 0 : 1,
    canUndo: state === 'requested',
    deliveredAt: state === 'requested' || state === 'withdrawn' ? undefined : NOW - 67_000,
    settledAt: state === 'obeyed' || state === 'ignored' ? NOW - 50_000 : undefined,
    ...more,
  };
}

export function withReport(selected: SessionDetail): SessionDetail {
  const rows = story()
    .filter((row) => row.kind === 'step')
    .reverse();
  return {
    ...selected,
    report: {
      session: SESSION,
      agentName: 'Claude Code',
      turn: 3,
      reason: verdictText,
      metrics: selected.metrics,
      hops: 18,
      sinceProgressMs: 104_000,
      next: { id: 'next.repeat' },
      history: rows.flatMap((row) =>
        row.calls.map((one) => ({
          at: one.at,
          type: one.tool,
          title: one.title,
          outcome: one.outcome,
          repeats: one.call === 18 ? 3 : 1,
        })),
      ),
    },
  };
}

/** `count` steps, every sixth one progress, newest first. */
export function longRun(count: number, from = 1): Row[] {
  const rows: Row[] = [];
  for (let number = from + count - 1; number >= from; number -= 1) {
    rows.push(
      number % 6 === 0
        ? step(number, 'Edit', `src/module-${number}.ts`, {
            progress: true,
            note: { id: 'progress.edit', params: { path: `src/module-${number}.ts` } },
          })
        : step(
            number,
            number % 2 === 0 ? 'Bash' : 'Read',
            number % 2 === 0 ? `npm run build -- --only part-${number}` : `src/file-${number}.ts`,
            { note: seen, output: `line of output ${number}\n`.repeat(20) },
          ),
    );
  }
  return rows;
}

export function playback(more: Partial<PlaybackState> = {}): PlaybackState {
  return {
    file: 'claude-code-2025-01-15.jsonl',
    played: 120,
    total: 310,
    playing: false,
    speed: 1,
    busy: false,
    stop: 19,
    lastStop: 41,
    step: 18,
    lastStep: 39,
    verdicts: [
      { stop: 14, level: 'watch' },
      { stop: 19, level: 'stalled' },
      { stop: 33, level: 'stalled' },
    ],
    progress: [2, 5, 7, 10, 12, 15, 17, 20, 24, 26, 52, 55, 60, 64, 70, 95],
    ...more,
  };
}

/** Every state that a person can see. */
export const states: Record<string, () => Snapshot> = {
  empty: () => snapshot(undefined),
  'empty-connect': () => snapshot(undefined, { link: { state: 'watching' } }),
  'empty-folder': () => snapshot(undefined, { place: { folder: false, trusted: true, git: true } }),
  'empty-trust': () => snapshot(undefined, { place: { folder: true, trusted: false, git: true } }),
  'empty-git': () => snapshot(undefined, { place: { folder: true, trusted: true, git: false } }),
  idle: () => snapshot(detail('idle')),
  progressing: () =>
    snapshot(withRunning(detail('progressing')), { sessions: [detail('progressing'), ...others] }),
  waiting: () =>
    snapshot(
      detail('waiting', { waitingFor: { id: 'verdict.wait.permission' }, needsPerson: true }),
    ),
  'waiting-job': () => snapshot(detail('waiting', { waitingFor: { id: 'verdict.wait.job' } })),
  watch: () => snapshot(detail('watch')),
  stalled: () =>
    snapshot(withReport(detail('stalled')), { sessions: [detail('stalled'), ...others] }),
  delegated: delegated,
  'stalled-no-hooks': () =>
    snapshot(detail('stalled', { capabilities: { textOnly: 'none', stop: false, guide: false } })),
  reminded: () =>
    snapshot(
      detail('reminded', {
        receipts: [receipt('delivered', { rung: 'remind', denials: 0, by: 'auto' })],
      }),
    ),
  requested: () => snapshot(detail('text-only', { receipts: [receipt('requested')] })),
  'text-only': () => snapshot(detail('text-only', { receipts: [receipt('delivered')] })),
  answered: () => snapshot(detail('idle', { receipts: [receipt('obeyed')] })),
  escalated: () =>
    snapshot(
      withReport(
        detail('escalated', { receipts: [receipt('ignored', { denials: 3, by: 'auto' })] }),
      ),
      { sessions: [detail('escalated'), ...others] },
    ),
  stopped: () =>
    snapshot(detail('stopped', { receipts: [receipt('delivered', { rung: 'stop', denials: 0 })] })),
  snoozed: () => snapshot(detail('snoozed', { snoozedSteps: 6 })),
  paused: () => snapshot(detail('progressing'), { paused: true }),
  'not-connected': () =>
    snapshot(detail('progressing'), {
      link: {
        state: 'not-connected',
        detail: 'another program answers on port 39217',
        lastHookAt: NOW - 95_000,
      },
    }),
  recorded: () => snapshot(withReport(detail('stalled')), { playback: playback() }),
};

/** A step that started a sub-agent, which is at work. */
export function delegated(): Snapshot {
  const started = step(20, 'Task', 'Find where vouchers are rounded', {
    class: 'task',
    id: 'toolu_task',
    outcome: 'running',
    at: NOW - 21_000,
    durationMs: undefined,
    output: '',
    input:
      'description: Find where vouchers are rounded\nprompt: Look through src for every place that rounds money.\nsubagent_type: Explore',
  });
  const parent = detail('waiting', { waitingFor: { id: 'verdict.wait.child' } });
  const shown = { ...parent, rows: [started, ...parent.rows] };
  return snapshot(shown, {
    sessions: [
      shown,
      ...others.map((each) =>
        each.parent === undefined ? each : { ...each, parentCall: 'toolu_task' },
      ),
    ],
  });
}

/** What the host answers for calls of the story: a long result. */
export function longResult(lines = 400): { input: ShownText; output: ShownText } {
  const whole = Array.from({ length: lines }, (_, i) =>
    i % 9 === 4
      ? `    at total (src/cart.test.ts:${i + 1}:12)`
      : `line ${i + 1} of what the tests print, and a little more`,
  ).join('\n');
  const input = 'command: npm test -- cart\ndescription: Run the tests of the cart';
  return {
    input: { text: input, kept: input.length, length: input.length },
    output: { text: cut(whole, 4000), kept: whole.length, length: whole.length },
  };
}

function withRunning(selected: SessionDetail): SessionDetail {
  const running = step(20, 'Bash', 'npm test -- cart --reporter=verbose', {
    outcome: 'running',
    at: NOW - 6000,
    durationMs: undefined,
    output: '',
    note: undefined,
  });
  return { ...selected, rows: [running, ...selected.rows] };
}
