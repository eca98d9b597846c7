/** Cases from benches: what is learned beside an answer that stays, what goes round through some files, and helpers who say one thing. */
import { other, rounds, row, word } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const tuned = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/cart.css', `margin: ${8 + i}px;`, `margin: ${9 + i}px;`);
const compared = (): Act =>
  other('mcp__browser__compare', { name: 'cart' }, '5121 pixels differ (4.12 %)');
const logged = (i: number): Act =>
  other('mcp__browser__console', {}, `cart.js asks for ${word(i)}`);

const guide = '/w/docs/guide.md';
const linked = (tools: Toolset, i: number): Act =>
  tools.run(
    `npx check-links docs ${['', '--quiet', '--retry'][i % 3]}`.trim(),
    `checked 41 files\n✖ docs/faq.md\n  guide.md#set-up → anchor not found\nERROR: 1 dead link found!`,
    1,
  );
const renamed = (tools: Toolset, i: number): Act =>
  tools.replace(guide, `## ${word(i)}`, `## ${word(i + 1)}`);

const watched = (tools: Toolset, id: number): Act =>
  tools.run(
    `gh run watch ${id} --exit-status`,
    `X main release · ${id}\nTriggered via push about 1 minute ago\nX build in 48s (ID ${id + 22_161_006_883})`,
    1,
  );

const signed = (tools: Toolset, file: string, i: number): Act[] => [
  tools.replace(file, `STYLE = ${word(i)};`, `STYLE = ${word(i + 1)};`),
  tools.run(
    `xcodebuild ${['', '-quiet ', '-allowUpdates '][i % 3]}archive`,
    `2026-11-21 10:0${i % 10}:07.412 xcodebuild[${40_112 + i * 331}:${9_120_441 + i * 1_277}] [MT] IDEDistribution: deprecated\n/w/ios/Notes.xcodeproj: error: No profiles for 'test.acme.notes' were found\n** ARCHIVE FAILED **`,
    65,
  ),
];
const settings = ['project.pbxproj', 'Fastfile', 'project.pbxproj', 'Release.xcconfig'];

const asks = (prompt: string, answer: string): Act =>
  other('mcp__agents__start', { kind: 'explore', prompt }, answer);
const questions = [
  'Find where the retry interval of the sender is set.',
  'Locate the setting that controls how often the sender tries again.',
  'Search the code base for the delay between attempts of the sender.',
  'Look everywhere for the backoff of the sender.',
  'Check once more, very thoroughly, where the time between attempts is set.',
  'Determine how the sender decides when to try again.',
];
const answers = [
  'I searched the whole repository. `packages/hooks/send.ts` sends once and logs the failure; there is no interval.',
  'The only sender is packages/hooks/send.ts. It makes a single attempt and knows of no delay between attempts.',
  'In send.ts (packages/hooks) I see one attempt only, so that there is no interval that could be set.',
];

describe('cases: an answer that stays while something is learned beside', () => {
  row('learned in one round out of eight', 'no-progress by 24', {
    'a picture after each edit, and once a look at the log': rounds(9, (tools, i) => [
      tuned(tools, i),
      compared(),
      ...(i === 3 ? [logged(0)] : []),
    ]),
    'what was written itself is read back': rounds(9, (tools, i) => [
      renamed(tools, i),
      linked(tools, i),
      ...(i % 2 === 1 ? [tools.read(guide, `# Guide\n\n## ${word(i + 1)}\n\nInstall it.`)] : []),
    ]),
  });
  row('learned in round after round', 'watch at most', {
    'the log says something else each time': rounds(9, (tools, i) => [
      tuned(tools, i),
      compared(),
      logged(i),
    ]),
  });
  row('one run after the other on a server', 'no-progress by 18', {
    'each with an id of its own': rounds(8, (tools, i) => [
      tools.replace('/w/ci.yml', `run: zip -${word(i)}`, `run: zip -${word(i + 1)}`),
      watched(tools, 11_840_220_117 + i * 1_204_331),
    ]),
  });
  row('an act done again and again', 'no-progress by 16', {
    'a place set by a tool that numbers its calls': rounds(9, (_, i) => [
      other('mcp__draw__set_position', { node: '412:88', x: 240, request: `r-${411 * i}` }, 'ok'),
      other('mcp__draw__get_node', { node: '412:88' }, '{"node":"412:88","x":0,"width":320}'),
    ]),
  });
  row('settings of one failure', 'no-progress by 18', {
    'four files, gone round': rounds(9, (tools, i) =>
      signed(tools, `/w/ios/${settings[i % settings.length]}`, i),
    ),
  });
  row('settings of one failure, each in another file', 'watch at most', {
    'nine files': rounds(9, (tools, i) => signed(tools, `/w/ios/${word(i)}.xcconfig`, i)),
  });
});

const geocoded = (tools: Toolset, i: number, said: string): Act =>
  tools.run(
    [
      `curl -s https://api.example.test/v2/geocode?q=${word(i)}`,
      `python3 scripts/geocode.py --city ${word(i)}`,
      `sleep 10 && curl -s https://api.example.test/v1/geocode?q=${word(i)}`,
    ][i % 3] ?? '',
    said,
  );
const used = (some: number): string =>
  `{"code":429,"status":"DAILY_LIMIT","message":"You have used ${some} of 2500 requests of your plan. The limit is reset on 2026-11-22T00:00:00Z."}`;

describe('cases: a limit of the day', () => {
  row('used up', 'error-loop by 7', {
    'so many of so many': rounds(9, (tools, i) => [geocoded(tools, i, used(2500))]),
    'in words': rounds(9, (tools, i) => [
      geocoded(tools, i, 'You have reached your daily limit of requests. Come back tomorrow.'),
    ]),
  });
  row('not used up', 'quiet', {
    'answers that tell how much is used': rounds(9, (tools, i) => [
      geocoded(
        tools,
        i,
        `{"city":"${word(i)}","lat":${i}.5,"note":"You have used ${2400 + i} of 2500 requests of your plan."}`,
      ),
    ]),
  });
});

describe('cases: helpers', () => {
  row('one question in ever other words', 'loop by 8', {
    'and one answer in ever other words': rounds(9, (_, i) => [
      asks(questions[i % questions.length] ?? '', answers[i % answers.length] ?? ''),
    ]),
  });
  row('questions that are other ones', 'quiet', {
    'of one form, to ever other packages': rounds(10, (_, i) => [
      asks(
        `Review packages/${word(i)} for handlers without a check.`,
        `I reviewed all handlers in packages/${word(i)}. None of them lacks a check of permissions.`,
      ),
    ]),
    'an answer that names something else each time': rounds(9, (_, i) => [
      asks(
        questions[i % questions.length] ?? '',
        `There may be something in packages/${word(i)}/send.ts, which tries again after a while.`,
      ),
    ]),
  });
  row('documentation', 'loop by 7', {
    'one page for ever other topics': rounds(9, (_, i) => [
      other(
        'mcp__docs__get_library_docs',
        { library: 'pipes', topic: word(i) },
        'TITLE: Installing pipes\nHow to add pipes to a project.\nnpm install pipes --save-exact',
      ),
    ]),
  });
});
