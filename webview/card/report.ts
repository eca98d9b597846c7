/** The escalation report: everything the person needs to judge the turn. */
import type { EscalationReport } from '../../src/core/view/snapshot.js';
import type { PersonTextId } from '../../src/core/view/wording.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { icon, Icon } from '../ui/icons.js';
import { outcomeLook } from '../ui/looks.js';
import type { Page } from '../page/page.js';
import type { ShownState } from '../page/shown-state.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { tokensText } from '../ui/tokens.js';
import { toolkitButton } from '../ui/toolkit.js';

/** Window height, in pixels, from which the open report leaves room for the timeline. */
const ROOMY_HEIGHT = 500;

type ReportAction = EscalationReport['history'][number];

interface Fact {
  name: string;
  value: string;
}
interface FactView {
  readonly element: HTMLElement;
  name: HTMLElement;
  value: HTMLElement;
}

class ActionView {
  readonly element = el('li', 'action');
  private readonly icon = new Icon('dot', 'status');
  private readonly type = el('span', 'tool');
  private readonly title = el('span', 'title');
  private readonly times = el('span', 'times');

  constructor(private readonly page: Page) {
    this.element.append(this.icon.element, this.type, this.title, this.times);
  }

  update(action: ReportAction): void {
    const look = outcomeLook(action.outcome);
    this.icon.set(look.icon);
    setAttribute(this.element, 'data-tone', look.tone);
    setText(this.type, oneLine(action.type, 40));
    setText(this.title, oneLine(action.title));
    const outcome = this.page.texts.get(`outcome.${action.outcome}`);
    setText(this.times, action.repeats > 1 ? `${outcome} ×${action.repeats}` : outcome);
    setAttribute(
      this.element,
      'title',
      [oneLine(action.title), ...details(action, this.page)].join('\n'),
    );
  }
}

/** When each of these actions was, and the hash of their result. */
function details({ times = [], result = '' }: ReportAction, { texts }: Page): string[] {
  return [
    ...(times.length === 0 ? [] : [times.map((at) => texts.clock(at)).join(', ')]),
    ...(result === '' ? [] : [texts.say({ id: 'report.result', params: { hash: result } })]),
  ];
}

export class Report {
  readonly element = el('section', 'report');
  private readonly next = el('span', 'next-text');
  private readonly nextName = el('span', 'spoken');
  private readonly facts = el('dl');
  private readonly factRows: KeyedChildren<Fact, FactView>;
  private readonly historyName = el('div', 'fact-name');
  private readonly fullName = el('h2', 'report-name');
  private sessionState: string | undefined;
  private readonly full = el('details', 'report-card');
  private readonly list = el('ol');
  private readonly actions: KeyedChildren<ReportAction, ActionView>;
  private readonly copy = toolkitButton('secondary');

  constructor(private readonly page: Page) {
    this.factRows = new KeyedChildren<Fact, FactView>(
      this.facts,
      () => {
        const name = el('dt');
        const value = el('dd');
        return { element: el('div', 'fact', name, value), name, value };
      },
      (view, { name, value }) => {
        setText(view.name, name);
        setText(view.value, value);
      },
    );
    this.actions = new KeyedChildren(
      this.list,
      () => new ActionView(page),
      (view, action) => {
        view.update(action);
      },
    );
    this.list.tabIndex = 0;
    this.full.append(
      el('summary', undefined, icon('chevron', 'twistie'), icon('bulb'), this.nextName, this.next),
      el(
        'div',
        'report-body',
        this.fullName,
        this.facts,
        this.historyName,
        this.list,
        this.copy.element,
      ),
    );
    this.copy.element.addEventListener('click', () => {
      page.command('copyReport');
    });
    this.element.append(this.full);
  }

  update({ detail }: ShownState): void {
    const report =
      detail?.state === 'stalled' || detail?.state === 'escalated' ? detail.report : undefined;
    show(this.element, report !== undefined);
    if (report === undefined) {
      this.sessionState = undefined;
      return;
    }
    const { texts } = this.page;
    const word = (id: PersonTextId) => texts.say({ id });
    setText(
      this.fullName,
      texts.say({ id: 'report.title', params: { agent: report.agentName, turn: report.turn + 1 } }),
    );
    setText(this.next, texts.say(report.next));
    setText(this.nextName, `${word('report.next')}: `);
    const { metrics, sinceProgressMs } = report;
    const spent = metrics.tokens?.sinceProgress;
    const since =
      sinceProgressMs === undefined
        ? undefined
        : texts.duration(Math.floor(sinceProgressMs / 1000) * 1000);
    const counts = {
      read: metrics.filesRead,
      modified: metrics.filesModified,
      tests: metrics.testsRun,
      commands: metrics.commandsExecuted,
    };
    const progress =
      since === undefined
        ? texts.say({ id: 'report.metrics.none', params: counts })
        : texts.say({
            id: 'report.metrics',
            params: { ...counts, last: texts.get('label.ago', { time: since }) },
          });
    this.factRows.set([
      ['reason', { name: word('report.reason'), value: texts.say(report.reason) }],
      ...(report.repeated === undefined
        ? []
        : [
            [
              'repeated',
              {
                name: word('report.repeated'),
                value: `${report.repeated.type}: ${oneLine(report.repeated.title)} ×${report.repeated.times}`,
              },
            ] as const,
          ]),
      ['progress', { name: word('report.progress'), value: progress }],
      [
        'hops',
        {
          name: word(report.ofTask === true ? 'report.task-hops' : 'report.hops'),
          value: texts.number(report.hops),
        },
      ],
      ['since', { name: word('report.since'), value: since ?? word('report.since.none') }],
      ...(spent === undefined
        ? []
        : [['tokens', { name: word('report.tokens'), value: tokensText(spent, texts) }] as const]),
    ]);
    setText(this.historyName, `${word('report.history')} (${report.history.length})`);
    show(this.historyName, report.history.length > 0);
    setAttribute(this.list, 'aria-label', word('report.history'));
    show(this.list, report.history.length > 0);
    // opens automatically once per escalation, if there is room; after that the person decides
    if (
      detail?.state !== this.sessionState &&
      detail?.state === 'escalated' &&
      window.innerHeight >= ROOMY_HEIGHT
    ) {
      this.full.open = true;
    }
    this.sessionState = detail?.state;
    this.actions.set(
      [...report.history]
        .reverse()
        .slice(0, 50)
        .map((action, index) => [String(index), action]),
    );
    setText(this.copy.element, texts.get('action.copyReport'));
    this.copy.setNames(texts.get('action.copyReport'), texts.get('action.copyReport'));
  }
}
