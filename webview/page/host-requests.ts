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
