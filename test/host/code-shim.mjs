#!/usr/bin/env node
// Stands in for the VS Code desktop program where that cannot be downloaded or shown. It takes the arguments that
// @vscode/test-electron passes, runs them on code-server (the real workbench, a real extension host) with headless
// Chromium as its window, and exits with the tests' exit code. Without --extensionTestsPath it runs until it is ended.
//   CODE_SERVER_NODE, CODE_SERVER, CHROMIUM   the programs (test/cache finds them)
//   CODE_SHIM_TIMEOUT                         seconds until a run counts as hung (default 1500)
//   CODE_SHIM_VERBOSE=1                       print the whole log and not only what the tests print
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { format } from 'node:util';
import { chromium } from 'playwright-core';

// --- arguments: --key=value, --flag, and a folder or .code-workspace to open ----------------------------------------
const args = { paths: [], extensionDevelopmentPath: [] };
for (const a of process.argv.slice(2)) {
  const option = /^--([^=]+)(?:=(.*))?$/s.exec(a);
  if (!option) {
    args.paths.push(resolve(a));
  } else if (option[1] === 'extensionDevelopmentPath') {
    args.extensionDevelopmentPath.push(option[2]);
  } else {
    args[option[1]] = option[2] ?? true;
  }
}
const scratch = mkdtempSync(join(tmpdir(), 'code-shim-'));
const userData = resolve(args['user-data-dir'] ?? join(scratch, 'user-data'));
const extensions = resolve(args['extensions-dir'] ?? join(scratch, 'extensions'));
mkdirSync(userData, { recursive: true });
const logFile = join(userData, 'code-shim.log');
writeFileSync(logFile, '');

// --- one way out: whatever happens, the browser and the server's process group are ended ----------------------------
let server,
  browser,
  ending = false;
const stopped = 130; // by whoever started this
async function end(code) {
  if (ending) {
    return;
  }
  ending = true;
  const within = (ms, promise) => Promise.race([promise, new Promise((r) => setTimeout(r, ms))]);
  await within(
    5000,
    browser?.close().catch(() => {}),
  );
  if (server?.pid) {
    const group = (signal) => {
      try {
        process.kill(-server.pid, signal);
      } catch {
        /* already gone */
      }
    };
    const gone = server.exitCode === null ? new Promise((r) => server.once('exit', r)) : undefined;
    group('SIGTERM');
    await within(3000, gone);
    group('SIGKILL');
  }
  if (code && code !== stopped) {
    console.error(`code-shim: the end of its log:\n${logTail.join('')}`);
  }
  try {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch {
    /* the browser writes to the last: the exit code counts */
  }
  process.exit(code);
}
function abort(why) {
  if (!ending) {
    log(`code-shim: ${why}\n`, true);
    void end(1);
  }
}
const logTail = [];
function log(text, show = process.env.CODE_SHIM_VERBOSE === '1') {
  appendFileSync(logFile, text);
  if (logTail.push(text) > 15) {
    logTail.shift();
  }
  if (show) {
    process.stderr.write(text);
  }
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void end(stopped));
}
process.on('uncaughtException', (e) => abort(e.stack));
process.on('unhandledRejection', (e) => abort(e?.stack ?? String(e)));
const limit = Number(process.env.CODE_SHIM_TIMEOUT ?? 1500);
setTimeout(() => abort(`no result after ${limit} s`), limit * 1000).unref();
const parent = process.ppid; // killed without a word to us, it would leave a server and a browser behind
setInterval(() => {
  if (process.ppid !== parent) {
    abort('whoever started this is gone');
  }
}, 1000).unref();

// --- the server: loopback, a free port, no password, no telemetry, no update check ----------------------------------
writeFileSync(join(scratch, 'config.yaml'), 'auth: none\n');
const env = {
  ...process.env,
  // as options, these would keep a code-server that does not know them yet from starting
  CODE_SERVER_IDLE_TIMEOUT_SECONDS: '120',
  CODE_SERVER_RECONNECTION_GRACE_TIME: '2', // an extension host outlives its closed window by this much, if the window closed without a goodbye
};
for (const k of [
  'VSCODE_IPC_HOOK_CLI',
  'CODE_SERVER_SESSION_SOCKET',
  'PASSWORD',
  'HASHED_PASSWORD',
  'PORT',
]) {
  delete env[k];
}
server = spawn(
  process.env.CODE_SERVER_NODE,
  [
    process.env.CODE_SERVER,
    '--bind-addr=127.0.0.1:0',
    '--auth=none',
    `--config=${join(scratch, 'config.yaml')}`,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-getting-started-override',
    '--disable-proxy',
    '--ignore-last-opened',
    ...(args['disable-workspace-trust'] ? ['--disable-workspace-trust'] : []),
    `--user-data-dir=${userData}`,
    `--extensions-dir=${extensions}`,
  ],
  { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
);
server.on('error', (e) => abort(`code-server does not start: ${e.message}`));
server.on('exit', (code) => abort(`code-server exited with ${code}`));
let firstHost; // the process of the first window's extension host, which runs the tests
const origin = await new Promise((ready) => {
  const read = (line) => {
    log(`${line}\n`);
    const address = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line);
    if (address) {
      ready(address[1]);
    }
    firstHost ??= /<(\d+)> Launched Extension Host Process/.exec(line)?.[1];
    // The workbench reports a lost extension host as exit code 0: a crash must not pass for a success.
    const lost = /<(\d+)> Extension Host Process exited with code: (?!0, signal: null)/.exec(line);
    if (lost && lost[1] === firstHost && args.extensionTestsPath) {
      abort(line);
    }
  };
  createInterface({ input: server.stdout }).on('line', read);
  createInterface({ input: server.stderr }).on('line', read);
});

