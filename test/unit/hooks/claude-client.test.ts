import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createRaw, type AddressInfo, type Server as RawServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookCommand } from '../../../src/agents/claude-code/answer.js';
import { CLIENT_CONFIG } from '../../../src/agents/install/hook-names.js';
import { printAnswer } from '../../../src/agents/install/answer-table.js';
import { patientHook } from '../support/patient.js';

interface Run {
  code: number | null;
  signal: string | null;
  stdout: string;
  stderr: string;
}

/** Runs the hook as an agent does: a shell, the payload on standard input. `closed`: the agent reads none of its output. */
function run(
  command: string,
  input: string | Buffer,
  env: NodeJS.ProcessEnv = process.env,
  shell = '/bin/sh',
  closed = false,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(shell, ['-c', command], { env });
    let [stdout, stderr] = ['', ''];
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
    });
    if (closed) {
      child.stdout.destroy();
    } else {
      child.stdout.on('data', (data: Buffer) => {
        stdout += data.toString();
      });
    }
    child.stdin.on('error', () => undefined); // a hook need not read: EPIPE
    child.on('error', reject);
    child.on('close', (code, signal) => {
      resolve({ code, signal, stdout, stderr });
    });
    child.stdin.end(input);
  });
}
/** An answer of one of the forms. */
const stop = (stopReason: string): string => printAnswer({ continue: false, stopReason });

function silent(result: Run, text = ''): void {
  assert.deepEqual(result, { code: 0, signal: null, stdout: text, stderr: '' });
}

type Handler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => void;

