/** Programs that wait for a person: editors, pagers, shells without a script, prompts for a password or an answer. */
import { findProgram, segmentKind } from './segment.js';
import { readCommand, setsVariable } from './shell.js';
import type { Segment } from './shell-segments.js';

/** What a command can be doing once it has run for minutes. `quick`: nothing, it takes seconds, so it has not begun. */
export type RunNature = 'quick' | 'asks' | 'runs';

/** `ssh host sudo …` */
const DEEPEST = 3;

/** @param depth programs so far that run this command */
export function runNature(command: string, depth = 0): RunNature {
  const { segments } = readCommand(command);
  const sets = /\b(?:GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|core\.editor|sequence\.editor)=/;
  const hasEditor = sets.test(command);
  const natures = segments.map((segment, i) =>
    natureOfSegment(segment, { hasEditor, piped: segments[i + 1]?.join === '|', depth }),
  );
  if (natures.length === 0 || natures.includes('runs')) {
    return 'runs';
  }
  return natures.includes('asks') ? 'asks' : 'quick';
}

interface Around {
  /** The command names an editor that needs nobody. */
  hasEditor: boolean;
  /** Its output goes to another program: no pager, no editor. */
  piped: boolean;
  depth: number;
}

function natureOfSegment(segment: Segment, around: Around): RunNature {
  const { words, join, document } = segment;
  const from = words.findIndex((word) => !setsVariable(word));
  const [program, args] =
    from < 0 ? ['', []] : [findProgram(words.slice(from)), words.slice(from + 1)];
  const isFed = join === '|' || document !== undefined || args.some((arg) => arg.startsWith('<'));
  if (program === 'sudo' || program === 'doas') {
    return afterPassword(args, isFed, around);
  }
  if (program === 'ssh') {
    return remote(args, around);
  }
  if (program === 'git' ? gitAsks(args, around) : asks(program, args, isFed, around.piped)) {
    return 'asks';
  }
  return isQuick(segment, program, args) ? 'quick' : 'runs';
}

/** A quick command that is still open behind `sudo` waits for the password. */
function afterPassword(args: readonly string[], isFed: boolean, around: Around): RunNature {
  const from = args.findIndex((arg) => !arg.startsWith('-'));
  const asksNobody =
    isFed || args.slice(0, Math.max(0, from)).some((arg) => /^-\w*[nSA]/.test(arg));
  const rest =
    from < 0 || around.depth >= DEEPEST ? 'runs' : natureOfWords(args.slice(from), around);
  return rest === 'quick' && !asksNobody ? 'asks' : rest;
}

/** Without a command it is a shell; a quick one that is still open waits for a password or for trust in the host. */
function remote(args: readonly string[], around: Around): RunNature {
  if (/BatchMode[= ]yes|(?:^| )-\w*[NfTV]/.test(args.join(' '))) {
    return 'runs';
  }
  let at = 0;
  while (args[at]?.startsWith('-') === true) {
    at += /^-[BbcDEeFIiJLlmOopQRSWw]$/.test(args[at] ?? '') ? 2 : 1;
  }
  const command = args.slice(at + 1);
  if (command.length === 0) {
    return 'asks';
  }
  const rest = around.depth >= DEEPEST ? 'runs' : runNature(command.join(' '), around.depth + 1);
  return rest === 'quick' ? 'asks' : rest;
}

function natureOfWords(words: readonly string[], around: Around): RunNature {
  return natureOfSegment({ words: [...words], join: '' }, { ...around, depth: around.depth + 1 });
}

/** Programs, and what the words after the name must or must not be. */
interface AskingPrograms {
  programs: string;
  only?: RegExp;
  unless?: RegExp;
  /** It asks on the terminal, even if its input comes from elsewhere. */
  evenFed?: boolean;
}