// --- the window; further ones are pages that a test opens by way of the debugging port -------------------------------
browser = await chromium.launchPersistentContext(join(scratch, 'chromium'), {
  executablePath: process.env.CHROMIUM,
  headless: true,
  viewport: { width: 1280, height: 800 },
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false, // end() does it
  args: [
    ...(process.getuid?.() === 0 || process.env.CI ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-dev-shm-usage',
    ...(args['remote-debugging-port']
      ? [`--remote-debugging-port=${args['remote-debugging-port']}`]
      : []),
  ],
});
browser.on('close', () => abort('the browser closed before the tests ended'));
const page = browser.pages()[0];
page.on('crash', () => abort('the page crashed'));

// The workbench reads its construction options from an attribute of its HTML page. The extension under development, its
// tests and a few defaults are added as it reads them. (In a built VS Code the URL's `payload` is ignored, the smoke test
// driver suppresses toasts, and rewriting the HTML by `page.route` breaks WebSockets.)
const remote = (path) => ({
  $mid: 1,
  scheme: 'vscode-remote',
  authority: new URL(origin).host,
  path: resolve(path),
});
await browser.addInitScript(
  (more) => {
    const original = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = original.call(this, name);
      if (this.id !== 'vscode-workbench-web-configuration' || name !== 'data-settings') {
        return value;
      }
      const options = JSON.parse(value);
      Object.assign(options.developmentOptions, more.developmentOptions, {
        extensionTestsPath: globalThis.testsOfThisWindow,
      });
      options.configurationDefaults = more.configurationDefaults;
      delete options.productConfiguration.extensionsGallery; // nothing to look up offline
      return JSON.stringify(options);
    };
  },
  {
    developmentOptions: { extensions: args.extensionDevelopmentPath.map(remote) },
    configurationDefaults: {
      // a settings.json in USER-DATA-DIR/User still wins over these
      'telemetry.telemetryLevel': 'off',
      'workbench.startupEditor': 'none',
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
      'chat.disableAIFeatures': true, // no models here; also keeps VS Code from starting its agent host process
    },
  },
);
// A webview that finds its service worker at work waits about five seconds until a newer one was looked for, as there is one
// after an update of VS Code. This browser's profile is fresh: the worker is of this server.
await browser.addInitScript(() => {
  // not there in the frames of insecure origins
  if ('ServiceWorkerRegistration' in globalThis) {
    globalThis.ServiceWorkerRegistration.prototype.update = function () {
      return Promise.resolve(this);
    };
  }
});
if (args.extensionTestsPath) {
  await page.addInitScript((tests) => {
    globalThis.testsOfThisWindow = tests;
  }, remote(args.extensionTestsPath));
}

// What the extension host prints arrives here, mixed with the workbench's own log: the latter goes to the log file only.
const own =
  /workbench\/workbench\.js:|^(\[(AgentHost|ChatModelSelection|AccountPolicyGate|reconnection-grace-time|Service Worker)\b|Resolv(ing|ed) connection token|Creating a socket|Creation of workbench contribution|Updating additional builtin|Ignoring fetching additional builtin|Error while fetching the extension under development|Timed out waiting for authentication provider)/;
await page.exposeFunction('codeAutomationLog', (type, values) => {
  const text = format(...values) + '\n';
  if (
    args.extensionTestsPath &&
    /^\[remote-connection\]\[ExtensionHost\].*\[reconnect\]/.test(text)
  ) {
    abort(`the extension host is gone: ${text}`);
  }
  if (own.test(text) || !args.extensionTestsPath) {
    log(text);
    return;
  }
  appendFileSync(logFile, text);
  process[type === 'error' ? 'stderr' : 'stdout'].write(text);
});
await page.exposeFunction('codeAutomationExit', (code) => end(code ? Math.max(1, code & 255) : 0));
page.on('requestfailed', (r) => log(`failed request: ${r.url()} ${r.failure()?.errorText}\n`));

const url = new URL(origin);
const path = args.paths[0];
if (!path) {
  url.searchParams.set('ew', 'true');
} else {
  url.searchParams.set(statSync(path).isDirectory() ? 'folder' : 'workspace', path);
}
await page.goto(url.href, { timeout: limit * 1000 });
