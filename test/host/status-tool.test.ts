/** The tool by which the editor's own agent asks how its turn stands: no other agent's session is told. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { tools } from '../../src/ids.js';
import { Desk } from './harness/desk.js';

describe('the tool that tells how a turn stands', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());

  it('is offered, and tells nothing of another program’s session', async () => {
    assert.ok(vscode.lm.tools.some(({ name }) => name === tools.turnStatus));
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(6);
    await desk.state(agent, 'stalled');
    const { content } = await vscode.lm.invokeTool(tools.turnStatus, {
      input: {},
      toolInvocationToken: undefined,
    });
    assert.deepEqual(
      content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : part)),
      ['{"unknown":"No running turn is seen in this folder, so nothing is known of yours."}'],
    );
  });
});
