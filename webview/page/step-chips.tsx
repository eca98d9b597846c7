/** Buttons that lead to the steps of a verdict's evidence. */
import type { Page } from './page.js';

/** The newest are shown. */
const MAX_CHIPS = 12;

/** Steps in a row, and the first call of the first of them. */
interface StepRange {
  from: number;
  to: number;
  call: number;
}

export function StepChips({ page, calls }: { page: Page; calls: readonly number[] }) {
  const label = page.texts.get('label.evidence');
  const ranges = listRanges(page, calls).slice(-MAX_CHIPS);
  return (
    ranges.length > 0 && (
      <div class="chips" role="group" aria-label={label} data-label={label}>
        {ranges.map(({ from, to, call }) => {
          const steps = from === to ? String(from) : `${from}–${to}`;
          const jump = page.texts.get('label.jump', { step: steps });
          return (
            <button
              key={from}
              type="button"
              class="chip"
              aria-label={jump}
              title={jump}
              onClick={() => {
                page.jumpToCall(call);
              }}
            >
              {steps}
            </button>
          );
        })}
      </div>
    )
  );
}

function listRanges(page: Page, calls: readonly number[]): StepRange[] {
  const ranges: StepRange[] = [];
  for (const call of calls) {
    const step = page.stepOfCall(call);
    const last = ranges.at(-1);
    if (step === undefined || step === last?.to) {
      continue;
    }
    if (last?.to === step - 1) {
      last.to = step;
    } else {
      ranges.push({ from: step, to: step, call });
    }
  }
  return ranges;
}