const information = /(?:^| )(?:--version|--help|-V|-h)$/;
const asking: readonly AskingPrograms[] = [
  {
    programs:
      'vi vim nvim gvim view vimdiff ex nano pico emacs micro hx helix joe jed ed kak ne mcedit mc',
    unless:
      /(?:^| )(?:-[eE]s|-[eEs]|--headless|--batch|-batch|--script)(?: |=|$)|(?:^| )(?:\+|-c )[^+]*\b(?:w?qa?(?:ll)?|xa?)!?(?: |$)/,
  },
  { programs: 'less more most man info pg bat', only: /[^-\s]/ },
  {
    programs: 'top htop btop bpytop atop glances iotop nvtop iftop nethogs',
    unless: /(?:^| )(?:-\w*b|--batch)/,
  },
  { programs: 'watch' },
  { programs: 'python python2 python3 py pypy3', only: /^(?:-i\b.*|)$|^-m pdb\b/ },
  { programs: 'node deno bun', only: /^$|^inspect / },
  {
    programs: 'ipython irb pry ghci lua julia R scala clojure erl iex bc dc ftp telnet',
    only: /^(?:-\S+ ?)*$/,
    unless: /(?:^| )-e/,
  },
  { programs: 'bash sh zsh fish dash ksh pwsh powershell', only: /^(?:-[il]+ ?)*$/ },
  { programs: 'gdb lldb jdb', unless: /batch/ },
  { programs: 'psql', unless: /(?:^| )(?:-\w*[cfl]|--command|--file|--list)(?:[= ]|$)/ },
  { programs: 'mysql mariadb', unless: /(?:^| )(?:-\w*e|--execute)/ },
  { programs: 'mongosh mongo', unless: /--eval|\.js\b/ },
  { programs: 'sqlite3 duckdb', only: /^(?:\S+)?$/ },
  { programs: 'redis-cli', only: /^(?:-[hpan] \S+ ?)*$/ },
  {
    programs: 'docker podman kubectl',
    only: /^(?:exec|run)\b.* (?:-it|-ti|--tty)\b.* \S*(?:ba|z)?sh$/,
  },
  {
    programs: 'su passwd chsh login visudo vipw ssh-copy-id',
    unless: /(?:^| )(?:-c|--stdin)(?: |$)/,
  },
  { programs: 'ssh-keygen', unless: /(?:^| )-\w*[NlyRFH]/ },
  { programs: 'ssh-add', unless: /(?:^| )-\w*[lLdD]/ },
  { programs: 'npm yarn', only: /^init\b/, unless: /(?:^| )(?:-y|--yes)(?: |$)/ },
  { programs: 'poetry composer', only: /^init\b/, unless: /(?:^| )(?:-n|--no-interaction)(?: |$)/ },
  {
    programs: 'npm yarn gh gcloud az heroku vercel netlify firebase wrangler fly flyctl docker aws',
    only: /(?:^| )(?:login|adduser)(?: |$)|^configure$/,
    unless: /--password|--with-token|(?:^| )-p|--service-principal/,
  },
  { programs: 'crontab', only: /(?:^|-)e\b/ },
  { programs: 'kubectl systemctl', only: /^edit\b/ },
  {
    programs: 'hg svn jj',
    only: /^(?:ci|commit|describe)\b/,
    unless: /(?:^| )(?:-\w*[mF]|--message)/,
  },
  { programs: 'gpg', only: /gen(?:erate)?-key/, unless: /--batch/ },
  { programs: 'rm cp mv', only: /(?:^| )(?:-\w*i|--interactive)(?: |$)/ },
  { programs: 'read', only: /(?:^| )-\w*[ps]/ },
  { programs: 'cat', only: /^(?:-\w+ ?)*$/ },
  { programs: 'Read-Host pause' },
  { programs: 'fzf dialog whiptail gum', unless: /(?:^| )(?:-f|--filter)/, evenFed: true },
];

const makeRules = new Map<string, AskingPrograms[]>();
for (const rule of asking) {
  for (const program of rule.programs.split(' ')) {
    makeRules.set(program, [...(makeRules.get(program) ?? []), rule]);
  }
}

function asks(program: string, args: readonly string[], isFed: boolean, piped: boolean): boolean {
  const line = args.join(' ');
  return (makeRules.get(program) ?? []).some(
    ({ only, unless, evenFed = false }) =>
      (evenFed || (!isFed && !piped)) &&
      !information.test(line) &&
      only?.test(line) !== false &&
      unless?.test(line) !== true,
  );
}

const byParts = /^(?:-p|--patch|--interactive)$/;
const message = /^-[a-zA-Z]*[mFC]|^--(?:message|file|no-edit|reuse-message|fixup|dry-run)\b/;
const never = /^$/;
/** Subcommands that ask about each part of a change (`parts`), or open an editor (`opens`) unless a word says otherwise. */
const gitAsking: Readonly<Record<string, { parts?: RegExp; opens?: RegExp; unless?: RegExp }>> = {
  add: { parts: /^(?:-[pie]|--patch|--interactive|--edit)$/ },
  checkout: { parts: byParts },
  reset: { parts: byParts },
  restore: { parts: byParts },
  stash: { parts: byParts },
  rebase: { opens: /^(?:-i|--interactive|--edit-todo)$/ },
  commit: { parts: byParts, opens: /|./, unless: message },
  tag: { opens: /^(?:-[as]|--annotate|--sign|--edit)$/, unless: message },
  config: { opens: /^(?:-e|--edit)$/ },
  mergetool: { parts: /|./ },
  difftool: { parts: /|./ },
};

function gitAsks(args: readonly string[], { hasEditor, piped }: Around): boolean {
  let at = 0;
  while (args[at]?.startsWith('-') === true) {
    at += /^-[cC]$/.test(args[at] ?? '') ? 2 : 1;
  }
  const verb = args[at] ?? '';
  const rule = Object.hasOwn(gitAsking, verb) ? gitAsking[verb] : undefined;
  if (rule === undefined || piped) {
    return false;
  }
  const { parts = never, opens = never, unless = never } = rule;
  // a rule for the bare subcommand matches the empty word
  const words = [...args.slice(at + 1), ''];
  const some = (pattern: RegExp): boolean =>
    pattern !== never && words.some((word) => pattern.test(word));
  return some(parts) || (!hasEditor && some(opens) && !some(unless));
}

const follows = /(?:^| )(?:-\w*[fF]|--follow\S*)(?: |$)/;
/** They change files by name, with no program of the project and no network. */
const quickChanges = new Set(
  'mv cp rm mkdir rmdir touch ln chmod chown tee truncate unlink echo printf cat sed perl awk head tail'.split(
    ' ',
  ),
);

/** Takes seconds at most. */
function isQuick(segment: Segment, program: string, args: readonly string[]): boolean {
  switch (segmentKind(segment)) {
    case 'no-op':
    case 'list':
    case 'git-overview':
      return true;
    case 'read':
    case 'search':
      return !(program === 'tail' && follows.test(args.join(' ')));
    case 'change':
      return quickChanges.has(program);
    default:
      return false;
  }
}
