/** VS Code's own agent, the real one, with a scripted model on loopback and no sign-in: watched, steered, stopped, left alone. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hooksText } from '../../../src/agents/copilot/answer.js';
import type { CallRow } from '../../../src/core/view/timeline/rows.js';
import type { SessionDetail } from '../../../src/core/view/snapshot.js';
import { heading, playCell, row, tempers, type Cell } from '../../agents/tables/cell.js';
import { connect, diffShows, disconnect, played, receipts } from '../../agents/harness/flows.js';
import { finalText, summary } from '../../agents/harness/model.js';
import { watchPage } from '../../agents/harness/page.js';
import { replay } from '../../agents/harness/replayed.js';
import { extensionLog, punctually } from '../../agents/harness/scene.js';
import { bash, call, say, type Script } from '../../agents/harness/scripts.js';
import { chatApi } from '../../agents/models/chat.js';
import { parseJsonObject } from '../../../src/core/json.js';
import { tools } from '../../../src/ids.js';
import { skip } from '../../skip.js';
import { itInAll } from '../../tier.js';
import { ChatView, openOwnChat, type OwnChat } from '../harness/own-chat.js';
import { LONG, untilDeadline } from '../harness/window.js';

const NAME = 'Copilot in VS Code';
const agent = { id: 'vscode-chat', api: chatApi, args: (prompt: string) => [prompt] };

describe('VS Code’s own agent', function () {
  this.timeout(900_000);
  let own: OwnChat | undefined;
  const desk = (): OwnChat => own ?? assert.fail('no window');
  const at = (...path: string[]): string => join(desk().editor.folder, ...path);
  const hooksFile = (): string => join(desk().profile.home, '.copilot/hooks/turnwatch.json');
  const readLines = (file: string) =>
    call('read_file', { filePath: file, startLine: 1, endLine: 20 });
  /** The session with this prompt, as the page showed it. */
  const shows = (
    prompt: string,
    is: (detail: SessionDetail) => boolean = () => true,
  ): Promise<SessionDetail> =>
    desk().page.shows(
      (detail) =>
        detail.rows.some((each) => each.kind === 'prompt' && each.text === prompt) && is(detail),
    );
  /** What the agent asks a person, and what the person presses. */
  const press = (button: RegExp): Promise<void> =>
    desk().chat.chat.getByRole('button', { name: button }).first().click();

  /** VS Code finds a new file with hooks by a watch of its own, and runs them from the next turn on. */
  const takesUpHooks = async (): Promise<void> => {
    const { page, chat } = desk();
    for (let turns = 1; (await page.snapshots()).at(-1)?.link.lastHookAt === undefined; turns++) {
      assert.ok(turns <= 20, `no hook in ${turns - 1} turns`);
      await desk().model({ script: [[readLines(at('README.md'))], [say('It is read.')]] });
      await chat.ask(`Read the README, ${turns}`);
      await chat.ended();
      await sleep(1000);
    }
  };

  before(async function () {
    const { COPILOT_CHAT: extension } = process.env;
    if (extension === undefined) {
      skip(this, 'this VS Code comes without its agent, or has its own sign-in');
    }
    own = await openOwnChat(extension, {
      'github.copilot.chat.agentDebugLog.fileLogging.enabled': true,
    });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed' && own !== undefined) {
      const folder = dirname(hooksFile());
      console.log(`hooks: ${existsSync(folder) ? readdirSync(folder).join(', ') : 'no folder'}`);
      console.log(extensionLog(own.profile).slice(-6000));
    }
  });
  after(async () => {
    await own?.close();
  });

  it('is connected after a look at the change, stalls where it goes in circles, and answers in words on a click', async () => {
    const { window, chat, profile } = desk();
    mkdirSync(dirname(hooksFile()), { recursive: true });
    writeFileSync(join(dirname(hooksFile()), 'mine.json'), '{ "version": 1, "hooks": {} }\n');
    await connect(desk(), NAME, async () => {
      await diffShows(desk(), 'userPromptSubmitted');
      await untilDeadline(LONG, async () => {
        assert.match((await window.changeNotes()) ?? '', /applies to Copilot CLI, too/);
      });
      assert.equal(existsSync(hooksFile()), false, 'nothing is written before the click');
    });
    const bridge = join(profile.userData, 'User/globalStorage/turnwatch.turnwatch/bridge');
    assert.equal(readFileSync(hooksFile(), 'utf8'), hooksText(bridge));

    await desk().page.showsNow(({ link }) => link.state === 'connected');
    await takesUpHooks();

    const prompt = 'Fix the failing test in the parser';
    const { requests } = await desk().model({
      script: Array.from({ length: 40 }, () => [readLines(at('README.md'))]),
      before: ({ position = 0 }) => (position > 6 ? sleep(1000) : Promise.resolve()),
    });
    await chat.ask(prompt);
    // its transcript may tell of the steps before a hook has come
    const stalled = await shows(
      prompt,
      ({ verdict, capabilities }) => verdict?.level === 'stalled' && capabilities.guide,
    );
    assert.equal(stalled.name, prompt);
    assert.deepEqual(stalled.capabilities, { textOnly: 'deny', stop: true, guide: true });
    await window.command('Turnwatch: Force Respond');
    const text = await chat.ended();
    assert.ok(text.includes(finalText), text);
    const answered = await shows(prompt, ({ open }) => !open);
    console.log(`      ${summary(requests)}; ${receipts(answered)}`);
    assert.deepEqual(
      [answered.end?.how, answered.receipts.map(({ kind, state }) => `${kind} ${state}`)],
      ['answered', ['text-only obeyed']],
    );
  });

  it('asks by a tool how its own turn stands', async () => {
    const prompt = 'Look into the README, and ask whether that leads anywhere';
    const look = readLines(at('README.md'));
    const { requests } = await desk().model({
      script: [[look], [look], [look], [look], [call(tools.turnStatus, {})], [say('Done.')]],
    });
    await desk().chat.ask(prompt);
    await desk().chat.ended();
    const told = requests
      .map(({ body }) => body.newest)
      .find((each) => each.includes('"counters"'));
    const status = parseJsonObject(told?.trim() ?? '');
    const { session, rows } = await shows(prompt, ({ open }) => !open);
    const read = rows.find((each) => each.kind === 'step')?.calls[0];
    assert.deepEqual(
      [status?.['session'], status?.['agent'], status?.['turn']],
      [session, NAME, 1],
      `${told ?? ''} ${read?.tool ?? ''}`,
    );
  });

  itInAll('has a debug log whose export opens as a recorded run', async () => {
    const { window, chat, profile } = desk();
    const prompt = 'Count to twelve';
    await desk().model({ script: Array.from({ length: 12 }, () => [readLines(at('README.md'))]) });
    await chat.ask(prompt);
    await chat.ended();
    await chat.showDebugLog();
    const file = join(profile.root, 'debug-log.json');
    await window.page
      .getByRole('button', { name: /^Export Agent Debug Log/ })
      .first()
      .click();
    const input = window.page.locator('.quick-input-widget input[type=text]').first();
    // what is typed before the dialog names its own file, or entered before it has looked there, is lost
    await untilDeadline(LONG, async () => assert.match(await input.inputValue(), /\.json$/));
    await sleep(1000);
    await input.fill(file);
    await sleep(1000);
    await input.press('Enter');
    await untilDeadline(LONG, async () => {
      const [run, ...others] = replay(file);
      assert.deepEqual([run?.steps, others], [12, []]);
      assert.ok(run?.verdicts.some(({ kind, level }) => kind === 'loop' && level === 'stalled'));
    });
    await window.command('View: Close All Editors');
  });

  itInAll('is connected with Copilot CLI: the person is asked once', async () => {
    const { window } = desk();
    await window.command('Turnwatch: Connect Agent…');
    await window.pick(/Connect an agent/, 'Copilot CLI');
    await (await window.toast(/Copilot CLI is already connected/)).dismiss();
  });

  itInAll(
    'has its edits, commands, to-dos, sub-agent and failures told, and its answer',
    async () => {
      const prompt = 'Make f1 return 100';
      writeFileSync(at('f1.js'), 'export function f1() {\n  return 1;\n}\n');
      const todo = (status: string) =>
        call('manage_todo_list', { todoList: [{ id: 1, title: 'Mend f1', status }] });
      const script: Script = [
        [say('I will look around first.'), readLines(at('f1.js'))],
        [todo('in-progress')],
        [
          call('replace_string_in_file', {
            filePath: at('f1.js'),
            oldString: 'return 1;',
            newString: 'return 100;',
          }),
        ],
        [bash('grep -c return f1.js; exit 3')],
        [readLines(at('missing.js'))],
        [call('runSubagent', { prompt: 'SUBTASK: find f2', description: 'Find f2' })],
        [call('create_file', { filePath: at('made.js'), content: 'export const made = 1;\n' })],
        [todo('completed')],
        [say('FINAL: f1 returns 100.')],
      ];
      const { requests } = await desk().model({
        script,
        branches: [{ prompt: 'SUBTASK', script: [[readLines(at('README.md'))], [say('No f2.')]] }],
      });
      const written = followTranscripts(desk().profile.userData);
      await desk().chat.ask(prompt);
      await desk().chat.ended();
      written.stop();
      const answeredAt = requests.at(-1)?.at ?? 0;
      const detail = await shows(prompt, ({ open }) => !open);
      console.log(`      told ${Date.now() - answeredAt} ms after the last request`);
      const drawn = await desk().page.drawn(detail.session);
      const late = detail.rows
        .flatMap((each) => (each.kind === 'step' ? [each] : []))
        .flatMap(({ step, calls: [first] }) => {
          const [shown, told] = [drawn.get(`step:${step}`), written.at.get(first?.id ?? '')];
          return shown === undefined || told === undefined ? [] : [shown - told];
        });
      console.log(`      rows drawn after the line was written: ${late.join(', ')} ms`);
      assert.equal(detail.end?.how, 'answered');
      assert.equal(detail.verdict, undefined);
      const calls = callsIn(detail);
      console.log(
        calls
          .map(
            ({ tool, class: kind, outcome, exitCode }) =>
              `      ${tool} ${kind} ${outcome} ${exitCode ?? ''}`,
          )
          .join('\n'),
      );
    },
  );

  itInAll('is left alone in forty steps that get something done, in mode auto', async () => {
    const { profile, chat, page } = desk();
    const prompt = 'Write the numbers';
    profile.set({ 'turnwatch.mode': 'auto' });
    try {
      await page.showsNow(({ mode }) => mode === 'auto');
      const { requests } = await desk().model({ script: productive(at, 40) });
      await chat.ask(prompt);
      await chat.ended(600_000);
      const detail = await shows(prompt, ({ open }) => !open);
      assert.equal(requests.filter(({ reason }) => reason === 'script').length, 40);
      assert.equal(
        requests.some(({ marked }) => marked),
        false,
      );
      assert.deepEqual(
        detail.rows.filter(({ kind }) => kind === 'verdict' || kind === 'intervention'),
        [],
      );
      assert.deepEqual([detail.receipts, detail.end?.how], [[], 'answered']);
    } finally {
      profile.set({ 'turnwatch.mode': 'ask' });
      await page.showsNow(({ mode }) => mode === 'ask');
    }
  });

  itInAll(
    'answers after Force respond or is stopped, and asks its model no more after Stop',
    async () => {
      await desk().endModel();
      const cells: Cell[] = [1, 3].flatMap((parallel) => [
        ...tempers.map((temper): Cell => ({ agent, by: 'hooks', temper, parallel })),
        { agent, by: 'hooks', click: 'Stop Turn', temper: 'deaf', parallel },
      ]);
      console.log(heading.replaceAll(/^/gm, '      '));
      for (const cell of cells) {
        const result = await punctually(desk().table.scene, () =>
          playCell(desk().table, cell, 120_000),
        );
        console.log(`      ${row(cell, result)}`);
        const { ended, further, ranLater } = result;
        if (cell.click !== undefined) {
          assert.deepEqual([ended, further, ranLater], ['stopped', 0, 0]);
          assert.match(receipts(result.detail), /^stop obeyed/);
        } else {
          assert.deepEqual([ended, ranLater], [cell.temper === 'deaf' ? 'stopped' : 'answered', 0]);
        }
      }
    },
  );

  itInAll('is shown and stopped in a window without a folder', async () => {
    const window = await desk().editor.openWindow();
    const prompt = 'Count the sheep';
    const model = await desk().model({
      script: Array.from({ length: 200 }, (_, n) => [
        call('grep_search', { query: `${n}`, isRegexp: false }),
      ]),
      before: () => sleep(1000),
    });
    const chat = new ChatView(window);
    await window.reveal();
    const page = await watchPage(await window.view());
    await chat.ask(prompt);
    await page.shows(({ name }) => name === prompt);
    await model.waitFor(({ position }) => position === 2, LONG);
    await window.command('Turnwatch: Stop Turn');
    await chat.ended();
    const asked = played(model);
    const detail = await page.shows(({ name, open }) => name === prompt && !open);
    assert.equal(played(model), asked);
    assert.deepEqual(
      detail.receipts.map(({ kind, state }) => `${kind} ${state}`),
      ['stop obeyed'],
    );
    await window.close();
  });

  itInAll('waits for the person where it asks before a command', async () => {
    const { profile, chat } = desk();
    const prompt = 'Write down that you asked';
    profile.set({ 'chat.tools.global.autoApprove': false });
    await desk().model({ script: [[bash('echo asked > asked.txt')]] });
    await chat.ask(prompt);
    const waiting = await shows(prompt, ({ state }) => state === 'waiting');
    assert.ok(!existsSync(at('asked.txt')));
    assert.equal(waiting.verdict, undefined);
    await press(/^Allow/);
    await chat.ended();
    assert.equal((await shows(prompt, ({ open }) => !open)).end?.how, 'answered');
    assert.ok(existsSync(at('asked.txt')));
  });

  itInAll('is disconnected: our file is gone, the other one as it was', async () => {
    await disconnect(desk(), 'Copilot CLI');
    assert.deepEqual(readdirSync(dirname(hooksFile())), ['mine.json']);
    assert.equal(
      readFileSync(join(dirname(hooksFile()), 'mine.json'), 'utf8'),
      '{ "version": 1, "hooks": {} }\n',
    );
  });
});

