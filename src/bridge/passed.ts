/** Hooks that one window has passed on to another: whether the answer reached the agent is told later, by who passed it on. */

export const OUTCOME_PATH = '/v1/outcome';
/** The hook's id among those passed on. */
export const PASSED_HEADER = 'x-turnwatch-passed';
export const DELIVERED_HEADER = 'x-turnwatch-delivered';

const MOST_AWAITED = 1000;

export class PassedOutcomes {
  private readonly awaiting = new Map<string, (delivered: boolean) => void>();

  /** `limitMs`: after that, the answer counts as not delivered. */
  constructor(private readonly limitMs: number) {}

  awaited(id: string): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, false), this.limitMs).unref();
      this.awaiting.set(id, (delivered) => {
        clearTimeout(timer);
        resolve(delivered);
      });
      const [oldest] = this.awaiting.keys();
      if (this.awaiting.size > MOST_AWAITED && oldest !== undefined) {
        this.settle(oldest, false);
      }
    });
  }

  settle(id: string, delivered: boolean): void {
    this.awaiting.get(id)?.(delivered);
    this.awaiting.delete(id);
  }
}
