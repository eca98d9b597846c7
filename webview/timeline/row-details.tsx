/** What a row opens to: the calls of a step, the whole text of a message, the evidence of a verdict. */
import { render } from 'preact';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { cut } from '../../src/core/escape-controls.js';
import type { Page } from '../page/page.js';
import { StepChips } from '../page/step-chips.js';
import { stepTokens, tokensText } from '../ui/tokens.js';
import { CallView } from './call-view.js';
import { ChangedFiles } from './changed-files.js';

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
      {text !== '' && <div class="text">{text}</div>}
      {row.kind === 'verdict' && <StepChips page={page} calls={row.calls} />}
      {calls.length > 0 && (
        <div class="calls">
          {calls.map((call, index) => (
            <CallView key={call.call} page={page} call={call} index={index} />
          ))}
        </div>
      )}
      <ChangedFiles page={page} row={row} />
    </>
  );
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
    case 'intervention':
      return `${page.texts.get(`rung.${row.rung}`)}: ${page.texts.receipt(row.rung, row.state)}, ${page.texts.get(`by.${row.by}`)}`;
  }
}
