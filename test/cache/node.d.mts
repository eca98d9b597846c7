/** The program of a Node that is new enough. Rejects with `Unavailable` where there is none. */
export function newNode(): Promise<string>;
