/** What Qwen Code calls itself, known before any session. */
export const AGENT_ID = 'qwen-code';
/** Names the session to its hooks, whose parent process is the agent's own. Their stdin is cut at about 146 KB once the hook has ended. */
export const SESSION_VARIABLE = 'QWEN_CODE_SESSION_ID';
