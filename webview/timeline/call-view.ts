/** One call of an opened step: tool, outcome, why it counted or not, its sub-agents, its input and its result. */
import type { CallRow } from '../../src/core/view/timeline/rows.js';
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { ShownText } from '../../src/protocol/view.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { Icon } from '../ui/icons.js';
import { outcomeLook } from '../ui/looks.js';
import type { Page } from '../page/page.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { fileOfCall } from './row-file.js';
import { TextBlock } from './text-block.js';

/** The texts of a step's first calls are requested at once, those of further calls on demand. */
const EAGER_CALLS = 20;

export class CallView {
  readonly element = el('section', 'call');
  private readonly icon = new Icon('dot', 'status');
  private readonly tool = el('span', 'tool');
  private readonly meta = el('span', 'meta');
  private readonly title = el('p', 'call-title');
  private readonly file = el('button', 'path');
  private readonly reason = el('p', 'reason');
  private readonly reasonText = el('span');
  private readonly rule = el('span', 'meta');
  private readonly jump = el('button', 'chip');
  private readonly subAgentList = el('div', 'children');
  private readonly subAgents: KeyedChildren<SessionSummary, { element: HTMLButtonElement }>;
  private readonly missing = el('p', 'meta');
  private readonly input: TextBlock;
  private readonly output: TextBlock;
  /** The step that this call repeats. */
  private sameStep: number | undefined;
  private call: CallRow | undefined;
  private index = 0;

  constructor(private readonly page: Page) {
    const { texts } = page;
    const changed = (): void => {
      if (this.call !== undefined) {
        this.update(this.call, this.index);
      }
    };
    this.input = new TextBlock(page, {
      name: texts.get('label.input'),
      copy: texts.get('action.copyInput'),
      changed,
    });
    this.output = new TextBlock(page, {
      name: texts.get('label.output'),
      copy: texts.get('action.copyResult'),
      changed,
    });
    this.jump.type = 'button';
    this.jump.addEventListener('click', () => {
      if (this.sameStep !== undefined) {
        page.jumpToStep(this.sameStep);
      }
    });
    this.file.type = 'button';
    this.file.addEventListener('click', () => {
      const file = this.call && fileOfCall(this.call);
      if (file !== undefined) {
        page.openFile(file);
      }
    });
    this.subAgents = new KeyedChildren(
      this.subAgentList,
      ({ session }) => {
        const element = el('button', 'chip');
        element.type = 'button';
        element.addEventListener('click', () => {
          page.post({ type: 'select', session });
        });
        return { element };
      },
      ({ element }) => {
        setText(element, texts.get('action.openChild'));
      },
    );
    this.reason.append(this.reasonText, this.jump, this.rule);
    this.element.append(
      el('div', 'call-head', this.icon.element, this.tool, this.meta),
      this.title,
      this.file,
      this.reason,
      this.subAgentList,
      this.input.element,
      this.output.element,
      this.missing,
    );
  }

  /** `index`: 0-based, among the calls of its step. */
  update(call: CallRow, index: number): void {
    this.call = call;
    this.index = index;
    this.showOutcome(call);
    this.showReason(call);
    this.showSubAgents(call);
    const input = this.showTexts(call, index);
    this.showTitle(call, input);
    this.showFile(call);
  }

  private showOutcome(call: CallRow): void {
    const { texts } = this.page;
    const look = call.progress
      ? ({ icon: 'check', tone: 'good' } as const)
      : outcomeLook(call.outcome);
    this.icon.set(look.icon);
    setAttribute(this.element, 'data-tone', look.tone);
    setText(this.tool, oneLine(call.tool, 80));
    setText(
      this.meta,
      [
        texts.get(`outcome.${call.outcome}`),
        call.exitCode === undefined ? '' : texts.get('label.exit', { code: call.exitCode }),
        call.durationMs === undefined ? '' : texts.duration(call.durationMs),
        call.at === undefined ? '' : texts.clock(call.at),
      ]
        .filter((part) => part !== '')
        .join(' · '),
    );
  }

  /** Why the call counted as progress or not, and the step that it repeats. */
  private showReason({ note, rule }: CallRow): void {
    const { texts } = this.page;
    const step = note?.id === 'idle.same' ? note.params?.['step'] : undefined;
    this.sameStep = typeof step === 'number' ? step : undefined;
    setText(this.reasonText, note === undefined ? '' : texts.say(note));
    setText(
      this.jump,
      this.sameStep === undefined ? '' : texts.get('label.jump', { step: this.sameStep }),
    );
    show(this.jump, this.sameStep !== undefined);
    setText(this.rule, rule === undefined ? '' : texts.get('label.rule', { id: rule }));
    show(this.rule, rule !== undefined);
    show(this.reason, note !== undefined || rule !== undefined);
  }

  private showSubAgents(call: CallRow): void {
    const subAgents = this.page.startedBy(call);
    this.subAgents.set(subAgents.map((session) => [session.session, session]));
    show(this.subAgentList, subAgents.length > 0);
  }

  /** Returns the input that is shown. */
  private showTexts(call: CallRow, index: number): string {
    const { callTexts, texts } = this.page;
    const whole = this.input.wantsWhole || this.output.wantsWhole;
    const known = whole || index < EAGER_CALLS ? callTexts.of(call, whole) : undefined;
    const input = known?.input ?? preview(call.input === '' ? call.title : call.input);
    this.input.set(input);
    this.output.set(known?.output ?? preview(call.output));
    show(this.output.element, call.outcome !== 'running');
    const missing = isCut(call.input) || isCut(call.output) ? known?.missing : undefined;
    setText(
      this.missing,
      missing === undefined
        ? ''
        : texts.get(missing === 'unreadable' ? 'label.notRead' : 'label.notKept'),
    );
    show(this.missing, missing !== undefined);
    return input.text;
  }

  /** The title in full, unless the file or the input says the same. */
  private showTitle(call: CallRow, input: string): void {
    const title = oneLine(call.title);
    setText(this.title, title);
    show(
      this.title,
      title !== '' &&
        fileOfCall(call)?.path !== call.title &&
        !oneLine(input, 4000).includes(title.replace(/…$/, '')),
    );
  }

  private showFile(call: CallRow): void {
    const file = fileOfCall(call);
    const path = oneLine(file?.path ?? '', 400);
    setText(
      this.file,
      file === undefined
        ? ''
        : this.page.texts.get(file.changes ? 'action.openChanges' : 'action.openFile', { path }),
    );
    show(this.file, file !== undefined);
  }
}

/** What the row itself holds, until the host has answered. */
function preview(text: string): ShownText {
  return { text, kept: text.length, length: text.length };
}

function isCut(text: string): boolean {
  return text.endsWith('…') || /\n… \d+ characters …\n/.test(text);
}
