/** Qwen Code: told before the next model request, denied after that; the request after that is refused. */
import { join } from 'node:path';
import { chatApi } from './models/chat.js';
import { describeSteered } from './harness/steered.js';

describeSteered({
  id: 'qwen-code',
  name: 'Qwen Code',
  api: chatApi,
  env: {
    OPENAI_API_KEY: 'scripted',
    OPENAI_MODEL: 'scripted-model',
    QWEN_CODE_SUPPRESS_YOLO_WARNING: '1',
  },
  pointAt: (box, url) => ({ ...box, env: { ...box.env, OPENAI_BASE_URL: `${url}/v1` } }),
  editorEnv: ({ home }) => ({ QWEN_HOME: join(home, '.qwen') }),
  args: (prompt) => ['-p', prompt, '--yolo'],
  settingsFile: '.qwen/settings.json',
  settings: {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: 'openai' } },
    model: { name: 'scripted-model' },
  },
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  ends: 'obeyed',
});
