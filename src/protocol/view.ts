/** Typed messages between the extension host and the page. The host checks what the page posts; the page trusts its host. */
import type { FeedbackAnswer } from '../core/events.js';
import type { Missing, OlderRows } from '../core/view/full-text.js';
import type { LineCounts, Snapshot } from '../core/view/snapshot.js';
import type { PlaybackSpeed } from '../core/view/playback-state.js';

/** The page's own texts; the host localises them and sends them once, after `ready`. */
export const pageTexts = {
  'state.idle': 'Idle',
  'state.progressing': 'Progressing',
  'state.waiting': 'Waiting for you',
  'state.waiting.job': 'Waiting',
  'state.watch': 'Watch',
  'state.stalled': 'Stalled',
  'state.reminded': 'Reminded',
  'state.text-only': 'Text only',
  'state.escalated': 'Needs you',
  'state.stopping': 'Stopping…',
  'state.stopped': 'Stopped',
  'state.silent': 'No sign for {time}',
  'state.running': 'Call running for {time}',
  'end.answered': 'Answered',
  'end.stalled': 'Ended stalled',
  'end.stopped': 'Stopped',
  'end.interrupted': 'Interrupted',
  'end.failed': 'Ended in an error',
  'end.steps': '{stalled} of {count} steps',
  'state.snoozed': 'Snoozed',
  'state.paused': 'Paused',
  'state.not-connected': 'Not connected',
  'state.recorded': 'Recorded run',
  'action.forceRespond': 'Force respond',
  'action.forceRespond.deny':
    'Denies every tool call in this turn, with the reason, until the agent answers in words.',
  'action.forceRespond.loop':
    'Tells the agent’s own loop to offer no tools in its next model request.',
  'action.forceRespond.relay':
    'Turns tools off in the next model request, through the relay. With hooks, calls already on their way are denied.',
  'action.forceRespond.request':
    'Turns tools off in the agent’s next model request; denies tool calls that still come.',
  'action.connectAndForce': 'Connect and force respond',
  'action.connectAndForce.text':
    'Shows the change to the agent’s settings first. Once you accept it, every tool call is denied until the agent answers in words.',
  'action.forceRespond.none': 'Nothing can be sent to this agent. Connect it first.',
  'action.guide': 'Guide…',
  'action.snooze': 'Snooze',
  'action.stop': 'Stop turn',
  'action.stopNow': 'Stop now',
  'action.keepWaiting': 'Keep waiting',
  'action.keepWaiting.text': 'Tools stay off, and the turn is not stopped by itself.',
  'action.undo': 'Undo',
  'action.connect': 'Connect',
  'action.fix': 'Fix',
  'action.resume': 'Resume',
  'action.copyReport': 'Copy escalation report',
  'action.shareTurn': 'Share turn as Markdown',
  'action.exportTurn': 'Export turn…',
  'action.openSample': 'See a sample stall',
  'action.closeRecordedRun': 'Back to live',
  'action.more': 'More actions',
  'action.older': 'Show {count} older rows',
  'action.newerStep': '1 new step ↑',
  'action.newerSteps': '{count} new steps ↑',
  'action.showAll': 'Show all',
  'action.showLess': 'Show less',
  'action.copy': 'Copy',
  'action.showTerminal': 'Show terminal',
  'action.copyInput': 'Copy input',
  'action.copyResult': 'Copy result',
  'action.copied': 'Copied',
  'action.openFile': 'Open {path}',
  'action.openChanges': 'Open changes to {path}',
  'action.rowFile': 'Open file',
  'action.rowChanges': 'Open changes',
  'action.rowCommand': 'Copy command',
  'action.openChild': 'Go to sub-agent',
  'receipt.requested': 'requested',
  'receipt.delivered': 'delivered',
  'receipt.obeyed': 'answered',
  'receipt.ignored': 'ignored',
  'receipt.confirmed': 'confirmed',
  'receipt.withdrawn': 'undone',
  'receipt.ignored.once': 'ignored once',
  'receipt.ignored.twice': 'ignored twice',
  'receipt.ignored.times': 'ignored {count} times',
  'rung.remind': 'Reminder',
  'rung.guide': 'Guidance',
  'rung.text-only': 'Force respond',
  'rung.stop': 'Stop',
  'rung.escalate': 'Turnwatch asked you what to do',
  'rung.tools-on': 'Told that tools are back',
  'by.person': 'by you',
  'by.auto': 'automatically',
  'outcome.running': 'running',
  'outcome.ok': 'ok',
  'outcome.failed': 'failed',
  'outcome.denied': 'denied',
  'outcome.unknown': 'no result seen',
  'author.agent': 'agent',
  'author.person': 'you',
  'author.tool': 'tool',
  'author.unknown': 'someone',
  'label.lastProgress': 'Last progress',
  'label.noProgress': 'No progress yet in this turn',
  'label.ago': '{time} ago',
  'label.otherSessions': 'Other sessions',
  'label.timeline': 'Steps, newest first',
  'label.counters': 'Stall counters',
  'label.receipts': 'Actions',
  'label.report': 'Report',
  'label.input': 'Input',
  'label.output': 'Result',
  'label.similar': '{count} similar steps ({from}–{to})',
  'label.step': 'Step {step}',
  'label.progress': 'progress',
  'action.showLog': 'Show log',
  'action.openSettings': 'Open settings',
  'receipt.denials': 'denied responses: {count}',
  'label.page': 'Turnwatch',
  'label.sessions': 'Sessions',
  'label.changed': 'Changed with it (lines since HEAD)',
  'label.same': '{count} the same',
  'label.finished': '{count} finished',
  'label.elsewhere': '{count} elsewhere on this machine',
  'state.elsewhere': 'In another folder',
  'state.log': 'Session log',
  'elsewhere.steer': 'Read-only here. To steer it, open {folder}.',
  'elsewhere.gone': 'Read-only here. Its folder {folder} isn’t on this machine.',
  'label.branch': 'Branch: {branch}',
  'label.needPerson': '{count} waiting for you',
  'label.evidence': 'Evidence',
  'label.jump': 'Go to step {step}',
  'label.counterReset': '{counter}, last reset: {what}',
  'label.lastReset': 'Last reset: {what}',
  'label.snoozedOne': 'Snoozed for 1 more step.',
  'label.snoozed': 'Snoozed for {count} more steps.',
  'label.noTurn': 'No turn is running.',
  'label.notWatching': 'Watching is paused until you resume it.',
  'label.prompt': 'Prompt',
  'label.message': 'Message',
  'label.workspace': 'Workspace',
  'label.exit': 'exit {code}',
  'label.rule': 'Rule: {id}',
  'label.cut': '… {count} more characters',
  'label.tokens': 'Tokens: {total}',
  'label.tokens.cached': 'Tokens: {total} ({cached} cached)',
  'label.tokensSince': 'Tokens since last progress: {count}',
  'label.notKept': 'The full text is no longer stored.',
  'label.notRead': 'The full text can’t be read from disk.',
  'label.olderNotKept': 'Older rows are no longer stored.',
  'label.olderNotRead': 'Older rows can’t be read from disk.',
  'label.steps': '{count} steps',
  'label.stepsOne': '1 step',
  'label.noOutput': 'no output',
  'lesson.start': 'A recorded turn of a coding agent: watch the counters fill.',
  'lesson.stalled': 'It stalled: it runs the same test again and again. End it with Force respond.',
  'lesson.forced': 'Tools are off: its next call is denied, so it has to answer in words.',
  'lesson.answered': 'It answered in words: what it found and what it needs from you.',
  'player.label': 'Player',
  'player.place': 'Position in the recorded run',
  'player.start': 'Start of the run',
  'player.step': 'Step {step} of {last}',
  'player.going': '{place}, {percent}% done',
  'player.play': 'Play',
  'player.pause': 'Pause',
  'player.back': 'Step back',
  'player.forward': 'Step forward',
  'player.previousVerdict': 'Previous verdict',
  'player.nextVerdict': 'Next verdict',
  'player.speed': 'Speed',
  'player.fastest': 'Fastest',
  'action.why': 'Why?',
  'action.falseAlarm': 'False alarm…',
  'action.falseAlarm.sure': 'Confirm false alarm',
  'action.reallyStuck': 'Really stuck…',
  'action.reallyStuck.sure': 'Confirm really stuck',
  'action.help': 'Keyboard shortcuts',
  'action.endSnooze': 'End snooze',
  'action.snooze.steps': '{count} steps',
  'action.snooze.text': 'How long Turnwatch leaves this turn alone',
  'action.send': 'Send',
  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.openFolder': 'Open folder',
  'action.manageTrust': 'Manage trust',
  'action.initGit': 'Initialize repository',
  'label.later': '1 more since, in step {step}.',
  'label.laterTimes': '{count} more since, last in step {step}.',
  'why.rule': 'Rule',
  'why.equal': 'What repeats',
  'why.leftOut': 'Ignored',
  'why.limit': 'Limit',
  'why.limit.value': '{name}: {value} ({from})',
  'why.limit.derived': '{name}: {value} (setting: {setting}, {from})',
  'why.phase': 'Phase',
  'why.first': 'Began',
  'why.clears': 'Ends',
  'guide.label': 'What the agent should know',
  'guide.hint': 'Delivered with its next step. Enter to send, Escape to close.',
  'help.title': 'Keyboard shortcuts',
  'help.force': 'Force respond',
  'help.snooze': 'Snooze or end snooze',
  'help.guide': 'Guide the agent',
  'help.move': 'Move through the list',
  'help.ends': 'Newest or oldest step',
  'help.open': 'Expand or collapse a step',
  'help.leave': 'Close, or back to the row',
  'help.help': 'Show or hide this list',
  'order.requested': 'Requested: reaches the agent with its next step.',
  'order.delivered': 'Delivered: tools are off until the agent answers in words.',
  'order.requested.unconnected': 'Not connected: the request waits until it is again.',
  'order.delivered.unconnected': 'Not connected: tools may be on until it is again.',
  'label.hostSilent': 'VS Code’s extension host doesn’t respond.',
  'order.reminded': 'Reminded: the next steps show whether it helps.',
  'order.stop.requested': 'The stop reaches the agent with its next step.',
  'order.stop.delivered': 'The agent was told to stop.',
  'order.stopped': 'The turn was stopped.',
  'order.countdown':
    'It keeps calling tools although they are off. The turn will be stopped in {seconds} s.',
  'order.ignored': 'It keeps calling tools although they are off. They stay off until it answers.',
  'order.ignored.unstoppable':
    'It keeps calling tools although they are off. Turnwatch can’t stop it: stop it where it runs.',
  'order.stopping': 'It kept calling tools although they were off. It is stopped at its next step.',
  'level.low': 'low',
  'level.half': 'rising',
  'level.near': 'high',
  'level.full': 'full',
  'label.lastHook': 'last hook {time} ago',
  'label.tally': 'Today: {continued} continued past a warning, {escalated} escalated',
  'empty.title': 'No agent running',
  'empty.text': 'Run an agent in a terminal in this folder. Its steps appear here automatically.',
  'empty.folder': 'No folder open',
  'empty.folder.text':
    'Turnwatch watches agents in this window’s folders. Open the one your agent works in.',
  'empty.trust': 'Restricted Mode',
  'empty.trust.text':
    'Until you trust this workspace, Turnwatch shows agents but sends them nothing and runs no programs.',
  'empty.git':
    'This folder isn’t in a Git repository: besides the agent’s own edits, only saved files count as changes.',
  'empty.connect': 'Connect it to let Turnwatch step in when a turn stalls.',
} as const;
export type PageTextId = keyof typeof pageTexts;

