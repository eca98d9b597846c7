/** The README's example for a program of your own, run as it stands. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { admit } from '../../../src/bridge/requests/event-batch.js';
import { skip } from '../../skip.js';

const token = 'f0e1d2c3'.repeat(8);

describe('the README’s example of a request', () => {
  const readme = readFileSync('README.md', 'utf8');
  const example = /^```\n(curl [^]*?)^```$/m.exec(readme)?.[1] ?? '';
  let dir = '';

  before(function () {
    if (process.platform === 'win32') {
      skip(this, 'it is for a POSIX shell');
    }
  });
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'turnwatch-readme-'));
    writeFileSync(join(dir, 'token'), `${token}\n`, { mode: 0o600 });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  for (const shell of ['sh', 'bash']) {
    it(`arrives from ${shell} whole, with the token, which no process has in its arguments`, async () => {
      let authorization: string | undefined;
      let body = '';
      let processes: string[] = [];
      const server = createServer((request, response) => {
        authorization = request.headers.authorization;
        request.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk;
        });
        request.on('end', () => {
          // while the program still waits for its answer
          const listed = execFileSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' });
          processes = listed
            .split('\n')
            .filter((line) => line.includes(`:${port}/`) || line.includes(token));
          response.end('{"decision":"continue"}');
        });
      });
      const port = await new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
      const url = `http://127.0.0.1:${port}/v1/events`;
      try {
        const { stdout, stderr } = await promisify(execFile)(shell, ['-c', example], {
          env: {
            PATH: process.env['PATH'],
            HOME: dir,
            TURNWATCH_URL: url,
            TURNWATCH_TOKEN_FILE: join(dir, 'token'),
            // a proxy must not get the token either
            http_proxy: 'http://127.0.0.1:1',
          },
          timeout: 30_000,
        });
        assert.deepEqual([stdout, stderr], ['{"decision":"continue"}', '']);
      } finally {
        server.closeAllConnections();
        server.close();
      }
      assert.equal(authorization, `Bearer ${token}`);
      const events = body
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      assert.equal(events.length, 8);
      for (const event of events) {
        assert.ok('event' in admit(event, Date.now()), JSON.stringify(event));
      }
      assert.deepEqual(processes, [`curl -s --noproxy * -H @/dev/fd/3 --data-binary @- ${url}`]);
    });
  }
});
