/**
 * Why a verdict was reached: what the calls have in common, what was ignored in the comparison, the limit and what
 * the phase changed about it, where it began, and what clears it.
 */
import type { ComponentChildren } from 'preact';
import type { ShownVerdict } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { Page } from '../page/page.js';
import { LinkButton } from '../ui/button.js';
import type { Texts } from '../ui/texts.js';

/** Where the card names what repeats, the rule's own sentence is told here. */
export function Why({ page, verdict }: { page: Page; verdict: ShownVerdict }) {
  const { texts } = page;
  const { repeated, what, why } = verdict;
  const { equal, leftOut, phase, firstCall, clears } = why;
  const step = firstCall === undefined ? undefined : page.stepOfCall(firstCall);
  const parts: [PageTextId, ComponentChildren][] = [
    ['why.rule', repeated && texts.say(what)],
    ['why.equal', equal && texts.say(equal)],
    ['why.leftOut', texts.list(leftOut.map((kind) => texts.say(kind)))],
    ['why.limit', limitText(why, texts)],
    ['why.phase', phase && texts.say(phase)],
    [
      'why.first',
      firstCall !== undefined && step !== undefined && (
        <LinkButton
          text={texts.get('label.step', { step })}
          run={() => {
            page.jumpToCall(firstCall);
          }}
        />
      ),
    ],
    ['why.clears', texts.say(clears)],
  ];
  return (
    <dl class="why">
      {parts.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name} class="why-part">
              <dt>{texts.get(name)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function limitText({ limit }: ShownVerdict['why'], texts: Texts): string | undefined {
  return (
    limit &&
    texts.get(limit.setting === undefined ? 'why.limit.value' : 'why.limit.derived', {
      name: texts.say(limit.name),
      value: texts.amount(limit.value),
      from: texts.say(limit.from),
      ...(limit.setting !== undefined && { setting: texts.amount(limit.setting) }),
    })
  );
}