/** Commands that the page may run; anything else is refused and logged. */
export const pageCommands = [
  'forceRespond',
  'guide',
  'snooze',
  'stopTurn',
  'keepWaiting',
  'undo',
  'falseAlarm',
  'reallyStuck',
  'connect',
  'resume',
  'copyReport',
  'shareTurn',
  'exportTurn',
  'openSample',
  'closeRecordedRun',
  'showLog',
  'openSettings',
  'showTerminal',
] as const;
export type PageCommand = (typeof pageCommands)[number];

/** VS Code's own commands that the page may run. */
export const editorCommands = {
  openFolder: 'vscode.openFolder',
  manageTrust: 'workbench.trust.manage',
  initGit: 'git.init',
} as const;
export type EditorCommand = keyof typeof editorCommands;

/** Characters of a sentence to an agent. */
export const GUIDE_LIMIT = 500;

/** What the menu of a row offers. */
export type RowAction =
  'openFile' | 'openChanges' | 'copyCommand' | 'copyResult' | 'firstOccurrence' | 'sameSteps';

/** Commands of the player of a recorded run. `stop`: 0-based number of a stop of the selected session. */
export type PlayerCommand =
  | { to: (typeof plainPlayerCommands)[number] }
  | { to: 'stop'; stop: number }
  | { to: 'speed'; speed: PlaybackSpeed };
