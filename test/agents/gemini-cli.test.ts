/** Gemini CLI: its own hook switches the tools off at the model request. */
import { geminiApi } from './models/gemini.js';
import { describeSteered } from './harness/steered.js';

describeSteered({
  id: 'gemini-cli',
  name: 'Gemini CLI',
  api: geminiApi,
  env: {
    GEMINI_API_KEY: 'scripted',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  },
  pointAt: (box, url) => ({ ...box, env: { ...box.env, GOOGLE_GEMINI_BASE_URL: url } }),
  editorEnv: ({ home }) => ({ GEMINI_CLI_HOME: home }),
  args: (prompt) => ['-p', prompt, '--yolo', '-m', 'gemini-2.5-flash'],
  settingsFile: '.gemini/settings.json',
  settings: {
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    security: { auth: { selectedType: 'gemini-api-key' } },
  },
  capabilities: { textOnly: 'request', stop: true, guide: true },
  ends: 'tool-choice-none',
});
