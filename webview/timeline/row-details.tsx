/** What a row opens to: the calls of a step, the whole text of a message, the evidence of a verdict. */
import { capMessage } from '../../src/core/money/amounts.js';
import { h, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { cut, oneLine } from '../../src/core/escape-controls.js';
import type { Row, CallRow } from '../../src/core/view/timeline/rows.js';
import type { ShownText } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { EvidenceCalls } from '../card/why.js';
import { Icon } from '../ui/icon.js';
import { callLook } from '../ui/looks.js';
import { stepTokens, tokensText } from '../ui/metrics-text.js';
import type { Markdown } from './markdown.js';
import { callTitle } from './line-text.js';
import { fileOfCall } from './row-file.js';
import { TextBlock } from './text-block.js';

/** Characters shown of a message: enough to judge it, and quick to lay out. */
const MAX_CHARACTERS = 12_000;

export function drawRowDetails(place: HTMLElement, page: Page, row: Row): void {
  render(<RowDetails page={page} row={row} />, place);
}

function RowDetails({ page, row }: { page: Page; row: Row }) {
  const { texts } = page;
  const text = fullText(row, page);
  const { tokens, calls } = row.kind === 'step' ? row : { tokens: undefined, calls: [] };
  return (
    <>
      {row.at !== undefined && row.kind !== 'step' && <p class="meta">{texts.clock(row.at)}</p>}
      {tokens !== undefined && (
        <p class="meta" title={tokensText(tokens, texts)}>
          {stepTokens(tokens, texts)}
        </p>
      )}
      {text !== '' &&
        (row.kind === 'message' ? <MessageText text={text} /> : <div class="text">{text}</div>)}
      {row.kind === 'verdict' && <EvidenceCalls page={page} calls={row.calls} />}
      {calls.length > 0 && (
        <div class="calls">
          {calls.map((call) => (
            <CallView key={call.call} page={page} call={call} isAlone={calls.length === 1} />
          ))}
        </div>
      )}
      <ChangedFiles page={page} row={row} />
    </>
  );
}

let drawMarkdown: typeof Markdown | undefined;

/** The parser is loaded for the first message that is opened; until then its text stands there as it is. */
function MessageText({ text }: { text: string }) {
  const [, setLoaded] = useState(drawMarkdown !== undefined);
  useEffect(() => {
    if (drawMarkdown === undefined) {
      void import('./markdown.js').then(
        (loaded) => {
          drawMarkdown = loaded.Markdown;
          setLoaded(true);
        },
        () => {},
      );
    }
  }, []);
  return drawMarkdown === undefined ? <div class="text">{text}</div> : h(drawMarkdown, { text });
}

function fullText(row: Row, page: Page): string {
  switch (row.kind) {
    case 'prompt':
    case 'message':
      return cut(row.text, MAX_CHARACTERS).text;
    case 'step':
      return '';
    case 'workspace':
      return `${page.texts.say(row.what)} (${page.texts.get(`author.${row.by}`)})`;
    case 'verdict':
      return page.texts.say(row.what);
    case 'cap':
      return page.texts.say(capMessage(row.cap, page.texts.locale));
    case 'intervention':
      return [
        `${page.texts.intervention({ ...row, kind: row.intervention })}: ${page.texts.receipt(row.intervention, row.state)}, ${page.texts.get(`by.${row.by}`)}`,
        ...(row.doubts ?? []).map((doubt) => page.texts.say(doubt)),
      ].join('\n');
  }
}

/** More are not listed: a checkout may change thousands. */
const MAX_FILES = 20;
const LONGEST = 400;

/** The files that changed with a step or outside of one: each leads to its changes, with the lines added and removed since HEAD. */
function ChangedFiles({ page, row }: { page: Page; row: Row }) {
  const { texts } = page;
  const paths = listPaths(row).slice(0, MAX_FILES);
  if (paths.length === 0) {
    return null;
  }
  const known = page.findChanges(paths);
  return (
    <div class="changed">
      <p class="meta">{texts.get('label.changed')}</p>
      <ul>
        {paths.map((path) => {
          const lines = known.find((each) => each.path === path)?.lines;
          return (
            <li key={path} class="changed-file">
              <button
                type="button"
                class="path"
                title={texts.get('action.openChanges', { path: oneLine(path, LONGEST) })}
                onClick={() => {
                  page.openFile({ path, changes: true });
                }}
              >
                {oneLine(path, LONGEST)}
              </button>
              <span class="added">{lines && `+${texts.number(lines.added)}`}</span>
              <span class="removed">{lines && `−${texts.number(lines.removed)}`}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function listPaths(row: Row): readonly string[] {
  switch (row.kind) {
    case 'step':
      return row.changed ?? [];
    case 'workspace':
      return row.paths ?? [];
    default:
      return [];
  }
}

// One call of an opened step: tool, outcome, why it counted or not, its sub-agents, its input and its result.

interface CallProps {
  page: Page;
  call: CallRow;
}

/** One of several is a line that opens. */
function CallView({ page, call, isAlone }: CallProps & { isAlone: boolean }) {
  const { texts } = page;
  const [isOpen, setOpen] = useState(isAlone);
  const look = callLook(call);
  const title = callTitle(call, texts);
  return (
    <section class="call" data-tone={look.tone}>
      {isAlone ? (
        <div class="call-head">
          <Icon name={look.icon} class="status" />
          <span class="tool">{oneLine(call.tool, 80)}</span>
          <span class="meta">{outcomeText(call, page)}</span>
        </div>
      ) : (
        <button
          type="button"
          class="call-head call-line"
          title={`${oneLine(call.tool, 80)} ${title}`.trim()}
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <Icon name={look.icon} class="status" />
          {call.words === undefined && <span class="tool">{oneLine(call.tool, 80)}</span>}
          <span class="call-name">{title}</span>
          <span class={call.outcome === 'ok' ? 'spoken' : 'meta'}>
            {texts.get(`outcome.${call.outcome}`)}
          </span>
        </button>
      )}
      {isOpen && <OpenCall page={page} call={call} isAlone={isAlone} />}
    </section>
  );
}

function OpenCall({ page, call, isAlone }: CallProps & { isAlone: boolean }) {
  const { texts } = page;
  const [needsInput, needInput] = useState(false);
  const [needsOutput, needOutput] = useState(false);
  const isWhole = needsInput || needsOutput;
  const known = page.callTexts.findTexts(call, isWhole);
  const input = known?.input ?? preview(call.input === '' ? call.title : call.input);
  const missing = isCut(call.input) || isCut(call.output) ? known?.missing : undefined;
  return (
    <>
      {!isAlone && <p class="meta">{outcomeText(call, page)}</p>}
      <CallTitle call={call} input={input.text} />
      <CallFile page={page} call={call} />
      <Reason page={page} call={call} />
      <SubAgents page={page} call={call} />
      <TextBlock
        page={page}
        name={texts.get('label.input')}
        copyText={texts.get('action.copyInput')}
        shown={withoutHead(input)}
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
    </>
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

/** The title in full, unless the row, the file or the input says the same. */
function CallTitle({ call, input }: { call: CallRow; input: string }) {
  const title = oneLine(call.title);
  const isSaid =
    title === '' ||
    call.words !== undefined ||
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
function Reason({ page, call: { note } }: CallProps) {
  const { texts } = page;
  // the link to the file says it already
  if (note === undefined || note.id === 'progress.edit') {
    return null;
  }
  const step = note.id === 'idle.same' ? note.params?.['step'] : undefined;
  return (
    <p class="reason">
      <span>{texts.say(note)}</span>
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

/** Leaves what an edit changes: the file is named above. */
function withoutHead(shown: ShownText): ShownText {
  const [head = ''] =
    /^(?:(?:file_?path|path|replace_?all): .*\n)+(?=@@\n)/i.exec(shown.text) ?? [];
  return {
    text: shown.text.slice(head.length),
    kept: shown.kept - head.length,
    length: shown.length - head.length,
  };
}

/** What the row itself holds, until the host has answered. */
function preview(text: string): ShownText {
  return { text, kept: text.length, length: text.length };
}

function isCut(text: string): boolean {
  return text.endsWith('…') || /\n… \d+ characters …\n/.test(text);
}
