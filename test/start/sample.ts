/** The sample: a small project with a failing test, and a turn on it that stalls until the agent is forced to answer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bash, call, read, say, type Script } from '../agents/harness/scripts.js';

export const prompt = 'The parser test fails. Please fix it.';

/** The model's answer once its tools are off. */
export const answer =
  'I read the parser and its test and ran the test twice: parse("a,b") gives one field, because the separator defaults to ";". ' +
  'I have changed nothing yet. Shall the default become ","? Callers that rely on ";" would then have to say so.';

const files: Record<string, string> = {
  'src/parser.js': `/** Splits a line into its fields. */
export function parse(line, separator = ';') {
  return line.split(separator).map((field) => field.trim());
}
`,
  'test/parser.test.js': `import assert from 'node:assert/strict';
import { parse } from '../src/parser.js';

assert.deepEqual(parse('a,b'), ['a', 'b']);
console.log('ok');
`,
  'package.json':
    '{ "name": "parser", "private": true, "type": "module", "scripts": { "test": "node test/parser.test.js" } }\n',
};

/** Fills a repository that has a first commit already. `env`: of its owner, for git. */
export function writeProject(folder: string, env: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const args of [
    ['add', '.'],
    ['commit', '-q', '-m', 'A parser and its test'],
  ]) {
    execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' });
  }
}

/** Three steps with new information, then none. */
export function script(folder: string): Script {
  const source = read(join(folder, 'src/parser.js'));
  const test = bash('node test/parser.test.js', 'Run the test');
  const idle: Script = [
    [say('Let me think about this.'), bash('true', 'Think')],
    [bash('echo "Checking the parser again"', 'Note')],
    [test],
    [bash(':', 'Wait')],
    [say('Let me look once more.'), bash('sleep 0.2', 'Wait')],
    [bash('true', 'Think')],
    [source],
    [bash('echo "Still looking"', 'Note')],
  ];
  const found: Script = [
    [say('I will read the parser and its test first.'), source],
    [read(join(folder, 'test/parser.test.js'))],
    [test],
  ];
  return [...found, ...Array.from({ length: 8 }, () => idle).flat()];
}

/** A turn that gets on. */
export const work = { prompt: 'Let a field be quoted, and test it.' };
/** One that is over at once. */
export const question = {
  prompt: 'What does the parser do?',
  answer: 'It splits a line at each semicolon and trims the fields.',
};

export function otherTurns(folder: string): { prompt: string; script: Script }[] {
  const parser = join(folder, 'src/parser.js');
  const edit = (from: string, to: string): ReturnType<typeof call> =>
    call('Edit', { file_path: parser, old_string: from, new_string: to });
  return [
    {
      prompt: work.prompt,
      script: [
        [say('I will read the parser and its test first.'), read(parser)],
        [read(join(folder, 'test/parser.test.js'))],
        [
          say('Each field goes through a function of its own.'),
          edit('field.trim())', 'unquote(field.trim()))'),
        ],
        [
          edit(
            '/** Splits',
            '/** Without the quotes around it. */\nfunction unquote(field) {\n  return field.replace(/^"(.*)"$/, \'$1\');\n}\n\n/** Splits',
          ),
        ],
        [
          call('Write', {
            file_path: join(folder, 'test/quotes.test.js'),
            content:
              "import assert from 'node:assert/strict';\nimport { parse } from '../src/parser.js';\n\nassert.deepEqual(parse('\"a\";b'), ['a', 'b']);\nconsole.log('ok');\n",
          }),
        ],
        [say('Now the test.'), bash('node test/quotes.test.js', 'Run the new test')],
        [bash('git diff --stat', 'See what changed')],
      ],
    },
    {
      prompt: question.prompt,
      script: [[read(parser)], [say(question.answer)]],
    },
  ];
}
