// The sample window's end of the link to `npm start`: reports Turnwatch's state, and carries out commands.
import * as vscode from 'vscode';

const EVERY_MS = 200;
/** After this many calls without an answer, `npm start` is gone. */
const GIVE_UP = 10;

export function activate(context) {
  const link = process.env.TURNWATCH_SAMPLE_LINK;
  if (!link) {
    return;
  }
  let over = false;
  context.subscriptions.push({
    dispose: () => {
      over = true;
    },
  });
  void follow(link, () => over);
}

async function follow(link, over) {
  const turnwatch = vscode.extensions.getExtension('turnwatch.turnwatch');
  const api = await turnwatch?.activate();
  if (!api) {
    await post(link, { failed: 'Turnwatch did not activate in this window' });
    return;
  }
  await vscode.commands.executeCommand('turnwatch.showTimeline');
  for (
    let missed = 0;
    missed < GIVE_UP && !over();
    await new Promise((later) => setTimeout(later, EVERY_MS))
  ) {
    const asked = await post(link, { shown: api.snapshot(), host: process.pid }).catch(
      () => undefined,
    );
    missed = asked === undefined ? missed + 1 : 0;
    if (asked?.play) {
      await vscode.commands.executeCommand('turnwatch.openRecordedRun', {
        file: vscode.Uri.file(asked.play.file),
        pace: asked.play.pace,
      });
    }
    if (asked?.set) {
      await vscode.workspace
        .getConfiguration()
        .update(asked.set.key, asked.set.value, vscode.ConfigurationTarget.Global);
    }
    if (asked?.terminal) {
      vscode.window
        .createTerminal({
          ...asked.terminal,
          location: vscode.TerminalLocation.Editor,
          isTransient: true,
        })
        .show(true);
    }
    if (asked?.recording) {
      await post(link, { recording: (await api.recording()) ?? '' });
    }
    if (asked?.close) {
      break;
    }
  }
  // A desktop window outlives whoever opened it; a page has no window of its own to close.
  if (!over() && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.commands.executeCommand('workbench.action.quit');
  }
}

async function post(link, message) {
  const answer = await fetch(link, {
    method: 'POST',
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(2000),
  });
  return answer.json();
}
