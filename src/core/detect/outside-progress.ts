/** Progress outside the agent's calls since its last step. A step that is judged again, because it was reopened, keeps its own. */
import type { WorkspaceChange } from '../turns/turn-fact.js';
import type { Message } from '../view/words/wording.js';

export class OutsideProgress {
  private since: Message | undefined;
  private before: Message | undefined;

  /** Whether there was any since the last step. */
  get isAny(): boolean {
    return this.since !== undefined;
  }

  see({ progress, what }: WorkspaceChange): void {
    if (progress) {
      this.since = what;
    }
  }

  /** What there was since the step before. The next step begins with none. */
  takeForStep(again: boolean): Message | undefined {
    const what = this.since ?? (again ? this.before : undefined);
    this.before = what;
    this.since = undefined;
    return what;
  }

  clear(): void {
    this.since = this.before = undefined;
  }
}
