/** What the agent answered when it had to: its first four lines, until all of it is wanted. */
import { useState } from 'preact/hooks';
import { escapeControls } from '../../src/core/escape-controls.js';
import type { Page } from '../page/page.js';
import { LinkButton } from '../ui/link-button.js';

/** Certain to fit into the lines that are shown at first, also in a narrow side bar. */
const SHORT_LINES = 4;
const SHORT_CHARACTERS = 80;

interface AnswerProps {
  page: Page;
  answer: string;
  /** One is known to run the session's agent. */
  hasTerminal: boolean;
}

export function AnswerView({ page, answer, hasTerminal }: AnswerProps) {
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
