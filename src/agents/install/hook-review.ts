/**
 * What a person reads who reviews our hooks before they are installed: a sentence for each, and its command laid out with comments. The
 * command itself is joined from the same lines (hook-client.ts).
 */
import type { InstalledHook } from './command-lines.js';
import {
  hookTexts,
  joinLines,
  type CommandLine,
  type HookMoment,
  type HookTextId,
} from './command-lines.js';

/** In another language; what is missing is told in English. */
export type HookTexts = Readonly<Partial<Record<HookTextId, string>>>;

/** By the events' names, in small letters. */
const moments: Readonly<Record<string, HookMoment>> = {
  userpromptsubmit: 'when.prompt',
  userpromptsubmitted: 'when.prompt',
  beforesubmitprompt: 'when.prompt',
  beforeagent: 'when.prompt',
  pretooluse: 'when.beforeCall',
  beforetool: 'when.beforeCall',
  posttooluse: 'when.afterCall',
  posttoolusefailure: 'when.afterFailure',
  posttoolbatch: 'when.afterStep',
  premodelrequest: 'when.beforeRequest',
  beforemodel: 'when.beforeRequest',
  beforetoolselection: 'when.beforeTools',
  afteragentresponse: 'when.response',
  stop: 'when.turnEnd',
  agentstop: 'when.turnEnd',
  afteragent: 'when.turnEnd',
  stopfailure: 'when.turnFailed',
  subagentstart: 'when.subagentStart',
  subagentstop: 'when.subagentEnd',
  permissionrequest: 'when.permission',
  permissionresult: 'when.permitted',
  notification: 'when.attention',
  sessionstart: 'when.start',
  sessionend: 'when.end',
  precompact: 'when.compaction',
};

function whatItDoes({ kind, isAsync }: InstalledHook): HookTextId {
  switch (kind) {
    case 'ask':
      return isAsync === true ? 'does.async' : 'does.ask';
    case 'order':
      return 'does.order';
    case 'tell':
    case 'tell-later':
      return 'does.tell';
    case 'prompt':
      return 'does.prompt';
  }
}

/** When it runs, and what it does then. */
function sentence(hook: InstalledHook, texts: HookTexts): string {
  const moment = hook.when ?? moments[hook.event.toLowerCase()];
  const what = say(whatItDoes(hook), texts);
  return moment === undefined ? what : `${say(moment, texts)}: ${what}`;
}

/** The same for all hooks, in as few lines as there are different ones. */
export function summarise(hooks: readonly InstalledHook[]): string[] {
  return group(hooks, whatItDoes).map(([what, same]) => `${nameEvents(same)}: ${hookTexts[what]}`);
}

function group<Key extends string>(
  hooks: readonly InstalledHook[],
  by: (hook: InstalledHook) => Key,
): [Key, InstalledHook[]][] {
  const groups = new Map<Key, InstalledHook[]>();
  for (const hook of hooks) {
    groups.set(by(hook), [...(groups.get(by(hook)) ?? []), hook]);
  }
  return [...groups];
}

function nameEvents(hooks: readonly InstalledHook[]): string {
  return hooks.map(({ event }) => event).join(', ');
}

/** As comments and lines of a shell script. */
export function writeReview(
  agent: string,
  hooks: readonly InstalledHook[],
  texts: HookTexts,
): { title: string; text: string } {
  const named = (id: HookTextId): string => say(id, texts).replaceAll('{agent}', agent);
  const lines = [
    `# ${named('title')}`,
    '#',
    `# ${named('whom')}`,
    `# ${named(hooks.some(({ kind }) => kind === 'prompt') ? 'mayPrompt' : 'may')}`,
    '#',
    ...hooks.flatMap((hook) => [`# ${hook.event}`, `#   ${sentence(hook, texts)}`]),
    '#',
    `# ${named('same')}`,
    ...group(hooks, ({ lines }) => joinLines(lines)).flatMap(([, same]) => [
      '',
      `### ${nameEvents(same)}`,
      '',
      ...layOut(same[0]?.lines ?? [], texts),
    ]),
    '',
  ];
  return { title: named('title'), text: lines.join('\n') };
}

/** Each line below what it is for. */
function layOut(lines: readonly CommandLine[], texts: HookTexts): string[] {
  return lines.flatMap(({ text, about, glue }) => {
    const [indent = ''] = /^ */.exec(text) ?? [];
    return [
      ...(about === undefined ? [] : [`${indent}# ${say(about, texts)}`]),
      glue === undefined ? text : `${text}${glue}\\`,
    ];
  });
}

function say(id: HookTextId, texts: HookTexts): string {
  return texts[id] ?? hookTexts[id];
}
