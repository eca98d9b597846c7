/** A turn of 30 steps of the real Claude Code, with edits by tools and by the shell, goes in circles from step 12: the way back. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { itInAll } from '../tier.js';
import { startModel, type Model } from './harness/model.js';
import { extensionLog, openScene, turn, type Scene } from './harness/scene.js';
import { bash, call, say, type Script } from './harness/scripts.js';

const STEPS = 30;
const FIRST_BAD = 12;
const testFile = 'sum.test.cjs';

/** Before step 12 only additions; then a test that fails the same way, whatever is changed. */
function script(path: (name: string) => string): Script {
  const steps: Script[number][] = [
    [call('Write', { file_path: path('sum.cjs'), content: 'module.exports = 0;\n' })],
    [bash('echo kept > kept.txt && echo goes > goes.txt', 'Notes')],
  ];
  while (steps.length < FIRST_BAD - 1) {
    const step = steps.length + 1;
    steps.push([
      step % 2 === 0
        ? bash(`echo "line ${step}" >> kept.txt`, `Note ${step}`)
        : call('Write', { file_path: path(`part${step}.txt`), content: `part ${step}\n` }),
    ]);
  }
  while (steps.length < STEPS) {
    const step = steps.length + 1;
    steps.push([
      step % 2 === 0
        ? bash(`node --test ${testFile}`, 'Test')
        : step % 4 === 1
          ? call('Write', { file_path: path('sum.cjs'), content: `module.exports = ${step};\n` })
          : bash(
              `echo "module.exports = -${step};" > sum.cjs && rm -f goes.txt && echo ${step} > made.txt`,
            ),
    ]);
  }
  return [...steps, [say('I could not make it pass.')]];
}

describe('the way back after a turn of the real Claude Code', function () {
  this.timeout(400_000);
  let scene: Scene | undefined;
  let model: Model | undefined;
  after(async () => {
    await model?.close();
    await scene?.close();
  });

  itInAll(
    'shows what changed since step 12 of 30, restores, undoes, and refuses a person’s edit',
    async () => {
      const opened = (scene = await openScene({ 'turnwatch.mode': 'ask' }));
      await opened.connect();
      const page = await opened.page();
      const { window, box } = opened;
      const path = (name: string): string => join(box.workspace, name);
      const read = (name: string): string | undefined =>
        existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined;
      const files = ['sum.cjs', 'kept.txt', 'goes.txt', 'made.txt', 'part3.txt'];
      writeFileSync(
        path(testFile),
        `require('node:test')('adds', () => {\n  if (require('./sum.cjs') < 1e9) throw new Error('wrong sum');\n});\n`,
      );
      let release = (): void => undefined;
      const held = new Promise<void>((done) => {
        release = done;
      });
      const { length } = script(path);
      model = await startModel({
        script: script(path),
        temper: 'deaf',
        delayMs: 300,
        before: ({ position }) => (position === length - 1 ? held : Promise.resolve()),
      });
      const running = turn(box, model, 'Make the sum pass', 350_000);
      await model.waitFor(({ position }) => position === length - 1, 300_000);
      const detail = await page.shows(
        ({ wayBack, steps }) => wayBack !== undefined && steps >= STEPS - 1,
      );
      assert.equal(detail.wayBack?.step, FIRST_BAD, extensionLog(opened.profile).slice(-4000));
      const after = files.map(read);
      const before = [
        'module.exports = 0;\n',
        read('kept.txt'),
        'goes\n',
        undefined,
        read('part3.txt'),
      ];
      assert.notDeepEqual(after, before);

      const card = page.frame.locator('.way-back');
      await card.getByRole('button', { name: `Changes since step ${FIRST_BAD}` }).click();
      await window.page.locator('.tab', { hasText: `Changes since step ${FIRST_BAD}` }).waitFor();
      await window.page.locator('.multiDiffEntry', { hasText: 'sum.cjs' }).first().waitFor();

      const list = window.page.locator('.quick-input-widget');
      const restore = async (): Promise<string> => {
        await card.getByRole('button', { name: 'Restore' }).click();
        await list.getByText('Bring files back').waitFor();
        const offered = await list.locator('.monaco-list-row').allInnerTexts();
        const left = await list.locator('input[type="text"]').getAttribute('placeholder');
        return [...offered, left ?? ''].join('\n').replaceAll('\u00a0', ' ');
      };
      const offered = await restore();
      assert.match(offered, /sum\.cjs[^]*changed back/);
      assert.match(offered, /made\.txt[^]*created since/);
      assert.match(offered, /goes\.txt[^]*(?:deleted since|changed back)/);
      await list.locator('input[type="text"]').press('Enter');
      const toast = await window.toast(/files are back at what they were before step 12/);
      assert.deepEqual(files.map(read), before);
      await toast.press('Guide the Agent…');
      const field = page.frame.locator('.drawer textarea');
      await field.waitFor();
      assert.match(
        await field.inputValue(),
        /^The files are back at what they were before step 12\./,
      );
      await field.press('Escape');

      await window.command('Turnwatch: Undo Restore');
      await window.toast(/the restore is undone/);
      assert.deepEqual(files.map(read), after);

      // long after the agent's last call, in another program
      await sleep(1000);
      writeFileSync(path('sum.cjs'), 'by the person\n');
      assert.match(
        await restore(),
        /Left as they are: .*sum\.cjs \(changed since, but not by the agent/,
      );
      await list.locator('input[type="text"]').press('Enter');
      await window.toast(/files are back at what they were before step 12/);
      assert.equal(read('sum.cjs'), 'by the person\n');
      assert.equal(read('made.txt'), undefined);
      release();
      assert.equal((await running).code, 0);
    },
  );
});
