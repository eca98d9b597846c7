/** What agents, tools and files say, where it is shown, stored, shared and exported. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnEvent } from '../../src/core/events.js';
import { escapeControls } from '../../src/core/escape-controls.js';
import { RecordedRun } from '../../src/core/recorded/recorded-run.js';
import { exportTurn } from '../../src/core/recorded/turn-export.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { shareTexts } from '../../src/core/view/report/turn-summary.js';
import { turnMarkdown } from '../../src/core/view/report/turn-markdown.js';
import { withoutLinks } from '../../src/core/view/words/inert-text.js';
import { personTexts } from '../../src/core/view/words/wording.js';
import { pageTexts } from '../../src/protocol/page-texts.js';
import { Spool } from '../../src/storage/spool.js';
import { placed, tokens, type Sample } from '../unit/secrets/secret-samples.js';
import { bash, Story } from '../unit/support/story.js';
import { facts, type Fault, type Subject } from './harness/fault.js';

const COMMAND = 'command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22id%5Cn%22%7D';
const names: readonly string[] = [
  `[src/lexer.ts](${COMMAND})`,
  `[x]\u001b[0m(${COMMAND})`,
  `[x]\n(${COMMAND} "title")`,
  `[x]: ${COMMAND}`,
  `<${COMMAND}>`,
  `<img src=x onerror=alert(1)>`,
  '![](https://evil.example/x.png)',
  '``` \n# Owned\n```',
  '$(trash) $(sync~spin)',
  '\u202egnp.exe',
  '\u001b]8;;https://evil.example\u0007x\u001b]8;;\u0007',
  '@everyone www.evil.example',
];

/** All of a run in one go. */
function read(events: readonly TurnEvent[]): { run: RecordedRun; detail: SessionDetail } {
  const run = new RecordedRun(events, (agent) => agent);
  const reading = run.read();
  while (reading.next().done !== true) {
    /* the next part */
  }
  const { selected } = run.viewHere();
  if (selected === undefined) {
    throw new Error('no session');
  }
  return { run, detail: selected };
}

function markdown(events: readonly TurnEvent[]): string {
  const { run, detail } = read(events);
  return turnMarkdown({
    detail,
    rows: detail.rows,
    now: detail.lastEventAt ?? 0,
    folders: [run.cwd],
    home: '/home/dev',
    texts: { ...personTexts, ...pageTexts, ...shareTexts },
  });
}

function exported(events: readonly TurnEvent[]): string {
  const parts = exportTurn(events, 'S', 0);
  for (;;) {
    const part = parts.next();
    if (part.done === true) {
      return JSON.stringify(part.value?.events ?? []);
    }
  }
}

/** What is left of Markdown without its code: only that is rendered. */
const rendered = (text: string): string =>
  text
    .replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')
    .replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, '');

const samples: readonly Sample[] = [
  ...Object.entries(tokens).map(([what, token]): Sample => [what, `a ${token} b`, token]),
  ...placed,
];

/** A turn in which an agent names, runs, reads and says each of the texts. */
function saying(texts: readonly string[]): TurnEvent[] {
  const story = new Story().at(1000).start({ agent: 'claude-code' }).turn(texts[0]);
  for (const text of texts) {
    story.after(10).say(text).step(bash(text, text));
  }
  return story.end().events;
}

const faults: readonly Fault[] = [
  {
    fault: 'names of files and tools that are links, icons, HTML and Markdown',
    promise: 'nothing of them is a link, an icon or markup where it is shown',
    quick: true,
    play: () => {
      const link = /\]\((?:https?:|command:|file:)|<[a-z][a-z\d+.-]*:[^\s<>]*>|\$\([\w~-]+\)/i;
      const told = names.map((name) => withoutLinks(name));
      const story = new Story().at(1000).start({ agent: 'claude-code' }).turn(names[0]);
      for (const name of names) {
        story
          .after(10)
          .say(name)
          .step({ tool: name, input: { file_path: name }, output: name });
      }
      const shared = rendered(markdown(story.end().events));
      return Promise.resolve(
        facts(
          {
            'no link or icon in a message': told.every((text) => !link.test(text)),
            'no markup in shared Markdown': !/evil|onerror|everyone|Owned|<|!\[/.test(shared),
            'no terminal sequence': names.every(
              (name) => !/[\u0000-\u0008\u001b\u202a-\u202e]/.test(escapeControls(name)),
            ),
          },
          `${names.length} names`,
        ),
      );
    },
  },
  {
    fault: 'secrets in prompts, commands, results and messages',
    promise: 'none is in the view, its files, shared Markdown or an export',
    quick: true,
    play: async (stage) => {
      const base = stage.folder('spool');
      const spool = new Spool({ base, log: () => undefined, clock: Date });
      stage.atEnd(() => spool.close());
      const outlets: Record<string, string> = {};
      const leaked: string[] = [];
      for (const [i, [what, text, secret]] of samples.entries()) {
        const events = saying([text]);
        spool.text('s', { call: i, part: 'input', input: { command: text } });
        spool.text('s', { call: i, part: 'output', output: text });
        outlets['view'] = JSON.stringify(read(events).detail);
        outlets['Markdown'] = markdown(events);
        outlets['export'] = exported(events);
        leaked.push(
          ...Object.keys(outlets)
            .filter((outlet) => outlets[outlet]?.includes(secret))
            .map((outlet) => `${what} in the ${outlet}`),
        );
      }
      await spool.flush();
      const stored = readdirSync(base, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('');
      leaked.push(
        ...samples.flatMap(([what, , secret]) =>
          stored.includes(secret) ? [`${what} in the view’s files`] : [],
        ),
      );
      return facts(
        {
          'all were stored': stored.split('\n').length > samples.length,
          [`nothing leaked${leaked[0] === undefined ? '' : ` (${leaked.slice(0, 5).join('; ')})`}`]:
            leaked.length === 0,
        },
        `${leaked.length} of ${samples.length} secrets`,
      );
    },
  },
  {
    fault: 'sessions, calls and tools with names of the language, of any length',
    promise: 'each is a session of its own, and none breaks another',
    quick: true,
    play: () => {
      const ids = [
        '__proto__',
        'constructor',
        'toString',
        '',
        '\0',
        '../../etc/passwd',
        'x'.repeat(100_000),
      ];
      const events: TurnEvent[] = [];
      for (const id of ids) {
        const story = new Story(id, events)
          .at(1)
          .start({ agent: id, cwd: `/${id}` })
          .turn(id);
        for (let i = 0; i < 6; i += 1) {
          const act = { tool: id, input: { [id]: id }, output: id };
          story.result(story.call(act, `${id} ${i}`, `${id} ${i}`), act);
        }
        story.end();
      }
      const { run } = read(events);
      const shown = run.viewHere().sessions.length;
      return Promise.resolve(
        facts({ 'a session each': shown === ids.length }, `${shown} sessions`),
      );
    },
  },
];

export const shownText: Subject = {
  promise: 'What others say is shown as text: no link, no markup, no terminal sequence, no secret.',
  faults,
};
