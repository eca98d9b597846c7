/** What the end of a turn is held against, in a line of the card. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { PageProps } from '../page/page.js';
import { Icon } from '../ui/icon.js';
import { factLook } from '../ui/looks.js';

export function EndFacts({ page: { texts }, detail }: PageProps & { detail: SessionDetail }) {
  // said once: how far the list is stands above
  const isListed = detail.achieved?.tasks !== undefined;
  const facts = (detail.end?.facts ?? []).filter(
    ({ id }) => !(isListed && id.startsWith('ended.tasks')),
  );
  return (
    facts.length > 0 && (
      <ul class="end-facts" aria-label={texts.get('label.endFacts')}>
        {facts.map((fact) => {
          const { icon, tone } = factLook(fact);
          return (
            <li data-tone={tone}>
              <Icon name={icon} />
              <span>{texts.say(fact)}</span>
            </li>
          );
        })}
      </ul>
    )
  );
}
