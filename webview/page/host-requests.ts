/** What the page requests of the host for the selected session. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { FromPage, Lesson, PageCommand } from '../../src/protocol/view.js';
import type { RowFile } from '../timeline/row-file.js';

export class HostRequests {
  constructor(
    private readonly post: (message: FromPage) => void,
    private readonly selected: () => SessionDetail | undefined,
  ) {}

  command(
    command: PageCommand,
    more: { intervention?: string; steps?: number; text?: string } = {},
  ): void {
    const session = this.selected()?.session;
    this.post({
      type: 'command',
      command,
      ...(session === undefined ? {} : { session }),
      ...more,
    });
  }

  /** Requests what an answer to the current verdict would change. */
  previewAnswer(answer: Lesson['answer']): void {
    const selected = this.selected();
    if (selected?.verdict !== undefined) {
      this.post({
        type: 'teach',
        session: selected.session,
        verdict: selected.verdict.id,
        answer,
        sure: false,
      });
    }
  }

  copyOfCall(call: number, what: 'command' | 'result'): void {
    const session = this.selected()?.session;
    if (session !== undefined) {
      this.post({ type: 'copy', session, call, what });
    }
  }

  /** `line`: 1-based. */
  openFile({ path, changes }: RowFile, line?: number): void {
    const session = this.selected()?.session;
    if (session !== undefined) {
      this.post({ type: 'open', session, path, changes, ...(line === undefined ? {} : { line }) });
    }
  }
}

export type Shortcut = 'force' | 'guide' | 'snooze' | 'next' | 'help';

/** The page's single-key shortcuts: they work wherever the focus is, except while text is typed or a dialog is open. */
export function readShortcut(event: KeyboardEvent): Shortcut | undefined {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if (
    hasModifier ||
    event.repeat ||
    isTextInput(event.target) ||
    document.querySelector('dialog[open]') !== null
  ) {
    return undefined;
  }
  switch (event.key.toLowerCase()) {
    case 'f':
      return 'force';
    case 'g':
      return 'guide';
    case 's':
      return 'snooze';
    case 'n':
      return 'next';
    case '?':
      return 'help';
    default:
      return undefined;
  }
}

function isTextInput(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
