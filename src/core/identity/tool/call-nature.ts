/** The nature of a tool call: a read, a run, a status check, or one that may have had an unobserved effect. */
import type { JsonObject, ToolClass } from '../../events.js';
import { classifyCommand, type CommandNature, type SegmentKind } from '../command/command.js';
import { looksElsewhere } from '../command/elsewhere.js';
import { findProgram } from '../command/segment.js';
import { findCommand, isNarration } from './tool.js';
import { keepsNotes } from './tool-class.js';

/** A tool call before its result. */
export interface ToolUse {
  class: ToolClass;
  tool: string;
  input: JsonObject;
}

/** In the last part of a tool's name, after that of its server. */
const thinks = /(?:^|[_-])think(?:ing)?(?:[_-]|$)|thinking$|thoughts?$|reasoning$/i;

/** A tool that only takes down what the agent thinks: it finds nothing and does nothing. */
export function isThought({ class: kind, tool, input }: ToolUse): boolean {
  return (
    kind === 'other' && (isNarration(input) || thinks.test(tool.replace(/^.*(?:__|[./:])/, '')))
  );
}

/** Questions: finding nothing is an answer. */
const asking: readonly SegmentKind[] = ['read', 'search', 'list', 'git-overview', 'no-op', 'wait'];

const statusPrograms =
  /^(?:kubectl|oc|helm|nomad|docker|podman|gh|glab|systemctl|service|squeue|qstat|aws|gcloud|az|fly|heroku|vercel)$/;

export function commandNature({ class: kind, input }: ToolUse): CommandNature | undefined {
  const command = kind === 'shell' ? findCommand(input) : undefined;
  return command === undefined ? undefined : classifyCommand(command);
}

/** Queries something that runs elsewhere and may change on its own. */
export function isStatus({ class: kind }: ToolUse, command: CommandNature | undefined): boolean {
  return (
    kind === 'poll' ||
    (command !== undefined &&
      command.segments.some(
        ({ words }) =>
          statusPrograms.test(words[0] ?? '') ||
          (words[0] !== 'git' &&
            words.some(
              (word, i) => i > 0 && (word === 'status' || word === 'health' || word === 'progress'),
            )),
      ))
  );
}

/** Programs that measure the machine's load, which always changes. */
const measuring = /^(?:ps|top|htop|uptime|free|vmstat|iostat|mpstat|w|lsof|ss|netstat|nvidia-smi)$/;

/** Queries processes or load: only the words of the output are information, its numbers are not. */
export function isMeasure(command: CommandNature | undefined): boolean {
  const words = command?.segments[0]?.words;
  if (words === undefined) {
    return false;
  }
  return (
    measuring.test(words[0] ?? '') ||
    (words[1] === 'stats' && words[0] === 'docker') ||
    (words[1] === 'top' && words[0] === 'kubectl')
  );
}

const benchmarks =
  /bench|hyperfine|profil|timeit|latency|throughput|load-?test|(?:^|[-_/:. ])(?:perf|speed|tun(?:e|ing)|wrk|k6)(?:[-_/:. ]|$)/i;

