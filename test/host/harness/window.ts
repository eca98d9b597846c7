/** Drives VS Code's workbench as a person would, over the debugging port, from inside the extension host or from outside. */
import { chromium, type Browser, type Frame, type Locator, type Page } from 'playwright-core';

export interface Editor {
  browser: Browser;
  /** The open windows, in the order in which they were opened. */
  windows(): EditorWindow[];
  /** Opens a folder, or none, in another window; only where `noSecondWindow` says nothing. */
  openWindow(folder?: string): Promise<EditorWindow>;
  /** Disconnects from the editor, which keeps running. */
  disconnect(): Promise<void>;
}

export interface EditorWindow {
  page: Page;
  /** Brings Turnwatch's side bar to the front. */
  reveal(): Promise<void>;
  /** The page of Turnwatch's view, once it is loaded. */
  view(ms?: number): Promise<Frame>;
  /** Runs a command by its title in the command palette, such as `Turnwatch: Show Timeline`. */
  command(title: string): Promise<void>;
  /** The visible notifications, newest first. */
  toasts(): Promise<Toast[]>;
  /** Waits for a notification whose text matches. */
  toast(text: RegExp, ms?: number): Promise<Toast>;
  /** Waits for a quick pick whose title or items match, and picks an item. */
  pick(question: RegExp, item: string, ms?: number): Promise<void>;
  /** Answers a proposed change of settings: waits for its diff with a line that matches, and presses a button of its title bar. */
  answerChange(note: RegExp, button: string, ms?: number): Promise<void>;
  /** What the lines above the proposed change say; undefined while none is shown. */
  changeNotes(): Promise<string | undefined>;
  /** The status bar entry whose text or label matches. */
  statusItem(text: RegExp): Locator;
  screenshot(file: string): Promise<void>;
  /** Closes the window as its close button does; its extension host ends. */
  close(): Promise<void>;
}

export interface Toast {
  text: string;
  buttons: string[];
  press(button: string): Promise<void>;
  dismiss(): Promise<void>;
}

/** The time limit for what must happen, in milliseconds: enough for a busy machine. */
export const LONG = 120_000;

/** Why no second window can be opened, if so: desktop VS Code loads an extension under development in one window only. */
export const noSecondWindow =
  process.env.VSCODE_KIND === 'code-server'
    ? undefined
    : 'desktop VS Code has one window per extension under development';

/** `port`: the one given to VS Code as --remote-debugging-port; in the extension host's tests `Number(process.env.TURNWATCH_CDP)`. */
export async function connect(port: number, ms = LONG): Promise<Editor> {
  const browser = await untilDeadline(ms, () =>
    chromium.connectOverCDP(`http://127.0.0.1:${port}`),
  );
  const [context] = browser.contexts();
  if (!context) {
    throw new Error('the editor has no window');
  }
  context.setDefaultTimeout(LONG);
  const workbenches = (): Page[] =>
    context.pages().filter((page) => /^(https?|vscode-file):/.test(page.url()));
  await untilDeadline(ms, async () => {
    const [page] = workbenches();
    if (!page) {
      throw new Error('no workbench yet');
    }
    await ready(page, ms);
  });
  return {
    browser,
    windows: () => workbenches().map(editorWindow),
    openWindow: async (folder) => {
      if (noSecondWindow !== undefined) {
        throw new Error(noSecondWindow);
      }
      const first = workbenches()[0];
      if (!first) {
        throw new Error('the editor has no window');
      }
      const page = await context.newPage();
      const query = folder === undefined ? 'ew=true' : `folder=${encodeURIComponent(folder)}`;
      await page.goto(`${new URL(first.url()).origin}/?${query}`);
      await ready(page, ms);
      return editorWindow(page);
    },
    disconnect: () => browser.close(), // over a debugging port this only disconnects
  };
}

/** Resolves once the window's extension host runs and its extensions may activate. */
async function ready(page: Page, ms: number): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByName('code/didLoadExtensions').length > 0,
    undefined,
    { timeout: ms, polling: 100 },
  ); // a window behind another draws no frames
}

