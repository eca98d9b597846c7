/** What is known of the provider's limit: how much of its windows is used, and the switch by which the turn goes on once it is over. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { oneLine } from '../../src/core/escape-controls.js';
import type { PageProps } from '../page/page.js';
import { timeShown } from '../page/shown-state.js';
import { Icon } from '../ui/icon.js';

/** From this share on a window is shown before it is used up (percent). */
const NEAR = 75;
const HOUR = 60;
const DAY = 24 * HOUR;

export function AfterLimit(props: PageProps & { detail: SessionDetail }) {
  return (
    <>
      <Quotas {...props} />
      <ResumeSwitch {...props} />
    </>
  );
}

function Quotas({ page: { texts }, state, detail }: PageProps & { detail: SessionDetail }) {
  const { quotas = [], limit } = detail;
  const isShown = limit !== undefined || quotas.some(({ used }) => used >= NEAR);
  return (
    isShown &&
    quotas.map(({ minutes, used, resetsAt }) => {
      const isDays = minutes % DAY === 0;
      const label = texts.get(isDays ? 'label.quota.days' : 'label.quota.hours', {
        count: texts.number(Math.round((minutes / (isDays ? DAY : HOUR)) * 10) / 10),
      });
      const share = `${texts.number(Math.round(used))} %`;
      return (
        <div
          class="counter quota"
          data-level={used >= 100 ? 'full' : used >= NEAR ? 'near' : 'low'}
        >
          <span class="counter-label">{label}</span>
          <span class="counter-reset">
            {resetsAt !== undefined &&
              texts.get('label.quota.anew', { time: texts.timeOfDay(resetsAt, timeShown(state)) })}
          </span>
          <span class="counter-value">{share}</span>
          <div
            class="bar"
            role="meter"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(used)}
            aria-valuetext={share}
            aria-label={label}
            style={{ '--share': used / 100 }}
          />
        </div>
      );
    })
  );
}

function ResumeSwitch({ page, state, detail }: PageProps & { detail: SessionDetail }) {
  const { resume, limit, agentName } = detail;
  if (resume === undefined || limit?.until === undefined || state.snapshot.playback !== undefined) {
    return null;
  }
  const { texts } = page;
  const { isOn, latest, mostUsed, refused } = resume;
  const now = timeShown(state);
  const says = {
    latest: texts.timeOfDay(latest, now),
    share: texts.number(mostUsed),
    agent: oneLine(agentName, 60),
  };
  if (refused !== undefined) {
    return (
      <p class="resume-bounds">
        <Icon name="alert" />
        <span>{texts.get(`resume.refused.${refused}`, says)}</span>
      </p>
    );
  }
  return (
    <>
      <label class="resume">
        <input
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-describedby="resume-bounds"
          onClick={(event) => {
            // it shows what the host has, which may refuse
            event.preventDefault();
            page.command('resumeThen');
          }}
        />
        {texts.get('label.resume', { time: texts.timeOfDay(limit.until, now) })}
      </label>
      <p class="resume-bounds" id="resume-bounds">
        {texts.get(
          detail.quotas === undefined ? 'label.resume.bounds' : 'label.resume.boundsShare',
          says,
        )}
      </p>
    </>
  );
}
