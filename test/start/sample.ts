/** The sample: a small project with a failing test, and a turn on it that stalls until the agent is forced to answer. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bash, read, say, type Script } from '../agents/harness/scripts.js';

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
