/** The real page in a real Chromium: served with the host's own HTML and policy, themed as VS Code themes it. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { delimiter, join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Disposable,
  type Page,
} from 'playwright-core';
import { isObject } from '../../src/core/json.js';
import type { Snapshot } from '../../src/core/view/snapshot.js';
import { personTexts } from '../../src/core/view/words/wording.js';
import { SnapshotMessages } from '../../src/host/view/snapshot-messages.js';
import { pageHtml } from '../../src/host/view/page-html.js';
import { pageTexts } from '../../src/protocol/page-texts.js';
import type { FromPage, ToPage } from '../../src/protocol/view.js';
import { panelTexts, type ToPanel } from '../../src/protocol/thresholds.js';
import { thresholdTextsById } from '../../src/core/thresholds/texts.js';
import themes from './themes.json' with { type: 'json' };

const messages = new SnapshotMessages();

export type Theme = keyof typeof themes;
export const themeNames: readonly Theme[] = ['dark', 'light', 'hc-dark', 'hc-light'];

declare global {
  interface Window {
    posted: FromPage[];
    /** Violated directives of the content security policy. */
    violations: string[];
    savedState: unknown;
    /** When the last message arrived and when its frame began, both before the page's own code ran. */
    clock: { message: number; frame: number };
  }
}

export interface OpenOptions {
  theme?: Theme;
  width?: number;
  height?: number;
  /** What moves is drawn again and again: only where a test is about it. */
  moving?: boolean;
  forcedColors?: boolean;
  scale?: number;
  saved?: unknown;
  locale?: string;
  panel?: boolean;
  /** Stops the page's clock: running times stay as in the snapshot, however late the test reads them. */
  stopped?: boolean;
  /** The host doesn't answer when it is asked whether it responds. */
  silentHost?: boolean;
  /** Runs in the page before its own scripts. */
  prepare?: () => void;
}

function chromiumPath(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const found = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', ...onPath].find(
    (path) => path !== '' && existsSync(path),
  );
  if (found === undefined) {
    throw new Error('No Chromium found: install it or set CHROMIUM to its path.');
  }
  return found;
}

interface KeptPage {
  /** The options of its context. */
  key: string;
  scripts: Disposable[];
}

export class PageHost {
  /** Pages that tests have left: loaded anew, one is there in a third of the time that a new one takes. */
  private readonly left: Page[] = [];
  private readonly kept = new WeakMap<Page, KeptPage>();

  private constructor(
    private readonly browser: Browser,
    private readonly server: Server,
    private readonly origin: string,
  ) {}

