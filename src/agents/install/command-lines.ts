/** A hook's command as lines: joined, they are the command; one below the other, with what each is for, they are what a person reviews. */

/** English; the extension shows them in the person's language. */
export const hookTexts = {
  // comments of the command, by its lines
  orderOnly: 'Ends here unless the window has left an order for this session.',
  pipe: 'The agent may close its end at any time.',
  address: 'The window’s address, its key and time limits, in a file that only you can read.',
  stamp: 'Marks that nobody answered in time.',
  none: 'No answer yet.',
  quiet: 'Never shows an error.',
  listens:
    'Asks only if that file is there and yours, the last one was answered, and the agent told something.',
  ordered: 'With an order for this session, asks and waits for the answer.',
  tell: 'Without one, hands it over in the background: the agent goes on at once.',
  ask: 'Hands over what the agent told: 0.9 seconds at most, past proxies, without your .curlrc.',
  timedOut: 'Too late: hooks no longer wait until the window has seen to it.',
  answer: 'Prints an answer only in one of these forms. None can allow a call or change it.',
  list: 'The agent’s own list of messages, and one more.',
  text: 'One text without quotes, and nothing else.',
  asked:
    'Hands over the prompt and waits for your click in the window, ten minutes at most; the window may close meanwhile.',
  allowed: 'Prints your answer to this one prompt, and nothing else.',
  later: 'A moment later, so that the next hooks have the processor.',
  exit: 'Never fails, so that the agent goes on.',
  // when a hook runs
  'when.prompt': 'When you send a prompt',
  'when.beforeCall': 'Before each tool call',
  'when.afterCall': 'After each tool call',
  'when.afterFailure': 'After a tool call that failed',
  'when.afterStep': 'After the tool calls of a response',
  'when.beforeRequest': 'Before each request to the model',
  'when.beforeTools': 'Before the model is offered tools',
  'when.response': 'After each response of the model',
  'when.turnEnd': 'When a turn ends',
  'when.turnFailed': 'When a turn ends in an error',
  'when.subagentStart': 'When a sub-agent starts',
  'when.subagentEnd': 'When a sub-agent ends',
  'when.permission': 'When a call needs your permission',
  'when.permitted': 'Once you have allowed or denied a call',
  'when.attention': 'When the agent wants your attention',
  'when.start': 'When a session starts',
  'when.end': 'When a session ends',
  'when.compaction': 'Before the context is condensed',
  // what it does then
  'does.ask': 'tells Turnwatch and waits for the answer, a second at most.',
  'does.async': 'tells Turnwatch; the agent doesn’t wait.',
  'does.order': 'does nothing, unless Turnwatch has an order for the session: then it asks.',
  'does.tell': 'tells Turnwatch in the background; only for an order does the agent wait.',
  'does.prompt':
    'shows the prompt in Turnwatch too, and waits for your click there. Switched on by you: turnwatch.answerPrompts.',
  // around them
  title: 'What {agent} will run',
  whom: '{agent} runs these commands at each step, so that Turnwatch sees it and can step in. They ask a window of yours on this machine, and nobody else. Where none is open, they end at once.',
  may: 'An answer can deny a tool call, end the turn or tell the agent something. It can never allow a call or change one.',
  mayPrompt:
    'An answer can deny a tool call, end the turn or tell the agent something. Only the hooks that wait for your click can allow a call, the one that you see, or answer a question; none can change one.',
  same: 'Below is each command, line by line. The settings hold the same text in one line.',
} as const;
export type HookTextId = keyof typeof hookTexts;
export type HookMoment = Extract<HookTextId, `when.${string}`>;

export interface CommandLine {
  /** With the indentation of the copy for people. */
  text: string;
  about?: HookTextId | undefined;
  /** What follows in the command where it cannot be a line break. */
  glue?: ' ' | '';
}

export function line(text: string, about?: HookTextId): CommandLine {
  return { text, about };
}

/** Goes on in the next line, where the shell sees none. */
export function goesOn(text: string, glue: ' ' | '' = ' ', about?: HookTextId): CommandLine {
  return { text, about, glue };
}

export function deeper(lines: readonly CommandLine[]): CommandLine[] {
  return lines.map((each) => ({ ...each, text: `  ${each.text}` }));
}

export function joinLines(lines: readonly CommandLine[]): string {
  return lines
    .map(({ text, glue = ' ' }) => text.trimStart() + glue)
    .join('')
    .trimEnd();
}

/**
 * What an installed hook does:
 * - `ask`: hands the payload over and waits for the answer. For what happens once a turn, and must be answered or come in its place.
 * - `order`: nothing, unless an order file is there; then it asks. For what the agent's log tells as well.
 * - `tell`: asks where an order file is there; else it hands the payload over in the background, and the agent goes on at once. Some
 *   agents cut a payload of more than 200 KB off then; the log has it whole.
 * - `tell-later`: as `tell`, but after a moment: for what only the view needs, where other hooks follow at once. They would share the
 *   processor with curl otherwise, and the agent waits for them.
 * - `prompt`: hands a prompt over and waits until the person has answered it, here or where the agent asks.
 */
export type HookKind = 'ask' | 'order' | 'tell' | 'tell-later' | 'prompt';

/** A hook of ours in an agent's settings, for the person who reviews it. */
export interface InstalledHook {
  event: string;
  kind: HookKind;
  /** When the agent runs it, where the event's name means something else there than with other agents. */
  when?: HookMoment | undefined;
  /** The agent does not wait for it. */
  isAsync?: boolean | undefined;
  lines: readonly CommandLine[];
}
