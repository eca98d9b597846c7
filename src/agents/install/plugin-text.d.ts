/** Bundled as text: the plugin runs in the agent, not in VS Code. */
declare module '*.plugin.js' {
  const text: string;
  export default text;
}

/** Bundled as text: it runs in a process of its own. */
declare module '*.script.js' {
  const text: string;
  export default text;
}
