/** One call of an opened step: tool, outcome, why it counted or not, its sub-agents, its input and its result. */
import { useState } from 'preact/hooks';
import { oneLine } from '../../src/core/escape-controls.js';
import type { CallRow } from '../../src/core/view/timeline/rows.js';
import type { ShownText } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { Icon } from '../ui/icon.js';
import { outcomeLook, type Look } from '../ui/looks.js';
import { fileOfCall } from './row-file.js';
import { TextBlock } from './text-block.js';

/** The texts of a step's first calls are requested at once, those of further calls on demand. */
const EAGER_CALLS = 20;

interface CallProps {
  page: Page;
  call: CallRow;
}

/** `index`: 0-based, among the calls of its step. */
export function CallView({ page, call, index }: CallProps & { index: number }) {
  const { texts } = page;
  const [needsInput, needInput] = useState(false);
  const [needsOutput, needOutput] = useState(false);
  const isWhole = needsInput || needsOutput;
  const known = isWhole || index < EAGER_CALLS ? page.callTexts.of(call, isWhole) : undefined;
  const input = known?.input ?? preview(call.input === '' ? call.title : call.input);
  const missing = isCut(call.input) || isCut(call.output) ? known?.missing : undefined;
  const look: Look = call.progress ? { icon: 'check', tone: 'good' } : outcomeLook(call.outcome);
  return (
    <section class="call" data-tone={look.tone}>
      <div class="call-head">
        <Icon name={look.icon} class="status" />
        <span class="tool">{oneLine(call.tool, 80)}</span>
        <span class="meta">{outcomeText(call, page)}</span>
      </div>
      <CallTitle call={call} input={input.text} />
      <CallFile page={page} call={call} />
      <Reason page={page} call={call} />
      <SubAgents page={page} call={call} />
      <TextBlock
        page={page}
        name={texts.get('label.input')}
        copyText={texts.get('action.copyInput')}
        shown={input}
        needWhole={needInput}
      />
      {call.outcome !== 'running' && (
        <TextBlock
          page={page}
          name={texts.get('label.output')}
          copyText={texts.get('action.copyResult')}
          shown={known?.output ?? preview(call.output)}
          needWhole={needOutput}
        />
      )}
      {missing !== undefined && (
        <p class="meta">
          {texts.get(missing === 'unreadable' ? 'label.notRead' : 'label.notKept')}
        </p>
      )}
    </section>
  );
}

function outcomeText({ outcome, exitCode, durationMs, at }: CallRow, { texts }: Page): string {
  return [
    texts.get(`outcome.${outcome}`),
    exitCode === undefined ? '' : texts.get('label.exit', { code: exitCode }),
    durationMs === undefined ? '' : texts.duration(durationMs),
    at === undefined ? '' : texts.clock(at),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** The title in full, unless the file or the input says the same. */
function CallTitle({ call, input }: { call: CallRow; input: string }) {
  const title = oneLine(call.title);
  const isSaid =
    title === '' ||
    fileOfCall(call)?.path === call.title ||
    oneLine(input, 4000).includes(title.replace(/…$/, ''));
  return !isSaid && <p class="call-title">{title}</p>;
}

function CallFile({ page, call }: CallProps) {
  const file = fileOfCall(call);
  return (
    file !== undefined && (
      <button
        type="button"
        class="path"
        onClick={() => {
          page.openFile(file);
        }}
      >
        {page.texts.get(file.changes ? 'action.openChanges' : 'action.openFile', {
          path: oneLine(file.path, 400),
        })}
      </button>
    )
  );
}

/** Why the call counted as progress or not, and the step that it repeats. */
function Reason({ page, call: { note, rule } }: CallProps) {
  const { texts } = page;
  if (note === undefined && rule === undefined) {
    return null;
  }
  const step = note?.id === 'idle.same' ? note.params?.['step'] : undefined;
  return (
    <p class="reason">
      <span>{note && texts.say(note)}</span>
      {typeof step === 'number' && (
        <button
          type="button"
          class="chip"
          onClick={() => {
            page.jumpToStep(step);
          }}
        >
          {texts.get('label.jump', { step })}
        </button>
      )}
      {rule !== undefined && <span class="meta">{texts.get('label.rule', { id: rule })}</span>}
    </p>
  );
}

function SubAgents({ page, call }: CallProps) {
  const subAgents = page.startedBy(call);
  return (
    subAgents.length > 0 && (
      <div class="children">
        {subAgents.map(({ session }) => (
          <button
            key={session}
            type="button"
            class="chip"
            onClick={() => {
              page.post({ type: 'select', session });
            }}
          >
            {page.texts.get('action.openChild')}
          </button>
        ))}
      </div>
    )
  );
}

/** What the row itself holds, until the host has answered. */
function preview(text: string): ShownText {
  return { text, kept: text.length, length: text.length };
}

function isCut(text: string): boolean {
  return text.endsWith('…') || /\n… \d+ characters …\n/.test(text);
}