/** Commands without a parameter. */
export const plainPlayerCommands = [
  'play',
  'pause',
  'back',
  'forward',
  'previousVerdict',
  'nextVerdict',
] as const;

/** Redacted. `kept`: characters available with `whole`; `length`: original characters. */
export interface ShownText {
  text: string;
  kept: number;
  length: number;
}
/** `output` is absent until seen. */
export interface CallTexts {
  input?: ShownText | undefined;
  output?: ShownText | undefined;
  missing?: Missing | undefined;
}

export type ToPage =
  /** `texts` holds both this file's and core's templates, localised. */
  | { type: 'texts'; locale: string; texts: Record<string, string> }
  | SnapshotMessage
  /** Answer to `older`. */
  | ({ type: 'older'; session: string; before: number } & OlderRows)
  /** Answer to `details`. */
  | ({ type: 'details'; session: string; call: number; whole: boolean } & CallTexts)
  /** Answer to `teach`: what the answer to a verdict would change, or (`done`) has changed, as a localised sentence. */
  | Lesson
  /** Answer to `changes`. */
  | { type: 'changes'; session: string; files: FileChange[] }
  /** Chosen from the menu of a row, by the key that the page gave it. */
  | { type: 'row'; action: RowAction; key: string }
  /** Answer to `alive`. */
  | { type: 'alive' };

