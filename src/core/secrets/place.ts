/** Where a secret stands: what precedes it tells that it is one. */
export interface Place {
  /** One of these must occur: a cheap check that rules out most texts. */
  has: readonly string[];
  /** The same where a fixed text rules out too few. */
  quick?: RegExp;
  /** What precedes the secret, and the secret. */
  place: RegExp;
  /** Without it, every text in this place is one, unless it is only a reference. */
  accepts?: (secret: string) => boolean;
}
