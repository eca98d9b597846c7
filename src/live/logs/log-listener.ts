/** Hears what the agents' session logs tell. */
export interface LogListener {
  /** The log of this session is read: it told something. */
  logRead?(session: string, file: string): void;
  /** It shows that a call ended at `at`: its hooks tell of it by then, too. */
  resultRead?(session: string, at: number): void;
}