  /** `folder` holds the page's scripts and its style sheet as `node esbuild.js` builds them. */
  static async start(
    folder = process.env['TURNWATCH_PAGE'] ?? join(process.cwd(), 'dist', 'webview'),
  ): Promise<PageHost> {
    let origin = '';
    const server = createServer((request, response) => {
      void answer(folder, origin, new URL(request.url ?? '/', 'http://page')).then(
        ({ status, type, body }) => {
          response
            .writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
            .end(body);
        },
      );
    });
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', done);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') {
      throw new Error('The page server has no port.');
    }
    origin = `http://127.0.0.1:${address.port}`;
    const browser = await chromium.launch({
      executablePath: chromiumPath(),
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    return new PageHost(browser, server, origin);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await new Promise((done) => {
      this.server.close(done);
    });
  }

  /** Its waits are long enough for a busy machine. */
  private async newPage(options: BrowserContextOptions): Promise<Page> {
    const page = await this.browser.newPage(options);
    page.setDefaultTimeout(120_000);
    return page;
  }

  private async pageFor(
    viewport: { width: number; height: number },
    options: BrowserContextOptions,
  ): Promise<Page> {
    const key = JSON.stringify(options);
    const at = this.left.findIndex((page) => this.kept.get(page)?.key === key);
    const [left] = at < 0 ? [] : this.left.splice(at, 1);
    if (left !== undefined) {
      await left.setViewportSize(viewport);
      return left;
    }
    const page = await this.newPage({ ...options, viewport });
    this.kept.set(page, { key, scripts: [] });
    return page;
  }

  /** A page from `open` or `show` may be loaded anew for another test. */
  async leave(page: Page): Promise<void> {
    const kept = this.kept.get(page);
    if (kept === undefined || page.isClosed()) {
      await page.close();
      return;
    }
    page.removeAllListeners();
    for (const script of kept.scripts.splice(0)) {
      await script.dispose();
    }
    await page.context().clearPermissions();
    await page.mouse.move(-1, -1);
    await page.goto('about:blank');
    this.left.push(page);
  }

  /** A page that has posted `ready` and received its texts, and holds nothing of another one. */
  async open(options: OpenOptions = {}): Promise<Page> {
    const { theme = 'dark', width = 300, height = 800 } = options;
    const { colors, scheme } = themes[theme];
    const page = await this.pageFor(
      { width, height },
      {
        locale: 'en-US',
        timezoneId: 'UTC',
        colorScheme: scheme === 'dark' ? 'dark' : 'light',
        deviceScaleFactor: options.scale ?? 1,
        reducedMotion: options.moving === true ? 'no-preference' : 'reduce',
        forcedColors: options.forcedColors === true ? 'active' : 'none',
      },
    );
    const scripts = [await themed(page, colors)];
    if (options.prepare !== undefined) {
      scripts.push(await page.addInitScript(options.prepare));
    }
    const host = await page.addInitScript(
      ({ saved, stopped, silentHost }) => {
        if (stopped) {
          const now = performance.now();
          performance.now = () => now;
        }
        window.posted = [];
        window.violations = [];
        window.savedState = saved;
        window.addEventListener('message', () => {
          window.clock = { message: performance.now(), frame: 0 };
          requestAnimationFrame(() => {
            window.clock.frame = performance.now();
          });
        });
        Object.assign(window, {
          acquireVsCodeApi: () => ({
            postMessage: (message: FromPage) => {
              if (message.type !== 'alive') {
                window.posted.push(message);
              } else if (!silentHost) {
                window.postMessage({ type: 'alive' }, '*');
              }
            },
            getState: () => window.savedState,
            setState: (state: unknown) => {
              window.savedState = state;
            },
          }),
        });
        document.addEventListener('securitypolicyviolation', (event) => {
          window.violations.push(
            `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`,
          );
        });
      },
      {
        saved: options.saved,
        stopped: options.stopped === true,
        silentHost: options.silentHost === true,
      },
    );
    this.kept.get(page)?.scripts.push(...scripts, host);
    await page.goto(
      `${this.origin}/?theme=${theme}${options.panel === true ? '&page=thresholds' : ''}`,
    );
    await page.waitForFunction(() => window.posted[0]?.type === 'ready');
    await post(page, {
      type: 'texts',
      locale: options.locale ?? 'en',
      texts:
        options.panel === true
          ? { ...personTexts, ...panelTexts, ...thresholdTextsById() }
          : await textsIn(options.locale),
    });
    return page;
  }

  /** A page without a script. `html`: by the origin that its style sheet comes from. */
  async openDocument(
    html: (origin: string) => string,
    { theme = 'dark', width = 760, height = 800, scale = 1, prepare }: OpenOptions = {},
  ): Promise<Page> {
    const { colors, scheme, body, kind } = themes[theme];
    const page = await this.newPage({
      viewport: { width, height },
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      deviceScaleFactor: scale,
    });
    await themed(page, colors);
    if (prepare !== undefined) {
      await page.addInitScript(prepare);
    }
    const address = `${this.origin}/document`;
    await page.route(address, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: html(this.origin).replace(
          '<body>',
          `<body class="${body}" data-vscode-theme-kind="${kind}">`,
        ),
      }),
    );
    await page.goto(address);
    return page;
  }

  async show(snapshot: Snapshot, options: OpenOptions = {}): Promise<Page> {
    const page = await this.open(options);
    await showSnapshot(page, snapshot);
    return page;
  }
}

/** Gives the page VS Code's colors before anything of it is drawn. */
function themed(page: Page, colors: Record<string, string>): Promise<Disposable> {
  return page.addInitScript((variables) => {
    const theme = new MutationObserver(() => {
      theme.disconnect();
      for (const [name, value] of Object.entries(variables)) {
        document.documentElement.style.setProperty(name, value);
      }
    });
    theme.observe(document, { childList: true });
  }, cssVariables(colors));
}

