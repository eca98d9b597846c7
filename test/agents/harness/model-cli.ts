/**
 * The scripted model as a program; ends with SIGTERM or SIGINT.
 *   node out/agents/harness/model-cli.js [--port N] [--script NAME] [--workspace FOLDER] [--temper obedient|deaf|N] [--delay MS]
 * NAME: stalling (default), stubborn, productive. N: how many responses it ignores a reminder for. Its first line is its address.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startModel, type Temper } from './model.js';
import { namedScript } from './scripts.js';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    script: { type: 'string', default: 'stalling' },
    workspace: { type: 'string', default: '.' },
    temper: { type: 'string', default: 'obedient' },
    delay: { type: 'string', default: '10' },
  },
});

function temper(text: string): Temper {
  if (text === 'obedient' || text === 'deaf') {
    return text;
  }
  return { stubborn: Number(text) };
}

const script = namedScript(values.script, resolve(values.workspace));
if (!script) {
  console.error(`no script is named ${values.script}; there are stalling, stubborn, productive`);
  process.exit(2);
}
const model = await startModel({
  script,
  port: Number(values.port),
  temper: temper(values.temper),
  delayMs: Number(values.delay),
  before: (request) => {
    const calls = request.answer.flatMap((block) =>
      block.type === 'tool_use' ? [`${block.name} ${JSON.stringify(block.input)}`] : [],
    );
    console.log(`${request.reason}: ${calls.join(', ') || 'text'}`);
    return Promise.resolve();
  },
});
console.log(model.url);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void model.close().then(() => process.exit(0));
  });
}
