/** What opens below the buttons, one at a time: a field for a sentence to the agent, or what an answer to a verdict changes. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { GUIDE_LIMIT, type Lesson } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { Button } from '../ui/button.js';

/** What is open below the buttons, and the turn that it is about. */
export interface DrawerContent {
  session: string;
  turn: number;
  /** Without a lesson it is the field for a sentence to the agent. */
  lesson?: Lesson;
  /** What that field begins with. */
  draft?: string;
  /** Differs each time that something is opened. */
  opened: number;
}

interface ContentProps {
  page: Page;
  close: () => void;
}

export function Drawer({ page, content, close }: ContentProps & { content: DrawerContent }) {
  const { session, turn, lesson, draft = '', opened } = content;
  const element = useRef<HTMLDivElement>(null);
  /** Gets the focus back on closing. */
  const [opener] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () => {
      if (
        element.current?.contains(document.activeElement) === true &&
        opener instanceof HTMLElement
      ) {
        opener.focus();
      }
    },
    [opener],
  );
  return (
    <div
      ref={element}
      class="drawer"
      role="group"
      aria-labelledby="drawer-text"
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          close();
          event.preventDefault();
          event.stopPropagation();
        }
      }}
    >
      {lesson === undefined ? (
        <GuideField
          key={`${turn} ${session}`}
          page={page}
          draft={draft}
          opened={opened}
          close={close}
        />
      ) : (
        <LessonText key={opened} page={page} lesson={lesson} close={close} />
      )}
    </div>
  );
}

interface GuideProps extends ContentProps {
  /** Selected, so that it is sent as it is, changed, or written over. */
  draft: string;
  /** Changes each time it is opened. */
  opened: number;
}

function GuideField({ page, draft, opened, close }: GuideProps) {
  const { texts } = page;
  const field = useRef<HTMLTextAreaElement>(null);
  /** What it began with: a newer draft takes its place unless something else was typed. */
  const begun = useRef(draft);
  useLayoutEffect(() => {
    const { current: area } = field;
    if (area?.value === begun.current) {
      area.value = begun.current = draft;
      area.select();
    } else {
      area?.focus();
    }
  }, [opened]);
  const send = (): void => {
    const text = field.current?.value.replace(/\s+/g, ' ').trim() ?? '';
    if (text !== '') {
      page.command('guide', { text });
      close();
    }
  };
  return (
    <>
      <textarea
        ref={field}
        class="field"
        rows={2}
        maxLength={GUIDE_LIMIT}
        defaultValue={draft}
        placeholder={texts.get('guide.label')}
        aria-label={texts.get('guide.label')}
        aria-describedby="drawer-text"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
          }
        }}
      />
      <p id="drawer-text" class="truth">
        {texts.get(draft === '' ? 'guide.hint' : 'guide.drafted')}
      </p>
      <div class="button-row">
        <Button look="primary" text={texts.get('action.send')} run={send} />
        <Button look="secondary" text={texts.get('action.cancel')} run={close} />
      </div>
    </>
  );
}

/** What an answer would change, to be confirmed; or what it has changed, to be undone. */
function LessonText({ page, lesson, close }: ContentProps & { lesson: Lesson }) {
  const { texts } = page;
  const { session, verdict, answer, done, canUndo } = lesson;
  const target = useRef<HTMLElement>(null);
  useLayoutEffect(() => target.current?.focus(), []);
  const giveAnswer = (given: Lesson['answer']) => () => {
    page.post({ type: 'teach', session, verdict, answer: given, sure: true });
  };
  const isAlarm = answer === 'false-alarm';
  const hasFirst = !done || canUndo;
  return (
    <>
      <p id="drawer-text">{lesson.text}</p>
      <div class="button-row">
        {hasFirst && (
          <Button
            look={done ? 'secondary' : 'primary'}
            text={texts.get(
              done ? 'action.undo' : isAlarm ? 'action.falseAlarm.sure' : 'action.reallyStuck.sure',
            )}
            describedBy="drawer-text"
            element={target}
            run={giveAnswer(done ? (isAlarm ? 'really-stuck' : 'false-alarm') : answer)}
          />
        )}
        <Button
          look="secondary"
          text={texts.get(done ? 'action.close' : 'action.cancel')}
          {...(!hasFirst && { describedBy: 'drawer-text', element: target })}
          run={close}
        />
      </div>
    </>
  );
}
