/** Bundled as text: it runs in the agent, not here. */
declare module '*.plugin.js' {
  const text: string;
  export default text;
}
