/** The counts are offered to programs of this machine: no web page reads them, under whatever name it comes here. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { prometheusReader } from '../../../src/telemetry/prometheus.js';
import { freePort } from './port-of.js';

describe('the counts for Prometheus', () => {
  it('are told to programs of this machine, and to no web page', async () => {
    const port = await freePort();
    const meters = new MeterProvider({ readers: [await prometheusReader(port)] });
    const ask = (headers: Record<string, string>, path = '/metrics'): Promise<unknown> =>
      new Promise((resolve, reject) => {
        get({ host: '127.0.0.1', port, path, headers, agent: false }, (answer) => {
          resolve(answer.resume().statusCode);
        }).on('error', reject);
      });
    const own = `127.0.0.1:${port}`;
    assert.equal(await ask({ host: own }), 200);
    assert.equal(await ask({ host: `localhost:${port}` }), 200);
    assert.equal(await ask({ host: own }, '/other'), 404);
    for (const headers of [
      { host: 'evil.example' },
      { host: `evil.example:${port}` },
      { host: `127.0.0.1:${port + 1}` },
      { host: own, origin: 'http://a.example' },
      { host: own, origin: `http://${own}` },
    ]) {
      assert.equal(await ask(headers), 403, JSON.stringify(headers));
    }
    await meters.shutdown();
  });
});
