/** The accessibility violations that axe finds on a page. What depends on no colour is looked at in one theme. */
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import type { Theme } from './browser.js';

/** axe's rules that compare colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** `theme`: the whole of axe in dark, what its colours say in the others. */
export async function violations(page: Page | Frame, theme: Theme = 'dark'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
  }
  return page
    .evaluate(
      async (only) => {
        // the injected script leaves `axe` on the window
        const run: unknown = Reflect.get(window, 'axe');
        if (
          typeof run !== 'object' ||
          run === null ||
          !('run' in run) ||
          typeof run.run !== 'function'
        ) {
          return ['axe is not loaded'];
        }
        const result: unknown = await Reflect.apply(run.run, run, [
          document,
          {
            resultTypes: ['violations'],
            selectors: false,
            elementRef: false,
            ...(only !== undefined && { runOnly: { type: 'rule', values: only } }),
          },
        ]);
        return JSON.parse(JSON.stringify(result)) as unknown;
      },
      theme === 'dark' ? undefined : colourRules,
    )
    .then((result) => {
      if (
        typeof result !== 'object' ||
        result === null ||
        !('violations' in result) ||
        !Array.isArray(result.violations)
      ) {
        return [JSON.stringify(result)];
      }
      return result.violations.map(
        (violation: { id: string; nodes: { html: string; failureSummary?: string }[] }) =>
          `${violation.id}: ${violation.nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`).join(' | ')}`,
      );
    });
}
