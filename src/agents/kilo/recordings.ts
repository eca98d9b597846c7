/** Kilo's database. Its exports are like opencode's, and read as those. */
import { databaseFormat } from '../opencode/database.js';
import { kiloDistribution } from './known.js';

export const kiloDatabase = databaseFormat(kiloDistribution);
