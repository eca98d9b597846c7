/** How often a person asks for something, by their prompt; and which failures they want to see, or know of. */
import assert from 'node:assert/strict';
import { askedTimes } from '../../../src/core/turns/asked-times.js';
import { readWantedFailures, timesWanted } from '../../../src/core/turns/wanted-failures.js';
import { bash, judged, Story } from '../support/story.js';

describe('what a person asks to be repeated', () => {
  const asked = (prompt: string): [number, boolean] => {
    const { times, evenFailing } = askedTimes(prompt);
    return [times, evenFailing];
  };

  it('is counted, whether it fails or not', () => {
    for (const [prompt, times] of [
      ['Run ./probe.sh 10 times.', 10],
      ['Just try again, up to 10 times.', 10],
      ['Send 12 wrong logins to staging.', 12],
      ['The upload is shaky, give it five attempts.', 5],
      ['If the state is locked, retry (max 6 tries).', 6],
      ['How many wrong passwords does it take until kim is locked out?', 12],
    ] as const) {
      assert.deepEqual(asked(prompt), [times, true], prompt);
    }
  });

  it('is counted in other languages', () => {
    for (const prompt of [
      'Führe den Test 8 Mal aus.',
      'Ejecuta la prueba 8 veces y dime cuántas falla.',
      'Lance le banc d’essai 8 fois.',
      'Rode o teste 8 vezes.',
      'Esegui il test 8 volte.',
      'Запусти тест 8 раз.',
      '把测试运行 8 次',
      'テストを8回実行して',
      '테스트를 8번 실행해',
    ]) {
      assert.deepEqual(asked(prompt), [8, true], prompt);
    }
    for (const prompt of ['La prueba falló 8 veces ayer.', 'Le test a échoué 8 fois.']) {
      assert.deepEqual(asked(prompt), [0, false], prompt);
    }
  });

  it('may have no end', () => {
    for (const prompt of [
      'Retry the download until it works.',
      'Try npm publish every minute until it is let through.',
      'Versuche den Login immer wieder, bis er klappt.',
      'Reintenta la descarga hasta que funcione.',
      'Réessaie le déploiement jusqu’à ce que ça passe.',
      'Повторяй загрузку, пока не получится.',
      '不断重试下载，直到成功',
    ]) {
      assert.deepEqual(asked(prompt), [Infinity, true], prompt);
    }
    for (const prompt of [
      'Keep an eye on the logs.',
      'Fix the build. Keep trying until it works.',
    ]) {
      assert.deepEqual(asked(prompt), [Infinity, false], prompt);
    }
  });

  it('is nothing that was only reported', () => {
    for (const prompt of [
      'It failed 10 times yesterday.',
      'The client should retry three times.',
      'The page reloads in a loop, find out why.',
      'You are stuck in a loop, start over.',
      'It hangs forever.',
      'The job crashes every 5 minutes, mend it.',
      'The tests run forever since yesterday.',
      'Fix the tests.',
    ]) {
      assert.deepEqual(asked(prompt), [0, false], prompt);
    }
  });

  it('is warned of with the number of times at which it is', () => {
    const story = new Story().start().turn('Keep watching the queue until I stop you.');
    story.repeat(14, () => bash('queuectl depth', 'depth 0, consumers 4'));
    const [warning] = judged(story).verdicts;
    assert.equal(warning?.level, 'watch');
    assert.ok(Number.isFinite(warning.threshold), warning.reason);
  });
});

describe('failures that a person knows of', () => {
  const wanted = (prompt: string, failure: string): number =>
    timesWanted(readWantedFailures(prompt), [failure]);

  it('are those that they name', () => {
    const prompt = 'Split store.ts. Ignore the failing legacy test, it is broken on main.';
    assert.equal(wanted(prompt, 'test/legacy.test.ts > keeps the cookie'), Infinity);
    assert.equal(wanted(prompt, 'test/store.test.ts > sorts'), 1);
    assert.ok(Number.isFinite(wanted('Split store.ts. The lint errors are unrelated.', 'a.ts')));
  });

  it('are none where they are the task', () => {
    for (const prompt of [
      'CI is red on main.',
      'The e2e test already fails.',
      'The e2e test already fails, get it green.',
      'Known issue: errors in the log when it restarts. Can you fix that?',
      'Ignore the red herring: the cache test fails, find out why.',
    ]) {
      assert.equal(wanted(prompt, 'e2e test: errors in the log'), 1, prompt);
    }
  });
});
