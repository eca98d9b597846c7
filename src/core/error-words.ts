/** Reads a thrown value of any type. */

/** The system's code, such as `ENOENT`. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** One sentence, for the person. */
export function readErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** With the stack where there is one, for the log. */
export function readErrorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
