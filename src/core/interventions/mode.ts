/** Whether a stall is only shown, asked about, or acted on. */
export const modes = ['observe', 'ask', 'auto'] as const;
export type Mode = (typeof modes)[number];
