/** What a call is to the detectors: a look, a run, a status, or something that may have changed the world unseen. */
import { natureOf, type CommandNature, type SegmentKind } from '../identity/command.js';
import { commandOf } from '../identity/tool.js';
import type { Call } from '../session.js';

/** Questions: that they find nothing is an answer. */
const asking: readonly SegmentKind[] = ['read', 'search', 'list', 'git-overview', 'no-op', 'wait'];

const statusPrograms = /^(?:kubectl|oc|helm|nomad|docker|podman|gh|glab|systemctl|service|squeue|qstat|aws|gcloud|az|fly|heroku|vercel)$/;

export function commandNature({ class: kind, input }: Call): CommandNature | undefined {
  const command = kind === 'shell' ? commandOf(input) : undefined;
  return command === undefined ? undefined : natureOf(command);
}

/** A look at something that runs elsewhere and may change by itself. */
export function isStatus({ class: kind }: Call, command: CommandNature | undefined): boolean {
  return kind === 'poll' || (command !== undefined && command.segments.some(({ words }) =>
    statusPrograms.test(words[0] ?? '') || (words[0] !== 'git' && words.some((word, i) => i > 0 && (word === 'status' || word === 'health' || word === 'progress')))));
}

/** Programs that measure the machine: how much it does at the moment is no news. */
const measuring = /^(?:ps|top|htop|uptime|free|vmstat|iostat|mpstat|w|lsof|ss|netstat|nvidia-smi)$/;

/** A look at the machine's processes and load, of which only the words tell something. */
export function isMeasure(command: CommandNature | undefined): boolean {
  const words = command?.segments[0]?.words ?? [];
  return measuring.test(words[0] ?? '') || (words[1] === 'stats' && words[0] === 'docker') || (words[1] === 'top' && words[0] === 'kubectl');
}

const LONGEST_STATUS = 4000;
const pending = /\b(?:pending|queued|in[ _-]progress|running|starting|waiting|creating|provisioning|initiali[sz]ing)\b/i;

/** What is waited for says that it is not through yet, with whatever exit code. */
export function isPending(text: string): boolean { return text.length <= LONGEST_STATUS && pending.test(text); }

export function isLook({ class: kind, tool }: Call, command: CommandNature | undefined): boolean {
  if (kind === 'shell') { return command?.segments.every((segment) => asking.includes(segment.kind)) ?? false; }
  return kind === 'read' || kind === 'search' || (kind === 'web' && !acting.test(tool));
}

/** Words of web tools that do something there. */
const acting = /click|type|press|fill|select|drag|navigate|upload|submit|post/i;

/** Whether it may have changed something that no one sees: a program that was run, a request that was sent, an unknown tool. */
export function mayAct(call: Call, command: CommandNature | undefined): boolean {
  switch (call.class) {
    case 'other': case 'task': return true;
    case 'web': return acting.test(call.tool);
    case 'shell': return command === undefined || !command.segments.every((segment) => asking.includes(segment.kind) || segment.kind === 'test' || segment.kind === 'build');
    case 'read': case 'search': case 'edit': case 'write': case 'test': case 'todo': case 'poll': case 'ask': return false;
  }
}

const sequencer = /^(?:rebase|cherry-pick|merge|am|revert|bisect|stash)$/;

/** Git works through a list of commits: it stops with a failure at each conflict, and has moved on if it says something else than before. */
export function movesOn(command: CommandNature | undefined): boolean {
  return command?.segments.some(({ words }) => words.includes('git') && words.some((word) => sequencer.test(word))) ?? false;
}
