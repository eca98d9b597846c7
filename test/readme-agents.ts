/** The agents' lines in the README, from their definitions: `npm run manifest` writes them, and a unit test compares them. */
import type { AgentDefinition } from '../src/agents/definition.js';

/** @returns the README with the lines of these agents in place of those that it has. */
export function withAgents(readme: string, agents: readonly AgentDefinition[]): string {
  const rows = agents.flatMap(({ name, readme: { row, more = [] } }) => [[name, ...row], ...more]);
  const relay = agents.flatMap(({ readme: { relay: cells } }) => (cells ? [cells] : []));
  const notes = agents.flatMap(({ readme: { note } }) => (note === undefined ? [] : `- ${note}`));
  return [
    { mark: 'agents', lines: rows.map(tableRow) },
    { mark: 'relay', lines: relay.map(tableRow) },
    { mark: 'notes', lines: notes },
  ].reduce((text, { mark, lines }) => between(text, mark, lines), readme);
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Replaces what stands behind the head of the table, or behind the first mark, up to the second. */
export function between(text: string, mark: string, lines: readonly string[]): string {
  const [, before, , after] =
    new RegExp(
      `^([^]*<!-- ${mark}: [^>]*-->\\n\\n(?:\\|[^\\n]*\\n\\|[-|]+\\n)?)([^]*)(\\n<!-- /${mark} -->[^]*)$`,
    ).exec(text) ?? [];
  if (before === undefined || after === undefined) {
    throw new Error(`there are no marks "${mark}"`);
  }
  return `${before}${lines.join('\n')}\n${after}`;
}
