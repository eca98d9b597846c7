// `npm run clicks`: what one click on Force respond does, with the real programs and a scripted model that obeys, is stubborn or deaf.
//   --agent ID  --by hooks|relay  --model obedient|stubborn|deaf  --calls 1|3   only these; each may be given more than once
//   --seconds N   the longest time for one turn (75)
//   --no-build    use dist/ and out/ as they are
import { execFileSync, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentEnvironment } from './cache/agents.mjs';
import { vscode } from './cache/vscode.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const args = process.argv.slice(2).filter((arg) => arg !== '--no-build');
if (args.length === process.argv.length - 2) {
  execFileSync(process.execPath, ['esbuild.js', '--tests'], { stdio: 'inherit' });
}
const env = { ...process.env, ...(await vscode()), ...(await agentEnvironment()) };
const child = spawn(process.execPath, ['out/agents/clicks/main.js', ...args], {
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
