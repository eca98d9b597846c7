/** Facts about a turn in lines of the card: the caps that it has reached; what its end is held against, and the way back to the agent where that speaks against it. */
import { capMessage } from '../../src/core/money/amounts.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { PageProps } from '../page/page.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { capLook, factLook } from '../ui/looks.js';

/** The person's own caps that this turn has reached. */
export function ReachedCaps({ page: { texts }, detail }: PageProps & { detail: SessionDetail }) {
  const { caps = [] } = detail;
  const { icon, tone } = capLook;
  return (
    caps.length > 0 && (
      <ul class="end-facts" aria-label={texts.get('label.caps')}>
        {caps.map((cap) => (
          <li data-tone={tone}>
            <Icon name={icon} />
            <span>{texts.say(capMessage(cap, texts.locale))}</span>
          </li>
        ))}
      </ul>
    )
  );
}

export function EndFacts({
  page,
  state: { snapshot },
  detail: { achieved, end },
}: PageProps & { detail: SessionDetail }) {
  const { texts } = page;
  // said once: how far the list is stands above
  const isListed = achieved?.tasks !== undefined;
  const facts = (end?.facts ?? []).filter(({ id }) => !(isListed && id.startsWith('ended.tasks')));
  const mayReturn = end?.sendBack !== undefined && snapshot.playback === undefined;
  const does = texts.get(`action.sendBack.${end?.isHeld === true ? 'held' : 'text'}`);
  return (
    <>
      {facts.length > 0 && (
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
      )}
      {end?.claim !== undefined && (
        <p class="end-claim">{texts.get('label.claim', { claim: end.claim })}</p>
      )}
      {mayReturn && (
        <div class="button-row">
          <Button
            look="secondary"
            text={texts.get('action.sendBack')}
            label={`${texts.get('action.sendBack')}. ${does}`}
            tooltip={does}
            run={() => {
              page.command('sendBack');
            }}
          />
        </div>
      )}
    </>
  );
}
