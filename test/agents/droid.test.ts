/** Droid: its hooks deny each call and say why, and end the turn. */
import { pointAt, providerAgent } from './harness/providers.js';
import { describeSteered } from './harness/steered.js';

const { id, api, env = {}, args, path } = providerAgent('droid');

describeSteered({
  id,
  name: 'Droid',
  api,
  env,
  pointAt: (box, url) => pointAt(providerAgent(id), box, `${url}${path}`),
  editorEnv: ({ home }) => ({ FACTORY_HOME_OVERRIDE: home }),
  args,
  settingsFile: '.factory/hooks.json',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  ends: 'obeyed',
});
