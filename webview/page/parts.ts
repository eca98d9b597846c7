/** What the second script holds: import it by later.ts only, or it moves into the first one. */
export { moreEntries, snoozeEntries } from '../card/action-menus.js';
export { Announcer } from './announce.js';
export { CountersMore } from '../card/counters-more.js';
export { Drawer } from '../card/drawer.js';
export { Empty } from './empty.js';
export { showHelp } from './help.js';
export { Menu } from '../ui/menu.js';
export { Notices } from './notices.js';
export { Receipts } from '../card/receipts.js';
export { Report } from '../card/report.js';
export { RowDetails } from '../timeline/row-details.js';
export { SessionList } from './sessions.js';
export { startedBy } from './sessions-order.js';
export { Why } from '../card/why.js';
