/** The extension in a real VS Code: it activates by itself and its view opens. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION_ID } from '../../src/ids.js';
import { connect, untilDeadline, type Editor } from './window.js';

describe('activation', () => {
  let editor: Editor | undefined;
  after(async () => { await editor?.disconnect(); });

  it('activates without being asked', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION_ID);
    assert.ok(extension);
    await untilDeadline(10_000, () => extension.isActive ? Promise.resolve() : Promise.reject(new Error('not active')));
    await extension.activate(); // rejects if it failed: VS Code calls that active too
  });

  it('shows its page in the side bar', async () => {
    editor = await connect(Number(process.env.TURNWATCH_CDP));
    const [window] = editor.windows();
    assert.ok(window);
    await window.reveal();
    const view = await window.view();
    // Its texts come with the host's first message, after the page has said that it is ready.
    await view.waitForFunction(() => document.body.innerText.trim() !== '', undefined, { timeout: 10_000 });
  });
});
