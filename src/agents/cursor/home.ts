/** What Cursor calls itself. */
export const AGENT_ID = 'cursor';
