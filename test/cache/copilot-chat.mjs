// The extension of VS Code's own agent, as code-server brings it. An entry of its own: the other tests run without it, and it writes into
// its own folder, so that each test takes a copy.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { entry, npm } from './store.mjs';

/**
 * @param {import('./code-server.mjs').Release} release
 * @returns {Promise<string>} its folder
 */
export function copilotChat({ codeServer }) {
  return entry({
    name: 'copilot-chat',
    version: `code-server-${codeServer}`,
    fill: async (work) => {
      const packed = (await npm(work, ['pack', `code-server@${codeServer}`])).trim();
      const inside = 'package/lib/vscode/extensions/copilot';
      execFileSync('tar', ['-xzf', join(work, packed), '-C', work, inside]);
      renameSync(join(work, inside), join(work, 'copilot'));
      for (const rest of [packed, 'package']) {
        rmSync(join(work, rest), { recursive: true });
      }
    },
  }).then((folder) => join(folder, 'copilot'));
}
