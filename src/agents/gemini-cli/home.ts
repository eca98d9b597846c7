/** What Gemini CLI calls itself, known before any session. */
export const AGENT_ID = 'gemini-cli';
/** Names the session to its hooks, whose parent process is the agent's own. Their stdin is cut at about 146 KB once the hook has ended. */
export const SESSION_VARIABLE = 'GEMINI_SESSION_ID';
