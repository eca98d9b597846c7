/** `turnwatch scan` as installed from the packed file, in a home with logs as the agents write them. */
import assert from 'node:assert/strict';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transcript } from '../../host/harness/transcript.js';
import { agentName } from '../../../src/agents/index.js';
import { contains } from '../../contains.js';
import { bash, Story } from '../support/story.js';
import { sessionLogs } from '../readers/support/session-logs.js';
import { Installed } from './installed.js';

const DAY_MS = 24 * 60 * 60_000;

describe('turnwatch scan, installed from the packed file', () => {
  let installed: Installed;
  before(() => {
    installed = Installed.make();
  });
  after(() => installed.remove());

  const claude = (name: string, text: string): string => {
    const file = join(installed.home, '.claude/projects/-work', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };

  it('says that there is nothing in an empty home', async () => {
    const run = installed.run(['scan']);
    assert.equal(await run.code, 0, run.err);
    assert.equal(run.out, 'No turn of an agent in the last 30 days, in 0 logs.\n');
  });

  it('finds each agent’s turns, which of them stalled, and leaves alone what is old or broken', async () => {
    for (const make of sessionLogs) {
      const log = make();
      let text = log.begin(installed.work);
      for (let n = 0; n < 12; n++) {
        text = log.agent === 'cline' ? log.step(n) : text + log.step(n);
      }
      installed.write(log, text);
    }
    const turn = { cwd: installed.work, ended: true };
    claude('stalled.jsonl', transcript({ ...turn, session: 's', prompt: 'Fix it', steps: 12 }));
    claude('good.jsonl', transcript({ ...turn, session: 'g', prompt: 'Look', steps: 1 }));
    claude('broken.jsonl', '{"cut');
    const at = Date.now() - 40 * DAY_MS;
    const old = claude(
      'old.jsonl',
      transcript({ ...turn, session: 'o', prompt: 'Old', steps: 12, at }),
    );
    utimesSync(old, at / 1000, at / 1000);

    const run = installed.run(['scan']);
    assert.equal(await run.code, 0, run.err);
    // beside those of Claude Code, one that stalled and one that did not
    const [turns, stalled] = [sessionLogs.length + 2, sessionLogs.length + 1];
    assert.match(
      run.out,
      new RegExp(`^In the last 30 days, here: ${turns} turns, ${stalled} stalled, for .*\\.\n`),
    );
    for (const make of sessionLogs) {
      assert.match(run.out, new RegExp(`${agentName(make().agent)} +1 turn +1 stalled  `));
    }
    assert.match(run.out, /Claude Code +2 turns +1 stalled {2}/);
    assert.match(
      run.out,
      /Claude Code in \S+ · “Fix it”\n {4}step \d+: .*\n {4}~\/\.claude\/projects\/-work\/stalled\.jsonl\n/,
    );
    contains(
      run.out,
      `From ${turns} logs of agents on this machine, judged as they would be live,`,
    );
    contains(run.out, '\nLogs not judged: 1 without a run that could be read.\n');

    const whole = installed.run(['scan', '--days', '60', '--json']);
    assert.equal(await whole.code, 0, whole.err);
    const [line] = whole.lines();
    assert.equal(line?.['logs'], turns + 2);
    contains(whole.out, '"name":"Old"');
  });

  it('says what came after the first alarm in dollars, where all its models have a price', async () => {
    const home = Installed.make();
    try {
      const folder = join(home.home, '.claude/projects/-work');
      mkdirSync(folder, { recursive: true });
      const write = (session: string, model: string): void => {
        const story = new Story(session)
          .at(Date.now() - DAY_MS)
          .start({ agent: 'claude-code', cwd: home.work, model })
          .turn('Fix it');
        for (let i = 0; i < 8; i++) {
          story.after(1000).step(bash('make check', 'no rule to make target'));
          story.push({ ...story.own, type: 'usage', inputTokens: 100_000, outputTokens: 1000 });
        }
        const lines = story.end().events.map((event) => `${JSON.stringify(event)}\n`);
        writeFileSync(join(folder, `${session}.jsonl`), lines.join(''));
      };
      write('a', 'claude-opus-4-5-20251101');
      const priced = home.run(['scan']);
      assert.equal(await priced.code, 0, priced.err);
      // five of its eight requests, each of 0.525 dollars
      contains(
        priced.out,
        " and 63 % of those turns' tokens after the first alarm (about $2.63).\n",
      );
      contains(priced.out, '\nDollars by list prices known on 20');

      write('b', 'house-model');
      const unpriced = home.run(['scan']);
      assert.equal(await unpriced.code, 0, unpriced.err);
      contains(unpriced.out, " and 63 % of those turns' tokens after the first alarm.\n");
      contains(unpriced.out, '\nNo sum in dollars: no price is known for house-model ');

      const own = home.run(['scan', '--price', 'house-model=5,0.5,25']);
      assert.equal(await own.code, 0, own.err);
      contains(own.out, ' (about $5.25).\n');
      for (const price of ['house-model', 'house-model=1,2', 'house-model=1,2,three', '=1,1,1']) {
        const refused = home.run(['scan', '--price', price]);
        assert.equal(await refused.code, 2);
        assert.match(refused.err, /^--price is MODEL=INPUT,CACHED,OUTPUT in dollars per million; /);
      }
    } finally {
      home.remove();
    }
  });

  it('is judged by the limits that are given, and refuses others', async () => {
    const set = ['--preset', 'progress-detector', '--set', 'progressDetector.steps=50'];
    const run = installed.run(['scan', ...set]);
    assert.equal(await run.code, 0, run.err);
    contains(run.out, `: ${sessionLogs.length + 2} turns, none stalled.`);
    const refused = installed.run(['scan', '--days', 'all']);
    assert.equal(await refused.code, 2);
    assert.match(refused.err, /^--days is a whole number from 1 to 3650; usage: turnwatch scan /);
  });
});
