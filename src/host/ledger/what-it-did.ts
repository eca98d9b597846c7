/** Turnwatch: Show What It Did: a page in the editor area, copied as Markdown or emptied by its own buttons. */
import * as vscode from 'vscode';
import { agentName } from '../../agents/index.js';
import {
  reportAsMarkdown,
  makeReport,
  reportTexts,
  type Calendar,
  type Report,
} from '../../core/ledger/report.js';
import { dollarsText } from '../../core/money/amounts.js';
import { fill } from '../../core/view/words/wording.js';
import { commands } from '../../ids.js';
import type { WindowParts } from '../window-parts.js';
import { showBriefly, showWarning } from '../messages.js';
import { localised } from '../view/texts.js';
import { reportHtml } from './report-html.js';

const reportActions = ['copy', 'delete'] as const;
export type ReportAction = (typeof reportActions)[number];

type WhatItDidOptions = Pick<WindowParts, 'context' | 'view' | 'clock'>;

const WEEK_DAYS = 7;
const MONTH_WEEKS = 4;

let open: vscode.WebviewPanel | undefined;

/** Without an action, shows the page; one in a window: a second call brings it to the front, with what is new. */
export async function whatItDid(
  options: WhatItDidOptions,
  action: ReportAction | undefined,
): Promise<void> {
  switch (action) {
    case 'copy':
      await vscode.env.clipboard.writeText(reportAsMarkdown(await readReport(options)));
      showBriefly(vscode.l10n.t('Turnwatch: copied as Markdown'));
      return;
    case 'delete':
      await deleteAll(options);
      return;
    case undefined:
      await show(options);
      return;
  }
}

async function show(options: WhatItDidOptions): Promise<void> {
  const report = await readReport(options);
  if (open === undefined) {
    const panel = vscode.window.createWebviewPanel(
      'turnwatch.whatItDid',
      report.title,
      vscode.ViewColumn.Active,
      {
        localResourceRoots: [vscode.Uri.joinPath(options.context.extensionUri, 'dist', 'webview')],
        enableCommandUris: [commands.whatItDid],
      },
    );
    panel.iconPath = vscode.Uri.joinPath(options.context.extensionUri, 'media', 'turnwatch.svg');
    panel.onDidDispose(() => {
      open = undefined;
    });
    open = panel;
  }
  open.reveal();
  draw(open.webview, report, options);
}

function draw(webview: vscode.Webview, report: Report, { context }: WhatItDidOptions): void {
  const style = vscode.Uri.joinPath(context.extensionUri, 'dist', 'webview', 'report-style.css');
  const texts = localised(reportTexts);
  const isEmpty = typeof report.spans === 'string' && report.past === undefined;
  webview.html = reportHtml({
    report,
    cspSource: webview.cspSource,
    styleUri: webview.asWebviewUri(style).toString(),
    locale: vscode.env.language,
    buttons: isEmpty
      ? []
      : reportActions.map((action) => ({
          label: texts[`did.${action}`] ?? action,
          address: `command:${commands.whatItDid}?${encodeURIComponent(JSON.stringify([{ action }]))}`,
        })),
  });
}

async function deleteAll(options: WhatItDidOptions): Promise<void> {
  const yes = vscode.l10n.t('Delete');
  const pressed = await showWarning(
    vscode.l10n.t(
      'Delete everything that Turnwatch counted on this machine? This can’t be undone.',
    ),
    yes,
    vscode.l10n.t('Keep'),
  );
  if (pressed !== yes) {
    return;
  }
  await (await options.view.loaded()).ledger.clear();
  await options.view.past.clear();
  if (open !== undefined) {
    draw(open.webview, await readReport(options), options);
  }
}

async function readReport({ view, clock }: WhatItDidOptions): Promise<Report> {
  const { ledger } = await view.loaded();
  const texts: Record<string, string> = localised(reportTexts);
  const locale = vscode.env.language;
  const number = new Intl.NumberFormat(locale);
  const oneDay = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  });
  const wholeDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const severalDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const found = (await view.past.findings()).describe();
  return makeReport(
    await ledger.read(),
    calendar(clock.now()),
    {
      say: (id, params) => fill(texts[id] ?? reportTexts[id], params),
      number: (value) => number.format(value),
      percent: (share) => share.toLocaleString(locale, { style: 'percent' }),
      dollars: (value) => dollarsText(value, locale),
      date: (at) => wholeDate.format(at),
      agentName,
      days: (from, until) =>
        dayAfter(from, 1) >= until
          ? oneDay.format(from)
          : severalDays.formatRange(from, dayAfter(until, -1)),
    },
    found && { days: found.days, at: found.at, summary: found.all },
  );
}

/** Seven days and four weeks, both until the end of today. */
function calendar(now: number): Calendar {
  const until = dayAfter(now, 1);
  const starts = (count: number, days: number): number[] =>
    Array.from({ length: count }, (_, i) => dayAfter(until, (i - count) * days));
  return { week: starts(WEEK_DAYS, 1), month: starts(MONTH_WEEKS, WEEK_DAYS), until };
}

/** The beginning of a day here, so many days after that of `at`: a day may have 23 or 25 hours. */
function dayAfter(at: number, days: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}
