/** Secrets in the forms in which they occur are shown nowhere; texts that only look alike stay as they are. */
import assert from 'node:assert/strict';
import { EventRedactor } from '../../../src/core/recorded/redact-events.js';
import { redact, REDACTED } from '../../../src/core/redact.js';
import { inputText } from '../../../src/core/view/full-text.js';
import type { JsonObject } from '../../../src/core/events.js';
import { contains, lacks } from '../../contains.js';
import { itInAll } from '../../tier.js';
import { harmless, made, placed, surroundings, tokens, type Sample } from './secret-samples.js';

const byShape: readonly Sample[] = Object.entries(tokens).map(([what, token]) => [
  what,
  `a ${token} b`,
  token,
]);

function exportedOutput(output: string): string {
  const event = new EventRedactor().redact({
    v: 1,
    type: 'tool.result',
    session: 's',
    call: '1',
    ok: true,
    output,
  });
  return event.type === 'tool.result' ? (event.output ?? '') : '';
}

describe('secrets', () => {
  const table = [...byShape, ...placed];
  it('are tried in at least 120 forms, next to at least 60 look-alikes', () => {
    assert.ok(table.length >= 120, String(table.length));
    assert.ok(harmless.length >= 60, String(harmless.length));
    assert.equal(new Set(table.map(([what]) => what)).size, table.length);
    for (const [what, text, secret] of table) {
      assert.ok(text.includes(secret) || what === 'a service account', what);
    }
  });

  for (const [what, text, secret] of table) {
    it(`are not shown: ${what}`, () => {
      const shown = redact(text);
      lacks(shown, secret);
      contains(shown, REDACTED);
      assert.equal(redact(shown), shown, 'what is masked stays as it is');
      const exported = exportedOutput(text);
      lacks(exported, secret);
      contains(exported, '«secret-1»');
    });
  }

  for (const [where, around] of Object.entries(surroundings)) {
    it(`of known services are not shown ${where}`, () => {
      for (const [what, token] of Object.entries(tokens)) {
        lacks(redact(around(token)), token, what);
      }
    });
  }

  it('keep what surrounds them', () => {
    const value = made(24);
    for (const [text, expected] of [
      [`curl -u me:${value} https://a.org`, `curl -u me:${REDACTED} https://a.org`],
      [`DB_PASS=${value}! run`, `DB_PASS=${REDACTED} run`],
      [`tool --password "a b ${value}" run`, `tool --password "${REDACTED}" run`],
      [`redis://:${value}@cache/0`, `redis://:${REDACTED}@cache/0`],
      [`Authorization: token ${value}`, `Authorization: token ${REDACTED}`],
      [`Cookie: a=b; sid=${value}`, `Cookie: a=b; sid=${REDACTED}`],
      [`{\\"token\\":\\"${value}\\"}`, `{\\"token\\":\\"${REDACTED}\\"}`],
      [`echo ${value} | sudo -S ls`, `echo ${REDACTED} | sudo -S ls`],
      [`htpasswd -b f me ${value}; ls`, `htpasswd -b f me ${REDACTED}; ls`],
      [`db:5432:app:me:${value}\nb`, `db:5432:app:me:${REDACTED}\nb`],
      [`to me:${value}@db:5432/app`, `to me:${REDACTED}@db:5432/app`],
      [`login me password ${value}\nmachine`, `login me password ${REDACTED}\nmachine`],
    ] as const) {
      assert.equal(redact(text), expected);
    }
  });

  it('have the same length in an export', () => {
    for (const [what, text, secret] of table) {
      assert.equal(exportedOutput(text).length, text.length, `${what} ${secret.length}`);
    }
  });

  it('are found by the names of fields and by options in lists', () => {
    const value = 'opaque and long';
    const inputs: readonly JsonObject[] = [
      { user: 'me', DB_PASS: value },
      { user: 'me', headers: { Cookie: value, 'X-Api-Key': value } },
      { user: 'me', accountKey: value, nested: [{ clientSecret: value }] },
      { argv: ['tool', '--password', value], user: 'me' },
    ];
    for (const input of inputs) {
      lacks(redact(inputText(input)), value);
      const event = new EventRedactor().redact({
        v: 1,
        type: 'tool.call',
        session: 's',
        call: '1',
        tool: 'Any',
        input,
      });
      lacks(JSON.stringify(event), value);
      contains(JSON.stringify(event), '"me"');
    }
  });

  itInAll('are found in linear time, also in hostile texts of 250 KB', () => {
    const units = [
      'password=',
      'password="',
      "token:'",
      'DB_PASS=\\"',
      '--password ',
      '<password>',
      'Cookie: ',
      'Cookie: a=b;',
      'curl -u ',
      'curl -u a:',
      'http ',
      'mysql -',
      'mysql -p',
      'docker login ',
      'sshpass -p"',
      'login me ',
      'name: ',
      'name=a.a.',
      'key=password value',
      "password '",
      'machine ',
      'login password ',
      'x://y:',
      '://',
      'a@://:',
      'eyJ' + 'aaaaaaaaa.',
      'eyJ' + 'aaaaaaaaa-',
      'eyJ',
      'sk-',
      'sk-a-',
      'ghp_',
      'M'.repeat(25) + '.',
      'a',
      'a.',
      'a_',
      'Q~',
      '7Q~',
      'dp.st.',
      'xoxb-',
      '-----BEGIN PRIVATE KEY-----',
      '-----BEGIN A ',
      '-----END PRIVATE KEY',
      '-----END ',
      'A\n',
      'Bearer ',
      '1//0',
      ':AA',
      '1234567890:AA',
      '\\',
      'token\\\\\\\\',
      'auth',
      '_key',
      'secret_access_',
      '/api/webhooks/1/',
      'hooks.slack.com/services/',
      'a:b1@',
      'a:b1@c.',
      'me:hunter2@',
      'me:',
      '-x a:',
      'HTTP_PROXY=',
      'db:5432:',
      'db:5432:a:b:',
      '*:*:*:',
      'echo a ',
      'echo a | ',
      'echo a | sudo ',
      "printf '%s' ",
      'sudo -S ',
      'sudo - <<<',
      'htpasswd -b ',
      'htpasswd -b a b c ',
      'htpasswd -a ',
      'Basic ',
      'Basic dXNl',
      `${'Ab1'.repeat(21)}Z\n`,
      'MIIEowIBAAKCAQEA',
      'password: |\n  a',
      'password: >-\n',
      '"sensitive": true, "value": "',
      'wpa_passphrase a b',
      'psk="',
      '://aaaaaaaaaaaaaaaaaaaaaaa',
      'PASS=a&',
      'Private-Lines: 1\n',
      'client-key-data: ',
      'MT'.repeat(12) + '.',
    ];
    const cost = (unit: string, length: number): number => {
      const began = process.cpuUsage();
      redact(unit.repeat(Math.ceil(length / unit.length)));
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    for (const unit of units) {
      // the first run compiles, and any may be one in which memory is freed
      const least = (length: number): number =>
        Math.min(...[1, 2, 3].map(() => cost(unit, length)));
      // what is quadratic takes a second; below, a ratio would only measure the machine
      if (cost(unit, 250_000) >= 100) {
        const whole = least(250_000);
        const ratio = whole / least(62_500);
        console.log(
          `        ${JSON.stringify(unit)}: ${Math.round(whole)} ms, ${ratio.toFixed(1)} × a quarter`,
        );
        assert.ok(ratio < 9, `${unit}: ${ratio.toFixed(1)} times as long for four times the text`);
      }
    }
  });
});

describe('what only looks like a secret', () => {
  for (const text of harmless) {
    it(`stays: ${text.slice(0, 70)}`, () => {
      assert.equal(redact(text), text);
    });
  }
});
