/** What Cline calls itself. */
export const AGENT_ID = 'cline';
