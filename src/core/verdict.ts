/** Findings and signals together: `watch` is an early warning and only shown, `stalled` is acted on, `waiting` stands for itself. */
export const levels = ['watch', 'stalled', 'waiting'] as const;
export type Level = (typeof levels)[number];
