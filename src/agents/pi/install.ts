/** Our extension in pi's folder. */
import { installPlugin } from '../install/plugin-file.js';
import { pi } from './index.js';
import template from './turnwatch.plugin.js';

export const piInstall = installPlugin(template, pi);
