/** Cases of habits beside the work: a look at what is well every few steps is no repetition while the work brings news, and is one where it does not. */
import type { Act } from '../support/story.js';
import { row, source, word, type Scene } from './cases.js';
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
  tools.search(`${word(i)}${i}`, `src/${word(i + 3)}.ts:${i + 4}: ${word(i)}${i}(${word(i + 7)});`);
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

describe('cases: beside the work', () => {
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
