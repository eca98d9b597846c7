/** Where the live watch logs: a window's channel, or standard error. Implementations redact secrets. */
export interface Logger {
  info(text: string): void;
  warn(text: string): void;
  debug(text: string): void;
  /** An unexpected error, with its stack. */
  error(what: string, error: unknown): void;
}