function editorWindow(page: Page): EditorWindow {
  const toasts = async (): Promise<Toast[]> => {
    // read all at once: with several reads, one that closes in between would be waited for
    const shown = await page.locator(TOAST).evaluateAll((items) =>
      items.map((item) => ({
        text: item.querySelector('.notification-list-item-message')?.textContent.trim() ?? '',
        buttons: [
          ...item.querySelectorAll('.notification-list-item-buttons-container .monaco-button'),
        ]
          .map((button) => button.textContent.trim())
          .filter((text) => text !== ''),
      })),
    );
    return shown.map(({ text, buttons }) => toast(page, text, buttons));
  };
  const changeNotes = async (): Promise<string | undefined> => {
    const lines = await page
      .locator('.monaco-diff-editor .editor.modified .codelens-decoration')
      .allInnerTexts();
    // VS Code separates them by no-break spaces
    return lines.length === 0 ? undefined : lines.join('\n').replace(/\s+/g, ' ');
  };
  return {
    page,
    toasts,
    reveal: async () => {
      const icon = page
        .locator('.activitybar .action-item')
        .filter({ has: page.locator('a[aria-label^="Turnwatch"]') });
      // icons of other extensions may appear above and move it under the pointer
      await untilDeadline(LONG, async () => {
        await icon.waitFor();
        // clicking the icon of an open view would hide it
        if (!(await icon.evaluate((item) => item.classList.contains('checked')))) {
          await icon.click(); // a badge covers the link
        }
        await page
          .locator('.sidebar .composite.title', { hasText: /turnwatch/i })
          .waitFor({ timeout: 5000 });
      });
    },
    view: (ms = LONG) =>
      untilDeadline(ms, async () => {
        const ours = page
          .frames()
          .filter((f) =>
            /[?&]extensionId=turnwatch\.turnwatch/i.test(f.parentFrame()?.url() ?? ''),
          );
        // the thresholds panel is a page of its own
        const titles = await Promise.all(ours.map((f) => f.title().catch(() => '')));
        // and a page that was just hidden may still be listed
        const shown = await Promise.all(
          ours.map(async (f) => (await f.parentFrame()?.frameElement())?.isVisible() ?? false),
        );
        const frame = ours.find((_, i) => titles[i] === 'Turnwatch' && shown[i]);
        if (!frame) {
          throw new Error("Turnwatch's view is not open");
        }
        await frame.waitForFunction(
          () => document.readyState === 'complete' && document.body.childElementCount > 0,
          undefined,
          { timeout: ms, polling: 100 },
        );
        return frame;
      }),
    command: async (title) => {
      const input = page.locator('.quick-input-widget input[type="text"]');
      // the list is fixed when it opens: after a reload it may not contain our commands yet
      await untilDeadline(LONG, async () => {
        await page.keyboard.press('F1');
        try {
          await input.waitFor({ timeout: 5000 });
          await input.fill(`>${title}`, { timeout: 5000 });
          // Enter picks the focused row, which belongs to the previous list until this one is filtered
          await page
            .locator('.quick-input-list .monaco-list-row.focused', { hasText: title })
            .waitFor({ timeout: 5000 });
        } catch (error) {
          await page.keyboard.press('Escape');
          throw error;
        }
      });
      await input.press('Enter');
    },
    toast: (text, ms = LONG) =>
      untilDeadline(ms, async () => {
        const all = await toasts();
        const found = all.find((t) => text.test(t.text));
        if (!found) {
          throw new Error(
            `no notification matches ${String(text)}; shown: ${JSON.stringify(all.map((t) => t.text))}`,
          );
        }
        return found;
      }),
    pick: async (question, item, ms = LONG) => {
      const list = page.locator('.quick-input-widget');
      const shown = async (): Promise<string> => ((await list.isVisible()) ? list.innerText() : '');
      let clicked = false;
      await untilDeadline(ms, async () => {
        const text = await shown();
        if (!question.test(text)) {
          // the list closes during the click, which may then fail for want of a target
          if (clicked) {
            return;
          }
          throw new Error(`no list to choose from matches ${String(question)}; shown: ${text}`);
        }
        // match the first line only: rows are recycled and may still hold the rest of their last item
        const row = list.locator('.monaco-list-row').filter({
          has: page.locator('.quick-input-list-row:first-child', { hasText: asWords(item) }),
        });
        await row.waitFor({ timeout: 2000 });
        clicked = true;
        await row.click({ timeout: 2000 });
      });
      // the next question must not be mistaken for this one
      await untilDeadline(ms, async () => {
        if (question.test(await shown())) {
          throw new Error(`${String(question)} stays after ${item} was picked`);
        }
      });
    },
    changeNotes,
    answerChange: async (note, button, ms = LONG) => {
      await untilDeadline(ms, async () => {
        const notes = await changeNotes();
        if (notes === undefined || !note.test(notes)) {
          throw new Error(`no proposed change matches ${String(note)}; shown: ${notes ?? 'none'}`);
        }
      });
      await page
        .locator('.editor-group-container.active .editor-actions .action-label', {
          hasText: button,
        })
        .click();
      await untilDeadline(ms, async () => {
        if (note.test((await changeNotes()) ?? '')) {
          throw new Error(`the change stays after ${button}`);
        }
      });
    },
    statusItem: (text) =>
      page
        .locator('.statusbar .statusbar-item')
        .filter({ hasText: text })
        .or(page.locator('.statusbar .statusbar-item').filter({ has: page.getByLabel(text) })),
    screenshot: async (file) => {
      await page.screenshot({ path: file });
    },
    close: async () => {
      await page.close({ runBeforeUnload: false });
    },
  };
}

const TOAST = '.notifications-toasts .notification-list-item';

/** Finds it by its text, because another one may appear above it. */
function toast(page: Page, text: string, buttons: string[]): Toast {
  const item = page.locator(TOAST).filter({ hasText: text }).first();
  return {
    text,
    buttons,
    press: (button) =>
      item
        .locator('.notification-list-item-buttons-container .monaco-button', { hasText: button })
        .first()
        .click(),
    dismiss: async () => {
      const count = (): Promise<number> => page.locator(TOAST).filter({ hasText: text }).count();
      const before = await count();
      await untilDeadline(LONG, async () => {
        if ((await count()) < before) {
          return;
        }
        // its buttons show only on hover, and a new one above moves it away from the pointer
        await item.hover({ timeout: 2000 });
        await item.locator('.codicon-notifications-clear').click({ timeout: 2000 });
        throw new Error(`the notification "${text}" stays`);
      });
    },
  };
}

/** Retries until it succeeds; after `ms` it fails with the last error. */
export async function untilDeadline<T>(ms: number, attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
      await new Promise((later) => setTimeout(later, 100));
    }
  }
}

/** Matches where a word begins as this text does: an agent's name is a part of another's. What follows a label in its row has no space before it. */
function asWords(text: string): RegExp {
  const escaped = text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, 'iu');
}
