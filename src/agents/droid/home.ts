/** What Droid calls itself. */
export const AGENT_ID = 'droid';
