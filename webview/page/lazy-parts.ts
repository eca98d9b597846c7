/** Everything in the page's second script. Import it through lazy-loader.ts only, or it ends up in the first script. */
export { moreEntries, snoozeEntries } from '../card/action-menus.js';
export { CounterDetails } from '../card/counter-details.js';
export { Drawer } from '../card/drawer.js';
export { Why } from '../card/why.js';
export { HoverActions, runRowAction } from '../timeline/row-actions.js';
export { RowDetails } from '../timeline/row-details.js';
export { Menu } from '../ui/menu.js';
export { Announcer } from './announcer.js';
export { drawCards } from './cards.js';
export { showHelp } from './help.js';
export { SessionList } from './session-list.js';
export { startedBy } from './session-tree.js';
