/** Kilo: what it has of its own; the plugin and its reports are opencode's, and tested there. */
import assert from 'node:assert/strict';
import { isProblem } from '../../../src/agents/agent.js';
import { agentById, findSender } from '../../../src/agents/loaded.js';
import { kilo } from '../../../src/agents/kilo/index.js';
import { installerNamed } from '../support/agents.js';
import { contains, lacks } from '../../contains.js';

const [kiloInstall, openCodeInstall] = [installerNamed('kilo'), installerNamed('opencode')];

const client = { dir: '/home/a/turnwatch' };
const call = {
  session_id: 'ses_1',
  cwd: '/srv/app',
  opencode: 'tool',
  callID: 'c',
  tool: 'suggest',
  input: { suggest: 'Review it?' },
};

describe('Kilo', () => {
  it('gets opencode’s plugin under its own name', () => {
    const [own, others] = [kiloInstall, openCodeInstall].map((each) => each.add('f', '', client));
    assert.ok(own !== undefined && !isProblem(own) && others !== undefined && !isProblem(others));
    contains(own.text, '// X-Turnwatch-Agent: kilo\n');
    contains(own.text, 'const AGENT = "kilo";');
    for (const place of ['{name}', '{header}', '{agent}', '{client}']) {
      lacks(own.text, place);
    }
    contains(others.text, '// X-Turnwatch-Agent: opencode\n');
    assert.deepEqual(
      own.text.split('\n').filter((line) => !others.text.includes(line)),
      [
        '// Turnwatch watches and steers Kilo by this file. Disconnect in VS Code takes it out again.',
        '// X-Turnwatch-Agent: kilo',
        'const AGENT = "kilo";',
      ],
    );
    assert.equal(kiloInstall.status('f', own.text, client), 'installed');
    assert.equal(kiloInstall.status('f', others.text, client), 'outdated');
    assert.deepEqual(kiloInstall.remove('f', own.text), { text: '' });
  });

  it('keeps plugin, database and package in folders of its own', () => {
    const where = { env: {}, home: '/home/a', platform: 'linux' };
    assert.equal(kilo.home(where), '/home/a/.local/share/kilo');
    const [place] = kilo.places?.(where, []) ?? [];
    assert.deepEqual(place?.files, ['/home/a/.config/kilo/plugins/turnwatch.js']);
    assert.equal(
      kiloInstall.awaits?.('/home/a/.config/kilo/plugins/turnwatch.js'),
      '/home/a/.config/kilo/node_modules/@kilocode/plugin',
    );
    assert.deepEqual(
      ['kilo.db', 'kilo-dev.db', 'kilo.db-wal', 'opencode.db', 'akilo.db'].map((name) =>
        kilo.logs.accepts(`/home/a/.local/share/kilo/${name}`),
      ),
      [true, true, false, false, false],
    );
    const elsewhere = { ...where, env: { XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' } };
    assert.equal(kilo.home(elsewhere), '/d/kilo');
    assert.deepEqual(kilo.places?.(elsewhere, [])[0]?.files, ['/c/kilo/plugins/turnwatch.js']);
  });

  it('is the sender of what its plugin tells', () => {
    assert.equal(findSender('kilo', call)?.id, 'kilo');
    assert.equal(findSender('opencode', call)?.id, 'opencode');
    const reading = agentById('kilo')?.hooks?.read(call, 5);
    assert.ok(reading !== undefined && !isProblem(reading));
    const [start, told] = reading.events;
    assert.ok(start?.type === 'session.start' && start.agent === 'kilo');
    assert.ok(told?.type === 'tool.call' && told.class === 'ask');
    const wrong = agentById('kilo')?.hooks?.read({}, 5);
    assert.ok(wrong !== undefined && isProblem(wrong));
    contains(wrong.problem, 'Kilo plugin:');
  });
});
