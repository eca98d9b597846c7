/**
 * Cases of habits beside the work: a look at what is well every few steps is no repetition while the work brings news, and is one
 * where it does not. What an agent only keeps for itself neither makes a circle nor hides one.
 */
import type { Act } from '../support/story.js';
import { other, row, source, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

type Look = (tools: Toolset, i: number) => Act;

const looks: Record<string, Look> = {
  'where it is': (tools) => tools.run('pwd', '/w'),
  'what was built': (tools) =>
    tools.run(
      'ls -la dist',
      'total 16\ndrwxr-xr-x 2 dev dev 4096 Nov 21 10:02 .\n-rw-r--r-- 1 dev dev 18231 Nov 21 10:02 main.js',
    ),
  'lint says nothing': (tools) => tools.run('npm run -s lint', ''),
  'all tests pass': (tools) => tools.run('npm test', ' Tests  48 passed (48)'),
  'which version it is': (tools) =>
    tools.run('source .venv/bin/activate && python --version', 'Python 3.12.4'),
  'what runs': (tools, i) =>
    tools.run('ps aux | grep node | grep -v grep', `dev 4121 0.${i % 9} 1.2 node server.js`),
};

const beside =
  (look: Look, work: (tools: Toolset, i: number) => Act): Scene =>
  (tools, story) => {
    for (let i = 0; i < 10; i++) {
      for (let k = 0; k < 4; k++) {
        story.step(work(tools, i * 4 + k));
      }
      story.step(look(tools, i));
    }
  };
const variants = (scene: (look: Look) => Scene): Record<string, Scene> =>
  Object.fromEntries(Object.entries(looks).map(([name, look]) => [name, scene(look)]));

/** Files are read, and each second one is changed. */
const reading = (tools: Toolset, i: number): Act => {
  const path = `/w/src/${word(i)}${i}.ts`;
  return i % 2 === 0
    ? tools.read(path, source(i))
    : tools.replace(path, `part${i - 1}_0`, `part${i - 1}_zero`);
};
const searching = (tools: Toolset, i: number): Act =>
  tools.search(
    `${word(i)}${i}`,
    `src/${word(i + 3)}/${word(i)}${i}.ts:${i + 4}: const ${word(i + 7)} = ${word(i)}${i}(${word(i + 11)}, ${word(i + 13)}, ${i});`,
  );
/** Ever other code, and a look that cannot tell whether it is right. */
const editing =
  (look: Look): Scene =>
  (tools, story) => {
    for (let i = 0; i < 12; i++) {
      story.step(tools.replace('/w/src/app.ts', `${word(i)}(${i})`, `${word(i)}(${i + 1})`));
      story.step(look(tools, i));
    }
  };
/** The same two files, and nothing else. */
const circling = (tools: Toolset, i: number): Act =>
  tools.read(`/w/src/${word(i % 2)}.ts`, source(i % 2));

/** What an agent keeps for itself, in tools of all kinds. */
const kept: Record<string, (i: number) => Act> = {
  'a thought of a chain': (i) =>
    other(
      'mcp__sequential-thinking__sequentialthinking',
      { thought: `So the ${word(i)} matters.`, thoughtNumber: i, totalThoughts: 30 },
      `{"thoughtNumber":${i},"totalThoughts":30,"thoughtHistoryLength":${i}}`,
    ),
  'a reminder to think': () =>
    other(
      'mcp__serena__think_about_collected_information',
      {},
      'Have you collected all the information that you need?',
    ),
  'a memory in a file': (i) =>
    other(
      'mcp__serena__write_memory',
      { memory_name: `notes_${i}`, content: `The ${word(i)} uses the ${word(i + 3)}.` },
      `Memory notes_${i} written.`,
    ),
  'an observation in a graph': (i) =>
    other(
      'mcp__memory__add_observations',
      { observations: [{ entityName: 'login', contents: [`uses the ${word(i)} (${i})`] }] },
      `[{"entityName":"login","addedObservations":["uses the ${word(i)} (${i})"]}]`,
    ),
  'a node of a graph': (i) =>
    other(
      'memory.create_entities',
      { entities: [{ name: `${word(i)}${i}`, entityType: 'module', observations: [] }] },
      `[{"name":"${word(i)}${i}","entityType":"module","observations":[]}]`,
    ),
  'an insight': (i) =>
    other('mcp__sqlite__append_insight', { insight: `The ${word(i)} ${i}` }, 'Insight added'),
  'a task of a list': (i) =>
    other(
      'mcp__task-master-ai__update_subtask',
      { id: '1.1', prompt: `Looked at the ${word(i)} (${i})` },
      '{"data":{"message":"Successfully updated subtask with ID 1.1"}}',
    ),
};
const keeping = (act: (tools: Toolset, i: number) => Act): Record<string, Scene> =>
  Object.fromEntries(
    Object.entries(kept).map(([name, note]) => [
      name,
      (tools, story) => {
        for (let i = 1; i <= 20; i++) {
          story.step(note(i)).step(act(tools, i));
        }
      },
    ]),
  );

describe('cases: beside the work', () => {
  row(
    'something is kept in mind before each look at one file',
    'by 12',
    keeping((tools) => tools.read('/w/src/login.ts', source(1, 30))),
  );
  row(
    'something is kept in mind before each search without hits',
    'by 24',
    keeping((tools, i) => tools.search(`${word(i)}Lost${i}`, '')),
  );
  row('something is kept in mind before each step of work', 'quiet', keeping(searching));
  row('something is kept in mind again and again, and nothing else is done', 'watch at most', {
    'facts that the person asked for': (_, story) => {
      story.turn('Remember who wrote which module.');
      story.repeat(20, (i) =>
        other(
          'mcp__memory__create_entities',
          { entities: [{ name: `${word(i)}${i}`, entityType: 'module', observations: [] }] },
          `[{"name":"${word(i)}${i}","entityType":"module","observations":[]}]`,
        ),
      );
    },
  });
  row(
    'every fifth step looks at what is well, while files are read and changed',
    'quiet',
    variants((look) => beside(look, reading)),
  );
  row(
    'every fifth step looks at what is well, while each search finds something else',
    'quiet',
    variants((look) => beside(look, searching)),
  );
  row(
    'every fifth step looks at what is well, while the same two files are read',
    'by 16',
    variants((look) => beside(look, circling)),
  );
  row('each edit is followed by a look that has nothing to do with it', 'quiet', {
    'which version it is': editing((tools) => tools.run('node --version', 'v20.20.2')),
    'an environment is entered': editing((tools) =>
      tools.run('source .venv/bin/activate && python --version', 'Python 3.12.4'),
    ),
    'what runs': editing((tools) =>
      tools.run('ps aux | grep node | grep -v grep', 'dev 4121 0.3 1.2 node server.js'),
    ),
  });
  row('each edit is followed by a program that fails as before', 'by 14', {
    'what it prints': editing((tools) => tools.run('node src/app.ts', 'Error: total is NaN', 1)),
  });
  row('nothing but a look at what is well', 'by 12', {
    'where it is': (tools, story) => {
      story.repeat(12, () => tools.run('pwd', '/w'));
    },
    'which version it is': (tools, story) => {
      story.repeat(12, () => tools.run('python --version', 'Python 3.12.4'));
    },
  });
});