/** When the agent's own log first named each call, in milliseconds since the epoch. */
function followTranscripts(userData: string): { at: ReadonlyMap<string, number>; stop(): void } {
  const at = new Map<string, number>();
  const storage = join(userData, 'User/workspaceStorage');
  const transcripts = (): string[] =>
    readdirSync(storage, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /transcripts.*\.jsonl$/.test(name),
    );
  const before = new Set(transcripts());
  const timer = setInterval(() => {
    for (const name of transcripts().filter((each) => !before.has(each))) {
      for (const [, id = ''] of readFileSync(join(storage, name), 'utf8').matchAll(
        /"toolCallId":"([^"]+)"/g,
      )) {
        at.set(id, at.get(id) ?? Date.now());
      }
    }
  }, 20);
  return { at, stop: () => clearInterval(timer) };
}

function callsIn({ rows }: SessionDetail): CallRow[] {
  return rows.flatMap((each) => (each.kind === 'step' ? each.calls : []));
}

/** Each response writes, edits, runs or reads something new. */
function productive(at: (...path: string[]) => string, count: number): Script {
  return Array.from({ length: count }, (_, n) => {
    const file = at(`part${Math.floor(n / 4)}.txt`);
    switch (n % 4) {
      case 0:
        return [call('create_file', { filePath: file, content: `${n}\n` })];
      case 1:
        return [
          call('replace_string_in_file', {
            filePath: file,
            oldString: `${n - 1}`,
            newString: `${n - 1} squared is ${(n - 1) ** 2}`,
          }),
        ];
      case 2:
        return [bash(`wc -c ${file} && echo ${n} cubed is ${n ** 3}`)];
      default:
        return [call('read_file', { filePath: file, startLine: 1, endLine: 20 })];
    }
  });
}
