/** Starts the model relay as a person does. */
import { untilDeadline } from '../../host/harness/window.js';
import { contains } from '../../contains.js';
import { relayAgents } from '../../../src/host/relay/relay-agents.js';
import type { Scene } from './scene.js';

/** The relay's address for the agent, as the button of its notification copies it. */
export async function relayLines({ window }: Scene, name: string): Promise<string> {
  await window.command('Turnwatch: Start Model Relay for…');
  await window.pick(/Start the model relay for/, name);
  const said = await window.toast(/The model relay listens on/);
  const [, address = ''] = /listens on (http:\/\/\S+?)\. /.exec(said.text) ?? [];
  const known = relayAgents.find((agent) => agent.name === name);
  if (process.env['VSCODE_KIND'] !== 'code-server') {
    // the clipboard of desktop VS Code cannot be read from outside
    await said.dismiss();
    return known?.lines?.(address) ?? `${known?.variable ?? ''}=${address}`;
  }
  const read = (): Promise<string> => window.page.evaluate(() => navigator.clipboard.readText());
  await said.press('Copy');
  return untilDeadline(120_000, async () => {
    const text = await read();
    contains(text, address, 'the clipboard');
    return text;
  });
}