async function listen(server: Server | RawServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

describe('Claude Code hook command', () => {
  let folder = '';
  const servers: (Server | RawServer)[] = [];

  async function serve(handler: Handler): Promise<number> {
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        handler(request, Buffer.concat(parts), response);
      });
    });
    servers.push(server);
    return listen(server);
  }
  async function configure(port: number): Promise<void> {
    await fs.writeFile(
      join(folder, CLIENT_CONFIG),
      `url = "http://127.0.0.1:${port}/v1/hook"\nheader = "Authorization: Bearer s3cret"\nmax-time = "0.9"\nnoproxy = "*"\n`,
      { mode: 0o600 },
    );
  }
  beforeEach(async () => {
    folder = join(
      await fs.mkdtemp(join(tmpdir(), 'turnwatch-client-')),
      `it's "a" $HOME \`x\` \u00e4\u65e5 folder`,
    );
    await fs.mkdir(folder);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      if ('closeAllConnections' in server) {
        server.closeAllConnections();
      }
      server.close();
    }
    await fs.rm(join(folder, '..'), { recursive: true, force: true });
  });

  const patient = (): string => patientHook(hookCommand(folder));

  for (const shell of ['/bin/sh', '/bin/bash']) {
    it(`posts the payload and prints the answer (${shell})`, async () => {
      let seen:
        | {
            url: string | undefined;
            token: string | undefined;
            agent: unknown;
            process: unknown;
            body: string;
          }
        | undefined;
      await configure(
        await serve((request, body, response) => {
          seen = {
            url: request.url,
            token: request.headers.authorization,
            agent: request.headers['x-turnwatch-agent'],
            process: request.headers['x-turnwatch-process'],
            body: body.toString(),
          };
          response.end(`${stop("it's %s \\n $HOME \u00e4")}\n`);
        }),
      );
      silent(
        await run(patient(), '{"p":"\u00e4\\n"}\n', process.env, shell),
        stop("it's %s \\n $HOME \u00e4"),
      );
      assert.deepEqual(seen, {
        url: '/v1/hook',
        token: 'Bearer s3cret',
        agent: 'claude-code',
        process: String(process.pid),
        body: '{"p":"\u00e4\\n"}\n',
      });
    });
  }

  it('prints nothing for an empty answer', async () => {
    await configure(
      await serve((_request, _body, response) => {
        response.writeHead(204).end();
      }),
    );
    silent(await run(patient(), '{}'));
  });

  it('carries 5 MB byte for byte in a single round trip', async () => {
    const payload = Buffer.alloc(5 * 1024 * 1024, 'a "b"\n\u00e4');
    let same = false;
    let expect: string | undefined = 'unset';
    await configure(
      await serve((request, body, response) => {
        same = body.equals(payload);
        expect = request.headers.expect;
        response.end(stop('x'));
      }),
    );
    silent(await run(patient(), payload), stop('x'));
    assert.ok(same);
    assert.equal(expect, undefined);
  });

  it('is silent when the file is gone, unreadable or a folder', async () => {
    silent(await run(hookCommand(folder), '{}'));
    silent(await run(hookCommand(join(folder, 'gone')), Buffer.alloc(1024 * 1024, 'x')));
    await fs.mkdir(join(folder, CLIENT_CONFIG));
    silent(await run(hookCommand(folder), '{}'));
  });

  it('is silent when the file is broken', async () => {
    await fs.writeFile(join(folder, CLIENT_CONFIG), 'no-such-option = "1"\n\u0000\u0001 url = "');
    silent(await run(hookCommand(folder), '{}'));
  });

  it('gives up after a second when the endpoint hangs before or during its answer, whatever the file says', async () => {
    assert.match(hookCommand(folder), / -m 0\.9 /);
    const server = createRaw((socket) => {
      socket.on('error', () => undefined);
    });
    servers.push(server);
    await configure(await listen(server));
    silent(await run(hookCommand(folder), '{}'));
    const port = await serve((_request, _body, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"half":');
    });
    await fs.writeFile(join(folder, CLIENT_CONFIG), `url = "http://127.0.0.1:${port}/v1/hook"\n`);
    silent(await run(hookCommand(folder), '{}'));
  });

  it('prints only complete JSON objects: no error page, redirect or partial answer', async () => {
    const answers: Handler[] = [
      (_request, _body, response) => {
        response.writeHead(500).end('<html>Internal error</html>');
      },
      (_request, _body, response) => {
        response.writeHead(401).end('{"error":"token"}');
      },
      (_request, _body, response) => {
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end('<html>moved</html>');
      },
      (_request, _body, response) => {
        response.end('<html>a stranger on the port</html>');
      },
      (_request, _body, response) => {
        response.end('hello {}');
      },
      (_request, _body, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"half":1}');
        response.destroy();
      },
    ];
    let count = 0;
    await configure(
      await serve((request, body, response) => {
        answers[count++]?.(request, body, response);
      }),
    );
    for (let i = 0; i < answers.length; i++) {
      silent(await run(patient(), '{}'));
    }
    assert.equal(count, answers.length);
  });

  it('bypasses proxies and the user’s curl settings', async () => {
    let proxied = 0;
    const proxy = await serve((_request, _body, response) => {
      proxied += 1;
      response.end(stop('proxy'));
    });
    const url = `http://127.0.0.1:${proxy}`;
    await fs.writeFile(join(folder, '.curlrc'), `proxy = "${url}"\nverbose\ninclude\n`);
    const port = await serve((_request, _body, response) => {
      response.end(stop('endpoint'));
    });
    // without the file's own noproxy line: the command must do on its own
    await fs.writeFile(join(folder, CLIENT_CONFIG), `url = "http://127.0.0.1:${port}/v1/hook"\n`);
    const env = {
      ...process.env,
      HOME: folder,
      CURL_HOME: folder,
      http_proxy: url,
      HTTP_PROXY: url,
      https_proxy: url,
      ALL_PROXY: url,
      all_proxy: url,
      NO_PROXY: '',
      no_proxy: '',
    };
    silent(await run(patient(), '{}', env), stop('endpoint'));
    assert.equal(proxied, 0);
  });

  it('is silent when the agent does not read its output', async () => {
    await configure(
      await serve((_request, _body, response) => {
        setTimeout(() => {
          response.end(stop('x'.repeat(7000)));
        }, 100);
      }),
    );
    silent(await run(patient(), '{}', process.env, '/bin/sh', true));
  });

  it('starts only curl, and nothing if nobody listens', async () => {
    const [programs, count] = [join(folder, 'programs'), join(folder, 'count')];
    await fs.mkdir(programs);
    await fs.writeFile(
      join(programs, 'curl'),
      `#!/bin/sh\necho once >> "$COUNT"\nprintf '%s' '${stop('x')}'\n`,
      {
        mode: 0o755,
      },
    );
    const env = { PATH: programs, COUNT: count, SHLVL: '1' }; // no other program is found
    silent(await run(hookCommand(folder), '{}', env));
    await assert.rejects(fs.access(count), { code: 'ENOENT' });
    await configure(1);
    silent(await run(hookCommand(folder), '{}', env), stop('x'));
    assert.equal(await fs.readFile(count, 'utf8'), 'once\n');
  });
});
