/** What the second script holds: import it by later.ts only, or it moves into the first one. */
export { moreEntries, snoozeEntries } from './action-menus.js';
export { Announcer } from './announce.js';
export { CountersMore } from './counters-more.js';
export { Drawer } from './drawer.js';
export { Empty } from './empty.js';
export { showHelp } from './help.js';
export { Menu } from './menu.js';
export { Notices } from './notices.js';
export { Receipts } from './receipts.js';
export { Report } from './report.js';
export { RowDetails } from './row-details.js';
export { Sessions } from './sessions.js';
export { startedBy } from './sessions-order.js';
export { Why } from './why.js';
