export const AGENT_ID = 'codex';
