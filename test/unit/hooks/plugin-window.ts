/** A window that plugins ask, and a stranger at the port that the client's file names beside its socket, whom nobody may ask. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pluginText } from '../../../src/agents/install/plugin-file.js';
import { contains } from '../../contains.js';
import { PATIENT_MS } from '../support/patient.js';

export class AskedWindow {
  readonly folder = mkdtempSync(join(tmpdir(), 'turnwatch "plugin" '));
  readonly told: Record<string, unknown>[] = [];
  /** As requests name them. */
  readonly processes = new Set<unknown>();
  answer: (told: Record<string, unknown>) => string = () => '';
  status = 200;
  /** It answers nothing. */
  holds = false;
  /** It keeps those who wait for the person. */
  holdsNext = true;
  private waiting: ServerResponse | undefined;
  private strangers = 0;
  private loaded = 0;
  private readonly server: Server = createServer((request, response) => {
    let body = '';
    request
      .on('data', (chunk: Buffer) => {
        body += chunk.toString();
      })
      .on('end', () => {
        const prompt = request.headers['x-turnwatch-prompt'];
        const parsed = JSON.parse(body) as Record<string, unknown>;
        this.processes.add(request.headers['x-turnwatch-process']);
        this.told.push({
          ...parsed,
          header: request.headers['x-turnwatch-agent'],
          authorization: request.headers.authorization,
          url: request.url,
          ...(prompt !== undefined && { prompt }),
        });
        if (prompt !== undefined && this.holdsNext) {
          this.waiting = response;
        } else if (!this.holds) {
          response.writeHead(this.status).end(this.answer(parsed));
        }
      });
  });
  private readonly stranger: Server = createServer((_request, response) => {
    this.strangers += 1;
    response.end('{"deny":"by a stranger"}');
  });

  async open(): Promise<void> {
    await new Promise<void>((ready) => {
      this.server.listen(join(this.folder, 'hook.sock'), ready);
    });
    await new Promise<void>((ready) => {
      this.stranger.listen(0, '127.0.0.1', ready);
    });
  }

  /** Before each test. */
  begin(): void {
    this.told.length = 0;
    this.answer = () => '';
    this.status = 200;
    this.holds = false;
    this.holdsNext = true;
    this.listen();
  }

  /** What the person has said meanwhile. */
  release(answer: string): void {
    this.waiting?.writeHead(200).end(answer);
  }

  /** Who waited for the person has gone. */
  async left(): Promise<void> {
    await (this.waiting === undefined ? undefined : once(this.waiting, 'close'));
  }

  close(): void {
    assert.equal(this.strangers, 0, 'nobody but the window is ever asked');
    assert.deepEqual(
      [...this.processes],
      [String(process.pid)],
      'the agent’s own process is named',
    );
    this.server.close();
    this.server.closeAllConnections();
    this.stranger.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes the client's file. */
  listen(socket = 'hook.sock'): void {
    const address = this.stranger.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const lines = [
      `url = "http://127.0.0.1:${port}/v1/hook"`,
      ...(socket === ''
        ? []
        : [`unix-socket = "${join(this.folder, socket).replace(/["\\]/g, '\\$&')}"`]),
      `header = "Authorization: Bearer ${'a'.repeat(64)}"`,
      'max-time = "0.9"\n',
    ];
    writeFileSync(join(this.folder, 'hook.curl'), lines.join('\n'));
  }

  /** A plugin as an agent loads it. These tests are not about the limit: a machine that stood still would silence the plugin for a while. */
  async load(
    template: string,
    agent: { id: string; name: string },
    limitMs = PATIENT_MS,
  ): Promise<unknown> {
    const file = join(this.folder, `plugin-${(this.loaded += 1)}.mjs`);
    const text = pluginText(template, agent, this.folder).replace(
      /(?<=^const LIMIT_MS = )900(?=;$)/m,
      String(limitMs),
    );
    contains(text, `LIMIT_MS = ${limitMs};`);
    writeFileSync(file, text);
    return import(pathToFileURL(file).href);
  }
}
