/** What VS Code's own agent is called here. */
export const AGENT_ID = 'vscode-chat';
