/** The one way to skip a test: with a reason, which is printed and counted. Without one it counts as failed. */

const reasons = new WeakMap<object, string>();

/** Skips the running test, or in a `before` hook the whole suite. */
export function skip(context: Mocha.Context, reason: string): never {
  const running = context.test;
  if (running) {
    reasons.set(
      'type' in running && running.type === 'hook' && running.parent ? running.parent : running,
      reason,
    );
  }
  context.skip();
}

/** The reason given for a test or for a suite around it. */
export function skipReason(test: Mocha.Test): string | undefined {
  for (let at: Mocha.Test | Mocha.Suite | undefined = test; at; at = at.parent) {
    const reason = reasons.get(at);
    if (reason !== undefined) {
      return reason;
    }
  }
  return undefined;
}
