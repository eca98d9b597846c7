/** What “Last progress” opens to: what the turn did, the remaining counters, what reset each of them, and today's counts. */
import { spentMessage } from '../../src/core/money/amounts.js';
import type { Spent } from '../../src/core/money/spending.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { PageProps } from '../page/page.js';
import { countersNow, timeSinceProgress } from '../page/shown-state.js';
import { metricsText, tokensText } from '../ui/metrics-text.js';
import { CounterView, mayTrip, splitCounters } from './counter-view.js';

export function CounterDetails({ page, state }: PageProps) {
  const { texts } = page;
  const { detail, snapshot } = state;
  if (detail === undefined) {
    return null;
  }
  const { metrics, counters, spent: cost } = detail;
  const costs: [PageTextId, Spent | undefined][] = [
    ['spent.turn', cost?.turn],
    ['spent.session', cost?.session],
    ['spent.today', snapshot.spentToday],
  ];
  const spent = metrics.tokens?.sinceProgress;
  const ms = timeSinceProgress(state);
  const since = ms === undefined ? undefined : texts.duration(Math.floor(ms / 1000) * 1000);
  const trips = mayTrip(detail);
  return (
    <div class="last-more">
      <p>{metricsText(metrics, since, texts)}</p>
      {spent !== undefined && (
        <p>{texts.get('label.tokensSince', { count: tokensText(spent, texts) })}</p>
      )}
      {costs.map(
        ([id, amount]) =>
          amount !== undefined && (
            <p key={id}>
              {texts.get(id, { amount: texts.say(spentMessage(amount, texts.locale)) })}
            </p>
          ),
      )}
      <p>{texts.get('label.tally', snapshot.tally)}</p>
      {snapshot.ledgerFull === true && <p>{texts.get('label.ledgerFull')}</p>}
      <div class="counter-list">
        {splitCounters(countersNow(state), detail).others.map((counter) => (
          <CounterView key={counter.id} counter={counter} mayTrip={trips} texts={texts} />
        ))}
      </div>
      <ul class="resets">
        {counters.map(
          ({ id, label, lastReset }) =>
            lastReset !== undefined && (
              <li key={id}>
                {texts.get('label.counterReset', {
                  counter: texts.say(label),
                  what: texts.say(lastReset),
                })}
              </li>
            ),
        )}
      </ul>
    </div>
  );
}