/** Localised as the host does it. */
async function textsIn(locale: string | undefined): Promise<Record<string, string>> {
  const english = { ...pageTexts, ...personTexts };
  if (locale === undefined) {
    return english;
  }
  const bundle: unknown = JSON.parse(
    await readFile(join('media', 'l10n', `bundle.l10n.${locale}.json`), 'utf8'),
  );
  const translated = (text: string): string => {
    const value = isObject(bundle) ? bundle[text] : undefined;
    return typeof value === 'string' ? value : text;
  };
  return Object.fromEntries(Object.entries(english).map(([id, text]) => [id, translated(text)]));
}

export function post(page: Page, message: ToPage | ToPanel): Promise<void> {
  return deliver(page, message);
}

/** Posts any message, even one that the host would never send. When this returns the page has handled it: its own listener came first. */
export async function deliver(page: Page, message: unknown): Promise<void> {
  await page.evaluate(
    (data) =>
      new Promise<void>((done) => {
        const typeOf = (value: unknown): unknown =>
          typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
        const handled = (event: MessageEvent<unknown>): void => {
          // the answer to the page's own question may come first
          if (typeOf(event.data) === typeOf(data)) {
            window.removeEventListener('message', handled);
            done();
          }
        };
        window.addEventListener('message', handled);
        window.postMessage(data, '*');
      }),
    message,
  );
}

/** Posts a snapshot and waits until it is drawn, and until the page's second script is loaded. */
export async function showSnapshot(page: Page, snapshot: Snapshot): Promise<void> {
  await post(page, messages.makeMessage(snapshot));
  await drawn(page);
  await page.locator('#page[data-complete]').waitFor();
  await drawn(page);
}

/** Two frames: the page draws a snapshot in the first; the toolkit, which draws a frame after its attributes are set, in the second. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            done();
          });
        });
      }),
  );
}

export function posted(page: Page): Promise<FromPage[]> {
  return page.evaluate(() => window.posted);
}

function cssVariables(colors: Record<string, string>): Record<string, string> {
  const variables: Record<string, string> = {
    '--vscode-font-family':
      '-apple-system, BlinkMacSystemFont, "Segoe WPC", "Segoe UI", system-ui, Ubuntu, "Droid Sans", sans-serif',
    '--vscode-font-size': '13px',
    '--vscode-font-weight': 'normal',
    '--vscode-editor-font-family': 'Menlo, Consolas, "DejaVu Sans Mono", monospace',
    '--vscode-editor-font-size': '14px',
  };
  for (const [name, value] of Object.entries(colors)) {
    variables[`--vscode-${name}`] = value;
  }
  return variables;
}

async function answer(
  folder: string,
  origin: string,
  url: URL,
): Promise<{ status: number; type: string; body: string | Buffer }> {
  if (url.pathname === '/') {
    const theme = themeNames.find((name) => name === url.searchParams.get('theme')) ?? 'dark';
    const isPanel = url.searchParams.get('page') === 'thresholds';
    const html = pageHtml({
      nonce: randomBytes(16).toString('hex'),
      cspSource: origin,
      locale: 'en',
      title: 'Turnwatch',
      scriptUri: `${origin}/${isPanel ? 'thresholds.js' : 'main.js'}`,
      styleUri: `${origin}/${isPanel ? 'thresholds-style.css' : 'style.css'}`,
      preloadUris: isPanel ? [] : (await importedAtOnce(folder)).map((name) => `${origin}/${name}`),
    });
    // VS Code marks the body with the theme
    return {
      status: 200,
      type: 'text/html',
      body: html.replace(
        '<body>',
        `<body class="${themes[theme].body}" data-vscode-theme-kind="${themes[theme].kind}">`,
      ),
    };
  }
  const name = /^\/([\w-]+\.(?:js|css))$/.exec(url.pathname)?.[1];
  return name === undefined
    ? { status: 404, type: 'text/plain', body: 'not here' }
    : {
        status: 200,
        type: name.endsWith('.js') ? 'text/javascript' : 'text/css',
        body: await readFile(join(folder, name)),
      };
}

/** The files that the first script imports statically, as the build tells the host. */
async function importedAtOnce(folder: string): Promise<string[]> {
  const script = await readFile(join(folder, 'main.js'), 'utf8');
  return [...script.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g)].flatMap(([, name]) =>
    name === undefined ? [] : [name],
  );
}
