/** A prompt of the agent's that the person can answer here: what it asks, whole, and the answers. What became of the last one. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownText, type ShownPrompt } from '../../src/core/view/ask.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { GUIDE_LIMIT, type PromptReply } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { toneText } from '../timeline/text-block.js';
import { Button, LinkButton } from '../ui/button.js';

interface PromptProps {
  page: Page;
  detail: SessionDetail;
  prompt: ShownPrompt;
}

/** A click that was meant for what stood here before counts for nothing (milliseconds). */
const SETTLE_MS = 600;

export function PromptCard({ page, detail, prompt }: PromptProps) {
  const { texts } = page;
  const { id, call, questions, isCut, holdsBack } = prompt;
  const [isReady, setReady] = useState(false);
  const [isDenying, setDenying] = useState(false);
  const reason = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setReady(true);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  useEffect(() => reason.current?.focus(), [isDenying]);
  const reply = (answer: PromptReply['answer'], options: number[] = []): void => {
    const words = reason.current?.value.replace(/\s+/g, ' ').trim() ?? '';
    page.post({ type: 'prompt', id, shown: shownText(prompt), answer, reason: words, options });
  };
  const goThere = (): void => {
    if (holdsBack === true) {
      reply('terminal');
    }
    if (detail.terminal === true) {
      page.command('showTerminal');
    }
  };
  const there = texts.get(holdsBack === true ? 'prompt.terminal' : 'action.showTerminal');
  return (
    <div class="asked" role="group" aria-label={texts.get('state.waiting')}>
      {call !== undefined && (
        <>
          <p class="sentence">{texts.get('label.permission', { tool: oneLine(call.tool, 60) })}</p>
          <pre class="asked-call asked-whole" tabIndex={0} dir="ltr">
            {toneText(call.input)}
          </pre>
        </>
      )}
      {isCut === true && <p class="truth">{texts.get('prompt.cut')}</p>}
      {holdsBack === true && <p class="truth">{texts.get('prompt.heldBack')}</p>}
      {call === undefined && (
        <Questions page={page} questions={questions} isReady={isReady} reply={reply} />
      )}
      {isDenying && (
        <textarea
          ref={reason}
          class="field"
          rows={2}
          maxLength={GUIDE_LIMIT}
          placeholder={texts.get('prompt.reason')}
          aria-label={texts.get('prompt.reason')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
              event.preventDefault();
              reply('deny');
            } else if (event.key === 'Escape') {
              event.preventDefault();
              setDenying(false);
            }
          }}
        />
      )}
      <div class="button-row">
        {isDenying ? (
          <Button
            key="deny"
            look="primary"
            text={texts.get('prompt.denyNow')}
            run={() => {
              reply('deny');
            }}
          />
        ) : (
          call !== undefined && (
            <Button
              key="allow"
              look="primary"
              isEnabled={isReady && isCut !== true}
              text={texts.get('prompt.allow')}
              run={() => {
                reply('allow');
              }}
            />
          )
        )}
        {call !== undefined && (
          <Button
            key="denying"
            look="secondary"
            isEnabled={isReady}
            text={texts.get(isDenying ? 'action.cancel' : 'prompt.deny')}
            run={() => {
              setDenying(!isDenying);
            }}
          />
        )}
        {(holdsBack === true || detail.terminal === true) && (
          <LinkButton text={there} run={goThere} />
        )}
      </div>
    </div>
  );
}

interface QuestionsProps {
  page: Page;
  questions: ShownPrompt['questions'];
  isReady: boolean;
  reply: (answer: 'choose', options: number[]) => void;
}

/** A click on an answer to the only question sends it; of several, all are chosen first. */
function Questions({ page, questions, isReady, reply }: QuestionsProps) {
  const [chosen, setChosen] = useState<readonly (number | undefined)[]>([]);
  const all = questions.flatMap((_, at) => chosen[at] ?? []);
  return (
    <>
      {questions.map(({ text, options }, at) => (
        <div key={at} class="asked" role="group" aria-label={oneLine(text, 200)}>
          <p class="sentence">{text}</p>
          {options.map((option, number) => (
            <button
              key={number}
              type="button"
              class="asked-option"
              disabled={!isReady}
              {...(questions.length > 1 && { 'aria-pressed': chosen[at] === number })}
              onClick={() => {
                if (questions.length === 1) {
                  reply('choose', [number]);
                } else {
                  setChosen(questions.map((_, i) => (i === at ? number : chosen[i])));
                }
              }}
            >
              {oneLine(option, 200)}
            </button>
          ))}
        </div>
      ))}
      {questions.length > 1 && (
        <div class="button-row">
          <Button
            look="primary"
            isEnabled={all.length === questions.length}
            text={page.texts.get('prompt.choose')}
            run={() => {
              reply('choose', all);
            }}
          />
        </div>
      )}
    </>
  );
}

/** What became of the person's answer: nothing is shown as done that the agent has not confirmed. */
export function PromptOutcome({ page, detail, prompt }: PromptProps) {
  const { state, answer, call } = prompt;
  const id =
    state === 'late'
      ? answer === undefined
        ? 'prompt.over'
        : 'prompt.late'
      : (state === 'sent' || state === 'taken') && answer !== undefined
        ? (`prompt.${state}.${answer}` as const)
        : undefined;
  return (
    id !== undefined && (
      <div class="asked" data-state={state}>
        <p class="truth" title={call?.input.slice(0, 400)}>
          {page.texts.get(id, { agent: oneLine(detail.agentName, 60) })}
        </p>
        {/* while the agent waits, the card's own buttons have it */}
        {state === 'late' && detail.terminal === true && detail.state !== 'waiting' && (
          <div class="button-row">
            <Button
              look="secondary"
              text={page.texts.get('action.showTerminal')}
              run={() => {
                page.command('showTerminal');
              }}
            />
          </div>
        )}
      </div>
    )
  );
}
