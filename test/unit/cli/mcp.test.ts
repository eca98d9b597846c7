/** `turnwatch mcp` as installed from the packed file: what it answers of logs that grow, and how it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isObject, parseJsonObject } from '../../../src/core/json.js';
import { codexLog, copilotLog } from '../readers/support/session-logs.js';
import { Installed } from './installed.js';

describe('turnwatch mcp, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
  });
  after(() => installed.remove());

  it('answers with the turn of the folder, not with one elsewhere, and ends with its client', async () => {
    const [log, elsewhere] = [codexLog(), copilotLog()];
    installed.write(elsewhere, elsewhere.begin('/elsewhere') + elsewhere.step(0));
    installed.write(log, log.begin(installed.work));
    for (let n = 0; n < 8; n++) {
      installed.write(log, log.step(n));
    }
    const server = spawn(installed.program, ['mcp'], { cwd: installed.work, env: installed.env });
    const ended = new Promise((end) => server.once('exit', end));
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object = {}): Promise<unknown> => {
      server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value } = await lines.next();
      return parseJsonObject(String(value))?.['result'];
    };
    try {
      const greeting = await ask(1, 'initialize', { clientInfo: { name: 'codex-mcp-client' } });
      assert.ok(isObject(greeting) && isObject(greeting['serverInfo']));
      assert.equal(greeting['serverInfo']['name'], 'turnwatch');
      const called = await ask(2, 'tools/call', { name: 'turn_status' });
      const text = /"text":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(called))?.[1] ?? '""';
      const status = parseJsonObject(String(JSON.parse(text)));
      assert.deepEqual(
        [status?.['session'], status?.['agent'], status?.['state'], status?.['steps']],
        [log.session, 'Codex', 'stalled', 8],
        JSON.stringify(called),
      );
    } finally {
      server.stdin.end();
    }
    assert.equal(await ended, 0);
  });
});
