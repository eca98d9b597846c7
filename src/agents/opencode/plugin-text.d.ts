/** Taken in as text by the bundler: it runs in the agent, not here. */
declare module '*.plugin.js' {
  const text: string;
  export default text;
}
