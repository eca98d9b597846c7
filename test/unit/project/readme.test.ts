/** Agents, formats, scripts and files named in the README exist. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { knownAgents } from '../../../src/agents/index.js';
import { admit, hostOnly } from '../../../src/bridge/requests/event-batch.js';
import { eventTypes } from '../../../src/core/parse.js';
import { isObject } from '../../../src/core/json.js';
import { relayAgents } from '../../../src/host/relay/relay-agents.js';
import { contains } from '../../contains.js';
import { writeMetrics, writeReadme } from '../../manifest/declared.js';

describe('the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  const guide = readFileSync('.github/CONTRIBUTING.md', 'utf8');
  const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  const rows = tableAfter(readme, '<!-- agents:', '<!-- /agents -->');

  it('has the lines of each agent, as its definition says them (npm run manifest)', () => {
    assert.equal(writeReadme(readme), readme);
    assert.deepEqual(
      rows.map(([name]) => name),
      knownAgents.flatMap(({ name, readme: { more = [] } }) => [
        name,
        ...more.map(([each]) => each),
      ]),
    );
  });

  it('links a table of all metrics, as their one source says them (npm run manifest)', () => {
    const metrics = readFileSync('media/examples/metrics.md', 'utf8');
    assert.equal(writeMetrics(metrics), metrics);
    contains(readme, '(media/examples/metrics.md)');
  });

  it('takes at most 1,500 words to sell, install and explain, before the reference, and 5,000 in all', () => {
    const [first = '', reference] = readme.split('\n## Reference\n');
    assert.ok(reference !== undefined);
    const count = wordsIn(first);
    assert.ok(count <= 1500, `${count} words`);
    assert.ok(wordsIn(readme) <= 5000, `${wordsIn(readme)} words in all`);
    assert.equal(readme.match(/^## Reference$/gm)?.length, 1);
  });

  it('has one line for each agent that the relay can be started for, with what it finds the relay by', () => {
    const told = tableAfter(readme, '| agent | finds the relay by', 'New terminals');
    assert.deepEqual(
      told.map(([name = '']) => name.replace(/,.*/, '')).sort(),
      relayAgents.map(({ name }) => name).sort(),
    );
    for (const { name, variable, place, upstream } of relayAgents) {
      const [, by = '', to] = told.find(([each = '']) => each.replace(/,.*/, '') === name) ?? [];
      contains(by, `\`${variable ?? place ?? ''}\``, name);
      assert.equal(to === 'what you name', upstream === undefined, name);
    }
  });

  it('names the version of Claude Code that the tests run', () => {
    const pinned = /'@anthropic-ai\/claude-code',\s+version: '([\d.]+)'/.exec(
      readFileSync('test/cache/agents.mjs', 'utf8'),
    )?.[1];
    assert.equal(rows.find(([name]) => name === 'Claude Code')?.at(-1), pinned);
  });

  it('has one line for each event that a program may report, with the fields it must have', () => {
    const told = tableAfter(
      readme,
      '| event | required | optional |',
      'An extension uses the same',
    );
    const types = told.map(([type = '']) => type.replaceAll('`', ''));
    const reserved: ReadonlySet<string> = hostOnly;
    assert.deepEqual([...types].sort(), eventTypes.filter((type) => !reserved.has(type)).sort());
    for (const [i, [, required = '']] of told.entries()) {
      const admitted = admit({ v: 1, type: types[i], session: 's' }, 0);
      assert.ok(!('ignored' in admitted), types[i]);
      const missing =
        'reason' in admitted
          ? [...admitted.reason.matchAll(/"(\w+)"/g)].map(([, name]) => name)
          : [];
      for (const name of missing) {
        contains(required, `\`${name ?? ''}\``, types[i]);
      }
      assert.equal(required === '', missing.length === 0, types[i]);
    }
  });

  it('says how long the example of an own agent is', () => {
    const lines = readFileSync('media/examples/own-agent.mjs', 'utf8').trimEnd().split('\n').length;
    assert.match(readme, new RegExp(`complete loop in ${lines} lines`));
  });

  it('names scripts that exist', () => {
    const scripts =
      isObject(manifest) && isObject(manifest['scripts']) ? Object.keys(manifest['scripts']) : [];
    const named = [
      ...`${readme}\n${guide}`.matchAll(/`npm (?:run )?(?:--silent |-s )?([\w:-]+)/g),
      ...readme.matchAll(/^npm run (?:--silent )?([\w:-]+)/gm),
    ].flatMap(([, name]) => name ?? []);
    assert.ok(named.length > 8, named.join(', '));
    assert.deepEqual(
      named.filter((name) => !scripts.includes(name) && name !== 'ci'),
      [],
    );
  });

  it('shows pictures that exist, which the packaged README shows from the repository', () => {
    const pictures = [...readme.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].flatMap(
      ([, file]) => file ?? [],
    );
    assert.deepEqual(
      pictures.filter((file) => !existsSync(file)),
      [],
    );
    assert.ok(pictures.length > 0);
    // vsce makes an address of each relative link, from this one
    const repository = isObject(manifest) && manifest['repository'];
    assert.match(
      String(isObject(repository) && repository['url']),
      /^https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/,
    );
    const script = isObject(manifest) && isObject(manifest['scripts']) && manifest['scripts'];
    assert.doesNotMatch(String(script && script['package']), /--no-rewrite|--allow-missing/);
  });

  it('has a guide whose way of a hook names files that exist, at most fifteen', () => {
    const drawing = guide.split('```')[1] ?? '';
    const stops = [...drawing.matchAll(/ (\d+) +([\w/-]+\.ts) /g)];
    assert.deepEqual(
      stops.map(([, number]) => Number(number)),
      stops.map((_, i) => i + 1),
    );
    assert.ok(stops.length >= 12 && stops.length <= 15, `${stops.length} stops`);
    const named = [
      ...drawing.matchAll(/\b((?:agents|bridge|core|host|live|logs)\/[\w/-]+\.ts)\b/g),
    ];
    assert.deepEqual(
      named.map(([, file = '']) => `src/${file}`).filter((file) => !existsSync(file)),
      [],
    );
  });

  it('names files of the source that exist', () => {
    const named = [...`${readme}\n${guide}`.matchAll(/`((?:src|test|media)\/[\w./-]+)`/g)].flatMap(
      ([, file]) => file ?? [],
    );
    assert.deepEqual(
      named.filter((file) => !file.includes('LANGUAGE') && !existsSync(file)),
      [],
    );
    assert.ok(named.length > 4, named.join(', '));
  });
});

/** The cells of the rows of the first table between two marks. */
function tableAfter(text: string, begin: string, end: string): string[][] {
  const part = text.slice(text.indexOf(begin), text.indexOf(end));
  return part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Words of prose, tables and code, without comments, tags and punctuation that stands alone. */
function wordsIn(markdown: string): number {
  const text = markdown.replace(/<!--[^]*?-->|<[^>]+>/g, ' ');
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
