/** The receipts of interventions: requested → delivered → answered, each step with its time once it has happened, and Undo while possible. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { escapeControls } from '../../src/core/escape-controls.js';
import type { Receipt, SessionDetail } from '../../src/core/view/snapshot.js';
import type { Page, PageProps } from '../page/page.js';
import { Button, LinkButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { interventionLook } from '../ui/looks.js';
import { openGap } from './possible-actions.js';
import type { Texts } from '../ui/texts.js';

export function Receipts({ page, state: { detail } }: PageProps) {
  const current = detail === undefined ? [] : currentReceipts(detail);
  const section = useRef<HTMLElement>(null);
  const ordered = current.find(({ by }) => by === 'person')?.id;
  const session = detail?.session;
  const known = useRef({ session, ordered });
  useEffect(() => {
    const isNew = session === known.current.session && ordered !== known.current.ordered;
    known.current = { session, ordered };
    if (isNew && ordered !== undefined) {
      // the person sees what became of the click, wherever they had scrolled to
      section.current?.scrollIntoView({ block: 'nearest' });
    }
  }, [session, ordered]);
  return (
    detail !== undefined &&
    current.length > 0 && (
      <section class="receipts" ref={section}>
        <h2 class="heading">{page.texts.get('label.receipts')}</h2>
        <ul>
          {current.map((receipt) => (
            <ReceiptView key={receipt.id} page={page} receipt={receipt} detail={detail} />
          ))}
        </ul>
      </section>
    )
  );
}

interface ReceiptProps {
  page: Page;
  receipt: Receipt;
  detail: SessionDetail;
}

function ReceiptView({ page, receipt, detail }: ReceiptProps) {
  const { texts } = page;
  const { id, kind, state, by, words, answer, canUndo } = receipt;
  const look = interventionLook(kind);
  const tone = state === 'ignored' ? 'worst' : state === 'obeyed' ? 'good' : look.tone;
  return (
    <li class="receipt" data-tone={tone}>
      <Icon name={look.icon} class="status" />
      <div class="receipt-body">
        <div class="receipt-head">
          <span class="receipt-name">{texts.intervention(receipt)}</span>
          <span class="receipt-by">{texts.get(`by.${by}`)}</span>
        </div>
        {words !== undefined && <q class="receipt-words">{escapeControls(words)}</q>}
        <span class="receipt-steps">
          {listSteps(receipt, texts).map(({ word, time }, index) => (
            <span key={index} class="receipt-step">
              <Icon name="arrow" />
              <span>{word}</span>
              <time>{time}</time>
            </span>
          ))}
        </span>
        {openGap([receipt]) === 'hooks' && detail.open && (
          <div class="answer-actions">
            <LinkButton
              text={texts.get('action.putBack')}
              run={() => {
                page.command('connect');
              }}
            />
          </div>
        )}
        {answer !== undefined && (
          <AnswerView page={page} answer={answer} hasTerminal={detail.terminal === true} />
        )}
      </div>
      {canUndo && (
        <Button
          look="secondary"
          text={texts.get('action.undo')}
          label={`${texts.get('action.undo')}: ${texts.intervention(receipt)}`}
          run={() => {
            page.command('undo', { intervention: id });
          }}
        />
      )}
    </li>
  );
}

interface ReceiptStep {
  word: string;
  time: string;
}

function listSteps(receipt: Receipt, texts: Texts): ReceiptStep[] {
  const { requestedAt, deliveredAt, denials, gap } = receipt;
  const steps = [{ word: texts.get('receipt.requested'), time: texts.clock(requestedAt) }];
  if (deliveredAt !== undefined) {
    steps.push({ word: texts.get('receipt.delivered'), time: texts.clock(deliveredAt) });
  }
  if (denials > 0) {
    steps.push({ word: texts.get('receipt.denials', { count: denials }), time: '' });
  }
  if (gap !== undefined) {
    steps.push({ word: texts.get(`receipt.gap.${gap.why}`), time: texts.clock(gap.at) });
  }
  if (gap?.until !== undefined) {
    steps.push({ word: texts.get('receipt.gap.over'), time: texts.clock(gap.until) });
  }
  return [...steps, ...outcome(receipt, texts)];
}

/** What became of it, with the time. */
function outcome({ kind, state, ignored = 0, settledAt }: Receipt, texts: Texts): ReceiptStep[] {
  const time = settledAt === undefined ? '' : texts.clock(settledAt);
  switch (state) {
    case 'requested':
    case 'delivered':
      return [];
    case 'obeyed':
      return [
        ...(ignored === 0 ? [] : [{ word: timesIgnored(ignored, texts), time: '' }]),
        { word: texts.receipt(kind, state), time },
      ];
    case 'ignored':
    case 'withdrawn':
      return [{ word: texts.get(`receipt.${state}`), time }];
  }
}

function timesIgnored(count: number, texts: Texts): string {
  switch (count) {
    case 1:
      return texts.get('receipt.ignored.once');
    case 2:
      return texts.get('receipt.ignored.twice');
    default:
      return texts.get('receipt.ignored.times', { count });
  }
}

// Which receipts stand above the timeline: all others are rows of it, where they were requested. Pure.

/** More would push the timeline out of a small side bar. */
const MAX_RECEIPTS = 3;

/** Those still on their way, and of this turn the newest that has settled. Newest first. */
function currentReceipts({ receipts, turnStartedAt = 0 }: SessionDetail): Receipt[] {
  const newest = [...receipts].sort((a, b) => b.requestedAt - a.requestedAt);
  const settled = newest.find((each) => !isPending(each));
  return newest
    .filter((each) => isPending(each) || (each === settled && lastTime(each) >= turnStartedAt))
    .slice(0, MAX_RECEIPTS);
}

function isPending({ state }: Receipt): boolean {
  return state === 'requested' || state === 'delivered';
}

function lastTime({ requestedAt, settledAt = 0 }: Receipt): number {
  return Math.max(requestedAt, settledAt);
}

/** Certain to fit into the lines that are shown at first, also in a narrow side bar. */
const SHORT_LINES = 4;
const SHORT_CHARACTERS = 80;

interface AnswerProps {
  page: Page;
  answer: string;
  /** One is known to run the session's agent. */
  hasTerminal: boolean;
}

/** What the agent answered when it had to: its first four lines, until all of it is wanted. */
function AnswerView({ page, answer, hasTerminal }: AnswerProps) {
  const { texts } = page;
  const [isWhole, setWhole] = useState(false);
  const [copied, setCopied] = useState('');
  const text = escapeControls(answer);
  const isShort = text.length <= SHORT_CHARACTERS && text.split('\n').length <= SHORT_LINES;
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => {},
    );
  };
  return (
    <div class="answer">
      <p class="answer-text" dir="auto" data-all={isWhole ? '' : undefined}>
        {/* empty lines would take the room of words */}
        {isWhole ? text : text.replace(/\n\s*\n/g, '\n')}
      </p>
      <div class="answer-actions">
        {!isShort && (
          <LinkButton
            text={texts.get(isWhole ? 'action.showLess' : 'action.showAll')}
            run={() => {
              setWhole(!isWhole);
              setCopied('');
            }}
          />
        )}
        <LinkButton
          text={texts.get(copied === text ? 'action.copied' : 'action.copy')}
          run={copy}
        />
        {hasTerminal && (
          <LinkButton
            text={texts.get('action.showTerminal')}
            run={() => {
              page.command('showTerminal');
            }}
          />
        )}
      </div>
    </div>
  );
}
