/** What a person reviews before hooks are installed: the very commands that are, and a sentence for each. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { hookTexts } from '../../../src/agents/install/command-lines.js';
import { summarise, writeReview } from '../../../src/agents/install/hook-review.js';
import { installers } from '../../../src/agents/install/installers.js';
import { contains } from '../../contains.js';

const client = { dir: "/home/ada/it's here/bridge" };
const sentences = Object.values(hookTexts);

/** A laid out command as the shell reads it: without comments, in one line. */
function inOneLine(lines: readonly string[]): string {
  return lines
    .filter((line) => !/^ *#/.test(line))
    .map((line) => line.replace(/^ +/, ''))
    .map((line) => (line.endsWith('\\') ? line.slice(0, -1) : `${line} `))
    .join('')
    .trim();
}

describe('the review of hooks', () => {
  const reviewed = [...installers].flatMap(([id, installer]) =>
    installer.hooks === undefined ? [] : [{ id, installer, hooks: installer.hooks(client) }],
  );

  it('is there for every agent whose hooks are commands', () => {
    const programs = [...installers].filter(([, { needs }]) => needs.includes('curl'));
    assert.deepEqual(
      reviewed.map(({ id }) => id),
      programs.map(([id]) => id),
    );
  });

  for (const { id, installer, hooks } of reviewed) {
    it(`${id}: shows each command as it is installed, byte for byte, and comments it`, () => {
      const { text } = writeReview(id, hooks, {});
      const [, ...sections] = text.split(/^### /m);
      const shown = sections.flatMap((section) => {
        const [events = '', ...lines] = section.split('\n');
        assert.ok(lines.filter((line) => /^ *# /.test(line)).length >= 8, section);
        return events.split(', ').map((event) => ({ event, command: inOneLine(lines) }));
      });
      assert.deepEqual(
        shown.map(({ event }) => event).sort(),
        hooks.map(({ event }) => event).sort(),
      );
      for (const { event, command } of shown) {
        const added = installer.add(join('/hooks', event), '', client);
        assert.ok(!isProblem(added));
        // some settings hold it as a string
        const [raw, quoted] = [command, JSON.stringify(command)];
        assert.ok(added.text.includes(quoted) || added.text.split('\n').includes(raw), command);
      }
    });

    it(`${id}: says of each hook when it runs and what it does`, () => {
      const [head = ''] = writeReview(id, hooks, {}).text.split(/^### /m);
      for (const { event } of hooks) {
        const [, when, what] = new RegExp(`^# ${event}\n# +([^:]+): (.+)$`, 'm').exec(head) ?? [];
        assert.ok(
          sentences.some((each) => each === when) && sentences.some((each) => each === what),
          event,
        );
      }
      const told = summarise(hooks).join('\n');
      hooks.forEach(({ event }) => contains(told, event));
      assert.ok(summarise(hooks).length <= 4, told);
    });
  }
});
