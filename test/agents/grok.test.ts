/** Grok: its hooks deny each call and say why; none ends a turn. */
import { join } from 'node:path';
import { pointAt, providerAgent } from './harness/providers.js';
import { describeSteered } from './harness/steered.js';

const { id, api, env = {}, args, path } = providerAgent('grok');

describeSteered({
  id,
  name: 'Grok',
  api,
  env,
  pointAt: (box, url) => pointAt(providerAgent(id), box, `${url}${path}`),
  editorEnv: ({ home }) => ({ GROK_HOME: join(home, '.grok') }),
  args,
  settingsFile: '.grok/hooks/turnwatch.json',
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  ends: 'obeyed',
});
