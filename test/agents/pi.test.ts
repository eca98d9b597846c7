/** pi: its next request to the model offers no tools, so that its model cannot but answer. */
import { join } from 'node:path';
import { pointAt, providerAgent } from './harness/providers.js';
import { describeSteered } from './harness/steered.js';

const { id, api, env = {}, args, path } = providerAgent('pi');

describeSteered({
  id,
  name: 'pi',
  api,
  env,
  pointAt: (box, url) => pointAt(providerAgent(id), box, `${url}${path}`),
  editorEnv: ({ home }) => ({ PI_CODING_AGENT_DIR: join(home, '.pi/agent') }),
  args,
  settingsFile: '.pi/agent/extensions/turnwatch.js',
  capabilities: { textOnly: 'request', stop: true, guide: true },
  ends: 'no-tools',
});
