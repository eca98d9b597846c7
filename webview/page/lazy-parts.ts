/** Everything in the page's second script. Import it through lazy-loader.ts only, or it ends up in the first script. */
export { CounterDetails } from '../card/counter-details.js';
export { Drawer } from '../card/drawer.js';
export { PromptCard, PromptOutcome } from '../card/prompt-card.js';
export { Receipts } from '../card/receipts.js';
export { Why } from '../card/why.js';
export { HoverActions, runRowAction } from '../timeline/row-actions.js';
export { drawRowDetails } from '../timeline/row-details.js';
export { Announcer } from './announcer.js';
export { EmptyState } from './empty-state.js';
export { showHelp } from './help.js';
export { Notices } from './notices.js';
export { SessionList } from './session-list.js';
export { startedBy } from './session-tree.js';
