/** What the second script holds: import it by later.ts only, or it moves into the first one. */
export { Player } from './player.js';
export { Report } from './report.js';
export { RowDetails } from './row-details.js';
