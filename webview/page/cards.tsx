/** The cards above and below the timeline. Each draws nothing while there is nothing to say. */
import { render } from 'preact';
import { Receipts } from '../card/receipts.js';
import { Report } from '../card/report.js';
import { EmptyState } from './empty-state.js';
import { Notices } from './notices.js';
import type { PageProps } from './page.js';

/** Where each card goes in the page. */
type CardPlaces = Record<'notices' | 'receipts' | 'report' | 'empty', HTMLElement>;

export function drawCards(places: CardPlaces, props: PageProps): void {
  render(<Notices {...props} />, places.notices);
  render(<Receipts {...props} />, places.receipts);
  render(<Report {...props} />, places.report);
  render(<EmptyState {...props} />, places.empty);
}
