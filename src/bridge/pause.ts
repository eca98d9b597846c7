/** A wait that can be cut short. One at a time. */
export class Pause {
  private end: () => void = () => undefined;

  /** Resolves after `ms` milliseconds, or once cut short. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        resolve();
      }
      this.end = done;
    });
  }

  cutShort(): void {
    this.end();
  }
}