/** The shell's own word, no part of a command. */
const timed =
  /(?:^|[;&|({]\s*)time\s+[^\s;&|]|time_(?:total|starttransfer|connect)|\b(?:duration|elapsed|(?:execution|planning|response) time)\b/i;

/** Measures how long something takes. */
export function isBenchmark({ input }: ToolUse, command: CommandNature | undefined): boolean {
  if (command === undefined) {
    return false;
  }
  const text = findCommand(input) ?? '';
  return (
    timed.test(text) ||
    (benchmarks.test(text) &&
      command.segments.some(
        ({ kind, words }) =>
          kind !== 'read' && kind !== 'search' && words.some((word) => benchmarks.test(word)),
      ))
  );
}

/** Programs that ask a service. */
const clients =
  /^(?:curl|wget|https?|xh|nc|grpcurl|psql|mysql|mariadb|mongosh?|redis-cli|clickhouse(?:-client)?|influx|sqlite3|duckdb|ssh|dig|tmux|screen|adb|xdotool)$/;

/** Asks or steers something that goes on elsewhere, whose numbers may change by themselves. Unknown tools may do so, too. */
export function asksElsewhere(
  { class: kind }: ToolUse,
  command: CommandNature | undefined,
): boolean {
  return (
    (kind !== 'shell' && kind !== 'test') ||
    command?.segments.some(({ words }) => clients.test(findProgram(words))) === true
  );
}

const LONGEST_STATUS = 4000;
const pending =
  /\b(?:pending|queued|in[ _-]progress|running|starting|waiting|creating|provisioning|initiali[sz]ing)\b/i;

/** Says that a job is not done yet, whatever the exit code. */
export function isPending(text: string): boolean {
  return text.length <= LONGEST_STATUS && pending.test(text);
}

export function isLook(
  { class: kind, tool }: ToolUse,
  command: CommandNature | undefined,
): boolean {
  if (kind === 'shell') {
    return command?.segments.every((segment) => asking.includes(segment.kind)) ?? false;
  }
  return kind === 'read' || kind === 'search' || (kind === 'web' && !acting.test(tool));
}

/** Asks something that is no file, or searches: a page, a service, a table, a picture that is compared. */
export function observes(
  { class: kind, tool, input }: ToolUse,
  command: CommandNature | undefined,
): boolean {
  switch (kind) {
    case 'shell':
      return (
        // a cell of a notebook that is run by its number
        command === undefined ||
        (!isMeasure(command) &&
          command.segments.some(
            ({ kind: of, words }) =>
              of === 'search' || of === 'other' || of === 'run' || clients.test(findProgram(words)),
          ))
      );
    case 'search':
      return true;
    case 'web':
      return opening.test(tool) || !acting.test(tool);
    case 'other':
      return (
        !isThought({ class: kind, tool, input }) &&
        !keepsNotes(tool) &&
        (opening.test(tool) || !acting.test(tool))
      );
    case 'read':
      // without a file's name: a screen, a form, a list
      return !Object.values(input).some((value) => typeof value === 'string');
    case 'edit':
    case 'write':
    case 'test':
    case 'todo':
    case 'task':
    case 'poll':
    case 'ask':
      return false;
  }
}

/** Words of a command that shows what others have written: a log, an issue, a review. */
const recordCommands: readonly RegExp[] = [
  /^(?:journalctl|dmesg|coredumpctl|stern)\b/,
  /^adb\b.* logcat\b/,
  /^git(?: -[cC] \S+| --\S+){0,4} (?:show|log|reflog)\b/,
  /^(?:docker|podman|docker-compose|kubectl|oc|nomad|heroku|fly|flyctl|vercel|railway|supabase|pm2|aws|gcloud|az)(?: compose| app| webapp| alloc| -\S+(?: [^-\s]\S*)?){0,4} (?:logs?|logging)\b/,
  /^(?:gh|glab|jira|tea)\b(?: \S+)? (?:run|issue|pr|mr|ci|job|pipeline|release|discussion) (?:view|show|trace|list)\b/,
  /^curl\b.*\/console(?:Text)?\b/,
];
const recordTools =
  /(?:get|read|view|fetch|show|list|query|search|find|retrieve|tail)\w*?_?(?:logs?|issues?|tickets?|e?mails?|messages?|comments?|discussions?|threads?|incidents?|alerts?|crash(?:es)?|conversations?|pull_?requests?|reviews?|bugs?|reports?)(?![a-z])/i;

/** Shows what others have written, which may tell of any failure. */
export function showsRecord(
  { class: kind, tool }: ToolUse,
  command: CommandNature | undefined,
): boolean {
  return command === undefined
    ? (kind === 'other' || kind === 'read' || kind === 'search') && recordTools.test(tool)
    : command.segments.some(({ words }) => {
        const text = words.join(' ');
        return recordCommands.some((pattern) => pattern.test(text));
      });
}

/** Names of web tools that show the page which they go to. */
const opening = /navigate|goto/i;
/** Names of web tools that act on a page. */
const acting =
  /click|type|press|fill|select|drag|navigate|upload|submit|post|scroll|hover|swipe|tap(?![a-z])/i;

/** Lets a program or a game go on: each time, it does something. */
export function advances({ class: kind, tool }: ToolUse): boolean {
  return kind === 'other' && advancing.test(tool);
}
const advancing =
  /(?:^|[^a-z])(?:continue|resume|step|next|advance)(?:[_-]?(?:over|in(?:to)?|out))?$|(?:Continue|Resume|Step|Next|Advance)(?:Over|In(?:to)?|Out)?$/;

/** What names the action: a tool; or in each part of a command what launches the program, the program, and its own command. */
function listNames({ tool }: ToolUse, command: CommandNature | undefined): readonly string[] {
  return (
    command?.segments.flatMap(({ words }) => [
      words.slice(0, 2).join(' '),
      words.slice(0, 3).join(' '),
    ]) ?? [tool]
  );
}

/** Takes away what stands in the way: there may be as much behind it. */
export function dismisses(call: ToolUse, command: CommandNature | undefined): boolean {
  return listNames(call, command).some((name) => dismissing.test(name));
}
const dismissing =
  /(?:handle|accept|dismiss|close)[_-]?(?:dialog|alert|pop-?up|prompt|modal|banner|toast|notification)s?$|(?:dialog|alert|pop-?up|prompt|modal)[_-](?:accept|dismiss|close)$/i;

/** Takes a picture of a screen or a page, by a tool, an action or a program of that name. */
export function takesPicture(call: ToolUse, command: CommandNature | undefined): boolean {
  const { action } = call.input;
  return (
    (typeof action === 'string' && picturing.test(action)) ||
    listNames(call, command).some((name) => picturing.test(name))
  );
}
/** One that is compared with another is told by how they differ. */
const picturing = /^(?!.*(?:compare|diff|match|assert)).*screen[_-]?(?:shot(?!s)|cap)/i;

/** Asks a page or an editor what went wrong. */
export function asksForTrouble(call: ToolUse, command: CommandNature | undefined): boolean {
  return listNames(call, command).some((name) => troubles.test(name));
}
const troubles =
  /console[_-]?(?:messages?|logs?|errors?)|diagnostics?$|(?:get|list|read)_?(?:errors|problems)$/i;

/** Whether it may have had an unobserved effect: it ran a program, sent a request, or is an unknown tool. */
export function mayAct(call: ToolUse, command: CommandNature | undefined): boolean {
  switch (call.class) {
    case 'other':
      return !isThought(call) && !keepsNotes(call.tool);
    case 'task':
      return true;
    case 'web':
      return acting.test(call.tool);
    case 'shell':
      return (
        command === undefined ||
        !command.segments.every(
          ({ kind, words }) =>
            asking.includes(kind) ||
            kind === 'test' ||
            kind === 'build' ||
            (kind === 'other' && looksElsewhere(words)),
        )
      );
    case 'read':
    case 'search':
    case 'edit':
    case 'write':
    case 'test':
    case 'todo':
    case 'poll':
    case 'ask':
      return false;
  }
}

const running: readonly SegmentKind[] = ['run', 'test', 'build'];

/** Changes something first and then runs something: even if it fails, the change may have been made. */
export function actsFirst(command: CommandNature | undefined): boolean {
  const change = command?.segments.findIndex(({ kind }) => kind === 'change') ?? -1;
  return (
    change >= 0 &&
    command?.segments.some(({ kind }, i) => i > change && running.includes(kind)) === true
  );
}

/** Changes something first and then does something else with it: the change may only set the scene. */
export function setsScene(command: CommandNature | undefined): boolean {
  const change = command?.segments.findIndex(({ kind }) => kind === 'change') ?? -1;
  return (
    change >= 0 &&
    command?.segments.some(
      ({ kind }, i) => i > change && (running.includes(kind) || kind === 'other'),
    ) === true
  );
}

const sequencer = /^(?:rebase|cherry-pick|merge|am|revert|bisect|stash)$/;

/** Git works through a list of commits and fails at each conflict: another message than before means that it moved on. */
export function movesOn(command: CommandNature | undefined): boolean {
  return (
    command?.segments.some(
      ({ words }) => words.includes('git') && words.some((word) => sequencer.test(word)),
    ) ?? false
  );
}

/** Names a commit or a release, not a branch. */
const commit = /^(?=[a-f]*\d)[0-9a-f]{7,40}$|^HEAD(?:[~^]|@\{)|[~^]\d*$|^v?\d+\.\d+[\w.-]*$/;

/** Checks out another commit to see how it behaves there, which is no attempt at a fix. Restoring single files does not count. */
export function movesThroughHistory(command: CommandNature | undefined): boolean {
  return (
    command?.segments.some(({ words }) => findProgram(words) === 'git' && movesTree(words)) ?? false
  );
}

function movesTree(words: readonly string[]): boolean {
  let at = 1;
  while (words[at]?.startsWith('-') === true) {
    at += words[at] === '-C' || words[at] === '-c' ? 2 : 1;
  }
  const rest = words.slice(at + 1);
  switch (words[at]) {
    case 'bisect':
      return true;
    case 'checkout':
    case 'switch': {
      const [to, ...paths] = rest.filter((word) => !word.startsWith('-'));
      return (
        to !== undefined &&
        paths.length === 0 &&
        commit.test(to) &&
        !rest.some((word) => /^-[bBcC]$/.test(word))
      );
    }
    default:
      return false;
  }
}
