/** The program. Rejects with `Unavailable` where there is none. */
export function prometheus(): Promise<string>;
