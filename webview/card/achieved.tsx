/** What the turn has achieved, in a line of the card: nothing stands there that is not known. */
import type { ComponentChildren } from 'preact';
import { spentMessage } from '../../src/core/money/amounts.js';
import { oneLine } from '../../src/core/escape-controls.js';
import type { SessionDetail, TestTally } from '../../src/core/view/snapshot.js';
import type { PageProps } from '../page/page.js';
import { tokensText } from '../ui/metrics-text.js';
import type { Texts } from '../ui/texts.js';

export function Achieved({ page: { texts }, detail }: PageProps & { detail: SessionDetail }) {
  const { files, tests, tasks } = detail.achieved ?? {};
  const { spent } = detail;
  const parts: ComponentChildren[] = [];
  // the steps of a turn that is over stand beside how it ended
  if (detail.end === undefined && detail.steps > 0) {
    parts.push(texts.get('label.step', { step: texts.number(detail.steps) }));
  }
  if (files !== undefined) {
    parts.push(<Files count={files} lines={detail.achieved?.lines} texts={texts} />);
  }
  // said once: the end tells how they went last
  if (tests !== undefined && !tellsTests(detail)) {
    parts.push(
      <span class={tests.failed > 0 ? 'removed' : 'added'}>{testsText(tests, texts)}</span>,
    );
  }
  if (tasks !== undefined) {
    parts.push(tasksText(tasks, texts));
  }
  if (spent?.turn !== undefined) {
    parts.push(
      <span title={tokensText(spent.turn.tokens, texts)}>
        {texts.say(spentMessage(spent.turn, texts.locale))}
      </span>,
    );
  }
  return (
    parts.length > 0 && (
      <ul class="achieved dotted" aria-label={texts.get('label.achieved')}>
        {parts.map((part) => (
          <li title={typeof part === 'string' ? part : undefined}>{part}</li>
        ))}
      </ul>
    )
  );
}

function tellsTests({ end }: SessionDetail): boolean {
  return end?.facts?.some(({ id }) => /^ended\.(?:passed|failed)/.test(id)) === true;
}

interface FilesProps {
  count: number;
  lines: NonNullable<SessionDetail['achieved']>['lines'];
  texts: Texts;
}

function Files({ count, lines, texts }: FilesProps) {
  return (
    <>
      {count === 1
        ? texts.get('achieved.file')
        : texts.get('achieved.files', { count: texts.number(count) })}
      {lines !== undefined && (
        <>
          {lines.isPartial === true && texts.get('achieved.over')}{' '}
          <span class="lines">
            <span class="added">{`+${texts.number(lines.added)}`}</span>
            <span class="removed">{` −${texts.number(lines.removed)}`}</span>
          </span>
        </>
      )}
    </>
  );
}

function testsText({ failed, total, before }: TestTally, texts: Texts): string {
  if (failed === 0) {
    return total === undefined
      ? texts.get('achieved.pass')
      : total === 1
        ? texts.get('achieved.onePasses')
        : texts.get('achieved.allPass', { count: texts.number(total) });
  }
  const now = { failed: texts.number(failed) };
  return before !== undefined
    ? texts.get('achieved.failingNow', { ...now, before: texts.number(before) })
    : total !== undefined
      ? texts.get('achieved.failing', { ...now, count: texts.number(total) })
      : texts.get('achieved.failingSome', now);
}

function tasksText(
  { done, total, name }: NonNullable<NonNullable<SessionDetail['achieved']>['tasks']>,
  texts: Texts,
): string {
  const counts = { done: texts.number(done), count: texts.number(total) };
  return name === undefined
    ? texts.get('achieved.tasks', counts)
    : texts.get('achieved.task', { ...counts, name: oneLine(name, 120) });
}
