/** An agent is its folder and its entry in the list: nothing else of the product names it. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { knownAgents } from '../../../src/agents/index.js';
import { withAgents } from '../../readme-agents.js';

/** Where an agent's id stands for something else, and what. */
const exceptions: Readonly<Record<string, string>> = {
  'src/agents/install/connected-files.ts claude-code':
    'frozen: earlier versions knew this agent alone, and kept its files without its name',
  'src/agents/copilot/answer.ts vscode-chat':
    'in its folder: VS Code’s own agent runs the hooks file of Copilot CLI',
  'src/host/live/chat-stops.ts vscode-chat':
    'it is VS Code itself: its own command ends the turn, which only the extension host can call',
  'src/host/live/links.ts vscode-chat': 'the same',
  'src/core/telemetry/measures.ts grok': 'so are models called, by which their provider is known',
  'src/core/thresholds/profiles.ts claude-code':
    'thresholds that its habits make right also hold for recordings, which core judges without the agents’ folders',
};

/** Text files of the product, by their paths from the project's folder. */
const sources = new Map(
  ['src', 'webview', 'media/l10n']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && /\.(?:tsx?|js|json|css)$/.test(file.name))
        .map((file) => join(file.parentPath, file.name).replaceAll('\\', '/')),
    )
    .concat(readdirSync('.').filter((name) => /^(?:package|tsconfig).*\.json$|\.js$/.test(name)))
    .filter((path) => path !== 'package-lock.json')
    .map((path) => [path, readFileSync(path, 'utf8')] as const),
);

/** The folder of an agent: that of the definition with its id. */
function findFolder(id: string): string {
  const named = new RegExp(`(?:AGENT_ID =|\\bid:) '${id}'`);
  const [path = '', ...more] = [...sources]
    .filter(
      ([file, text]) =>
        /^src\/agents\/.*\/(?:index|home|paths)\.ts$/.test(file) && named.test(text),
    )
    .map(([file]) => file);
  assert.deepEqual(more, [], `${id} is defined twice`);
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** The files outside a folder that import something in it. */
function findImporters(folder: string): string[] {
  const imported = /\b(?:from|import|import\()\s*'(\.[^']+)'/g;
  return [...sources].flatMap(([path, text]) =>
    !path.startsWith(folder) &&
    [...text.matchAll(imported)].some(([, name = '']) =>
      posix.join(dirname(path), name).startsWith(folder),
    )
      ? [path]
      : [],
  );
}

/** Where a file imports an agent other than the list, and why: taken out, the agent takes these along. */
const builtFrom: Readonly<Record<string, readonly string[]>> = {
  // built from its source
  opencode: ['src/agents/kilo/index.ts'],
  // see `exceptions`; the folder of VS Code's own agent is in that of Copilot CLI, whose hooks it runs
  copilot: ['src/host/live/chat-stops.ts', 'src/host/live/links.ts'],
  'vscode-chat': [
    'src/agents/copilot/answer.ts',
    'src/host/live/chat-stops.ts',
    'src/host/live/links.ts',
  ],
};

/** As a value or in a path: `"id"`, `'id'`, `/id/`. */
function names(text: string, id: string): boolean {
  return new RegExp(`['"\`/]${id}['"\`/]`).test(text);
}

describe('an agent', () => {
  it('has a definition in its folder, which the list imports', () => {
    const list = sources.get('src/agents/index.ts') ?? '';
    for (const { id } of knownAgents) {
      const folder = findFolder(id);
      assert.ok(list.includes(`'./${folder.slice('src/agents/'.length)}index.js'`), id);
      assert.match(sources.get(`${folder}index.ts`) ?? '', /\bdefine(?:Agent|Distribution)\(/, id);
    }
  });

  it('is named by its folder and the list alone', () => {
    const folders = new Map(knownAgents.map(({ id }) => [id, findFolder(id)]));
    const found = [...sources].flatMap(([path, text]) =>
      [...folders].flatMap(([id, folder]) => {
        // the path of an agent within another's folder is no name of that one
        const within = [...folders.values()].filter((each) => each !== folder);
        const own = within
          .filter((each) => each.startsWith(folder))
          .reduce((rest, each) => rest.replaceAll(each.slice('src/'.length), ''), text);
        const isOwn = path === 'src/agents/index.ts' || path.startsWith(folder);
        return isOwn || !names(own, id) ? [] : `${path} ${id}`;
      }),
    );
    const builtFromAnother = found.filter((each) => /^src\/agents\/kilo\/\S+ opencode$/.test(each));
    assert.deepEqual(
      found.filter((each) => !builtFromAnother.includes(each)).sort(),
      Object.keys(exceptions).sort(),
    );
  });

  it('goes with its folder, two lines of the list and its lines of the README, and comes again with them', () => {
    const readme = readFileSync('README.md', 'utf8');
    const list = (sources.get('src/agents/index.ts') ?? '').split('\n');
    for (const agent of knownAgents) {
      const folder = findFolder(agent.id);
      const others = builtFrom[agent.id] ?? [];
      assert.deepEqual(
        findImporters(folder).sort(),
        ['src/agents/index.ts', ...others].sort(),
        folder,
      );

      const from = `'./${folder.slice('src/agents/'.length)}index.js'`;
      const imported = list.filter((line) => line.endsWith(`${from};`));
      const [, name = ''] = /^import \{ (\w+) \} from /.exec(imported[0] ?? '') ?? [];
      const named = list.filter((line) => new RegExp(`(?<!/)\\b${name}\\b(?!/)`).test(line));
      assert.deepEqual(named, [...imported, `  ${name},`]);

      const without = withAgents(
        readme,
        knownAgents.filter((each) => each !== agent),
      ).split('\n');
      const { row, more = [], relay, note } = agent.readme;
      const own = [[agent.name, ...row], ...more, ...(relay ? [relay] : [])];
      const lines = readme.split('\n');
      assert.equal(lines.length - without.length, own.length + (note === undefined ? 0 : 1));
      assert.deepEqual(
        lines.filter((line) => !without.includes(line)).length,
        own.length + (note === undefined ? 0 : 1),
        agent.id,
      );
      assert.equal(withAgents(without.join('\n'), knownAgents), readme);
    }
  });

  for (const [where, why] of Object.entries(exceptions)) {
    it(`may be named by ${where.replace(' ', ' as ')}: ${why}`, () => {
      const [path = '', id = ''] = where.split(' ');
      assert.ok(names(sources.get(path) ?? '', id), 'it no longer does');
    });
  }
});
