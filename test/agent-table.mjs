// Tables of what the real agents' programs do, each with a scripted model on loopback.
// `npm run clicks`: what an order to answer in words does, with a model that obeys, is stubborn or deaf.
//   --agent ID  --by hooks|relay  --model obedient|stubborn|stubborn×3|deaf  --calls 1|3   only these; each may be given more than once
//   --mode ask|auto   the person clicks, or a stall's order comes unasked
//   --same        every response asks the same, so that the agent's own guard against loops speaks up, too
//   --seconds N   the longest time for one turn (75)
// `npm run failures`: what is shown of a turn whose model fails after two steps.
//   --agent ID  --by log|hooks  --failure 401|429|500|529|cut|overflow|refusal   only these; each may be given more than once
//   --steps N     so many steps before it fails (2)
//   --seconds N   the longest time for one turn (40): an agent may ask again for minutes
// Both: --no-build   use dist/ and out/ as they are
// A cell that does not come to an end has a line that says so; the next one is played in a new window.
import { execFileSync, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentEnvironment } from './cache/agents.mjs';
import { vscode } from './cache/vscode.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const [table, ...given] = process.argv.slice(2);
const args = given.filter((arg) => arg !== '--no-build');
if (args.length === given.length) {
  execFileSync(process.execPath, ['esbuild.js', '--tests'], { stdio: 'inherit' });
}
const env = { ...process.env, ...(await vscode()), ...(await agentEnvironment()) };
const child = spawn(process.execPath, [`out/agents/tables/${table}.js`, ...args], {
  stdio: 'inherit',
  env,
});
// it closes the editor first
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
