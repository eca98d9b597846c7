/** Our extension in pi's folder. */
import { installPlugin } from '../install/plugin-file.js';
import { AGENT_ID, NAME } from './home.js';
import template from './turnwatch.plugin.js';

export const piInstall = installPlugin(template, { id: AGENT_ID, name: NAME });
