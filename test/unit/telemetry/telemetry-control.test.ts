/** A window exports while its settings name an address, and only then. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { TelemetryControl } from '../../../src/host/live/telemetry-control.js';
import { readSettings, type Settings } from '../../../src/host/settings.js';
import { settings } from '../../../src/ids.js';
import { newWatch, type Watch } from '../support/watch.js';
import { OtlpReceiver } from './otlp-receiver.js';
import { MARKER, end, stalledStory } from './told.js';

/** The settings as they are read where these two are set. */
function readWith(endpoint: unknown, names?: unknown): Settings {
  const values: Record<string, unknown> = {
    [settings.otlpEndpoint]: endpoint,
    [settings.otlpRepositoryNames]: names,
  };
  return readSettings({ get: (id) => values[id], inspect: () => undefined });
}

class Window {
  otlp = readWith('').otlp;
  readonly logged: string[] = [];
  readonly control: TelemetryControl;
  private turns = 0;
  private readonly watch: Watch = newWatch({
    onFact: (session, fact) => this.control.turns.onFact(session, fact),
  });

  constructor() {
    this.control = new TelemetryControl({
      clock: Date,
      log: {
        info: (line: string) => this.logged.push(line),
        error: (what: string, error: unknown) => assert.fail(`${what}: ${String(error)}`),
      },
      settings: { current: this },
      sessions: this.watch.sessions,
      ends: this.watch.views.ends,
      trees: { findRepository: () => 'project' },
    });
  }

  set(endpoint: unknown, names?: boolean): void {
    this.otlp = readWith(endpoint, names).otlp;
    this.control.settingsChanged();
  }

  turn(): void {
    const from = Date.now() + 1000 + 10_000 * this.turns++;
    const events: TurnEvent[] = [...stalledStory(from).events, end('completed', from + 7000)];
    for (const event of events) {
      this.control.turns.onEvent(event);
      const { verdicts, cleared } = this.watch.push(event, Date.now());
      this.control.turns.onVerdicts(verdicts, cleared);
    }
  }
}

describe('the telemetry of a window', () => {
  it('sends nothing until an address is set, then each turn, and nothing once it is taken away', async () => {
    const receiver = await OtlpReceiver.start();
    try {
      const window = new Window();
      window.turn();
      await window.control.stop();
      assert.equal(receiver.received, '');

      window.set(receiver.url);
      window.turn();
      window.set(receiver.url, true);
      await window.control.stop();
      assert.equal(receiver.spans.length, 1);

      window.set('');
      window.turn();
      await window.control.stop();
      assert.equal(receiver.spans.length, 1);
      assert.equal(receiver.received.includes(MARKER), false);
      assert.deepEqual(window.logged, []);
    } finally {
      await receiver.close();
    }
  });

  it('takes only addresses of http, and hashes names unless it is told not to', () => {
    for (const value of [undefined, '', '  ', 3]) {
      assert.deepEqual(readWith(value).otlp, { endpoint: undefined, repositoryNames: false });
      assert.deepEqual(readWith(value).problems, []);
    }
    for (const value of ['localhost:4318', 'file:///etc/passwd', 'http://', 'grpc://x:1']) {
      const { otlp, problems } = readWith(value);
      assert.equal(otlp.endpoint, undefined, value);
      assert.deepEqual(problems, [
        `${settings.otlpEndpoint}: not an address such as http://localhost:4318`,
      ]);
    }
    assert.deepEqual(readWith('https://otel.example:4318', true).otlp, {
      endpoint: 'https://otel.example:4318',
      repositoryNames: true,
    });
  });
});
