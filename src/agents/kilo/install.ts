/** opencode's plugin in Kilo's folder. */
import { pluginInstall } from '../opencode/install.js';
import { kiloDistribution } from './known.js';

export const kiloInstall = pluginInstall(kiloDistribution);