/** `lines`: absent where they are not known. */
export interface FileChange {
  path: string;
  lines?: LineCounts | undefined;
}

/** `rows`: those of the selected session, as the bytes of their JSON; `snapshot` itself has none. */
export interface SnapshotMessage {
  type: 'snapshot';
  snapshot: Snapshot;
  rows: Uint8Array<ArrayBuffer>;
}

export interface Lesson {
  type: 'lesson';
  session: string;
  verdict: string;
  answer: FeedbackAnswer;
  done: boolean;
  text: string;
  canUndo: boolean;
}

/** An optional field may be absent or undefined: messages between host and page travel as JSON. */
export type FromPage =
  | { type: 'ready' }
  /** Whether the host responds. */
  | { type: 'alive' }
  | { type: 'select'; session: string }
  /** Shows the steps of a session of another folder here, or that folder in a window of its own. */
  | { type: 'elsewhere'; session: string; show: 'steps' | 'folder' }
  /** `steps`: of a snooze, 0 ends it; `text`: of guidance. */
  | {
      type: 'command';
      command: PageCommand;
      session?: string | undefined;
      intervention?: string | undefined;
      steps?: number | undefined;
      text?: string | undefined;
    }
  | { type: 'editor'; command: EditorCommand }
  | Teach
  /** Rows before row number `before` of a session (0-based; `olderRows` of a snapshot is that of its oldest row). */
  | { type: 'older'; session: string; before: number }
  | { type: 'player'; order: PlayerCommand }
  /** Input and result of a call, by its number; cut unless `whole`. */
  | { type: 'details'; session: string; call: number; whole: boolean }
  /** A file named by a call, as the agent wrote it; `changes`: against git HEAD. `line`: 1-based. */
  | { type: 'open'; session: string; path: string; changes: boolean; line?: number | undefined }
  /** Lines that these files, as a row names them, have more and less than at git HEAD. */
  | { type: 'changes'; session: string; paths: string[] }
  /** To the clipboard: the command or the result of a call, by its number. */
  | { type: 'copy'; session: string; call: number; what: 'command' | 'result' }
  /** How long the page took, in milliseconds: for the log and the benchmark. */
  | { type: 'painted'; ms: number; rows: number };

/** A person's answer to a verdict; unless `sure`, it only previews what would change. */
export interface Teach {
  type: 'teach';
  session: string;
  verdict: string;
  answer: FeedbackAnswer;
  sure: boolean;
}
