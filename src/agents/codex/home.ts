/** What Codex calls itself. */
export const AGENT_ID = 'codex';
