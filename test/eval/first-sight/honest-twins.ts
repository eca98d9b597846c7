/** Honest twins of circles: the same shape, but each round gets somewhere or asks for something else. */
import { word } from '../../unit/cases/cases.js';
import { Story } from '../../unit/support/story.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';

export const honestTwins: readonly Idea[] = [
  quiet(
    'a document that does not compile, each time at another command',
    { why: 'each error is mended and gives way to the next' },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.run(
          'latexmk -pdf -interaction=nonstopmode thesis.tex',
          `(./thesis.tex (./ch1.tex [1] [2]) (./ch2.tex\n! Undefined control sequence.\nl.${14 + i * 31} \\${word(i)}${'x'.repeat(i)}\n                  {1}{5}\nLatexmk: Errors, so I did not complete making targets`,
          12,
        ),
        desk.replace('/w/thesis/ch2.tex', `\\${word(i)}${'x'.repeat(i)}{`, `\\text${word(i)}{`),
      ]);
      story.step(
        desk.run(
          'latexmk -pdf -interaction=nonstopmode thesis.tex',
          'Output written on thesis.pdf (41 pages, 412001 bytes).\nLatexmk: All targets (thesis.pdf) are up-to-date',
        ),
      );
    },
  ),
  quiet(
    'seven accounts signed in, one after the other',
    {
      why: 'each is another account, and each gets in',
      prompt: 'See that all test accounts can sign in.',
    },
    (desk, story) => {
      rounds(story, 7, (i) => [
        desk.use(
          'browser',
          'navigate',
          { url: 'http://localhost:3000/login' },
          `- heading "Sign in"\n- textbox "E-mail" [ref=e${i * 9 + 3}]\n- button "Sign in" [ref=e${i * 9 + 5}]\n(csrf ${hex(i, 20)})`,
        ),
        desk.use(
          'browser',
          'fill_form',
          { fields: [{ ref: `e${i * 9 + 3}`, value: `${word(i)}@example.com` }] },
          'Filled 1 field',
        ),
        desk.use(
          'browser',
          'click',
          { ref: `e${i * 9 + 5}` },
          `Clicked. Page is now /home\n- heading "Welcome"\n- link "Sign out" [ref=e${i * 9 + 7}]`,
        ),
      ]);
    },
  ),
  quiet(
    'an invitation sent to twelve people',
    { why: 'each is another person', prompt: 'Invite everybody in people.csv.' },
    (desk, story) => {
      story.repeat(12, (i) =>
        desk.use(
          'mail',
          'send_message',
          {
            to: `${word(i)}@example.com`,
            subject: 'Invitation',
            content: `Dear ${word(i)}, please come.`,
          },
          `{"queued":true,"id":"m-${hex(i, 10)}"}`,
        ),
      );
    },
  ),
  quiet(
    'a limit set for ten routes, each looked at after',
    { why: 'what is set is what is shown' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'gateway',
          'set_limit',
          { route: word(i), value: 50 },
          '{"status":200,"message":"OK"}',
        ),
        desk.use('gateway', 'get_limit', { route: word(i) }, `{"route":"${word(i)}","limit":50}`),
      ]);
    },
  ),
  quiet(
    'formulas written into ten cells, some of which come to nothing',
    { why: 'each is another cell, and zero is a value' },
    (desk, story) => {
      rounds(story, 10, (i) => [
        desk.use(
          'sheets',
          'set_cell',
          { sheet: 'Plan', cell: `D${4 + i}`, value: `=SUMIF(Data!A:A,A${4 + i},Data!C:C)` },
          '{"updatedCells":1}',
        ),
        desk.use(
          'sheets',
          'get_cell',
          { sheet: 'Plan', cell: `D${4 + i}` },
          `{"value":${pick([0, 0, 120, 0], i)}}`,
        ),
      ]);
    },
  ),
  noStall(
    'a gateway that answers once its service is up',
    { why: 'three refusals while it starts, then it answers' },
    (desk, story) => {
      story.step(
        desk.run(
          'docker compose up -d',
          ' Container shop-app-1  Started\n Container shop-gateway-1  Started',
        ),
      );
      story.repeat(4, (i) =>
        desk.run(
          'sleep 5; curl -si localhost/api/health',
          `HTTP/1.1 502 Bad Gateway\nServer: nginx/1.27.2\nDate: Sat, 21 Nov 2026 ${clock(i)} GMT\n\n<html><head><title>502 Bad Gateway</title></head></html>`,
        ),
      );
      story.step(
        desk.run(
          'sleep 5; curl -si localhost/api/health',
          `HTTP/1.1 200 OK\nServer: nginx/1.27.2\nDate: Sat, 21 Nov 2026 ${clock(9)} GMT\n\n{"status":"ok"}`,
        ),
      );
      story.step(desk.run('npm run test:api', 'Tests: 12 passed, 12 total'));
    },
  ),
  quiet(
    'eight helpers who each review another file and find nothing',
    {
      why: 'each has another file; nothing wrong is good news',
      prompt: 'Review the eight modules for races, one helper each.',
    },
    (desk, story) => {
      for (let i = 0; i < 8; i++) {
        const call = story.call({
          tool: 'Task',
          class: 'task',
          input: {
            description: `Review ${word(i)}`,
            prompt: `Review src/${word(i)}.ts for races.`,
          },
          output: '',
        });
        const child = new Story(`S/${hex(i, 6)}`, story.events);
        child.push({
          v: 1,
          type: 'session.start',
          session: child.session,
          agent: 'unknown',
          cwd: '/w',
          parent: story.session,
          parentCall: call,
        });
        child.turn(`Review src/${word(i)}.ts for races.`);
        child.step(
          desk.read(
            `/w/src/${word(i)}.ts`,
            `export class ${word(i)} {\n  private ${word(i + 1)} = ${i};\n}`,
          ),
        );
        child.say('No races found.').end();
        story.result(call, { tool: 'Task', input: {}, output: 'No races found.' });
      }
    },
  ),
  noStall(
    'put away to see the tests fail without it, taken out again, twice',
    { why: 'once for each of two fixes, and each time the outcome differs' },
    (desk, story) => {
      rounds(story, 2, (i) => [
        desk.replace('/w/src/cart.ts', `tax(${i})`, `tax(${word(i)})`),
        desk.run('npm test --silent', `Tests: ${31 + i} passed, ${31 + i} total\nTime: 4.${i}2 s`),
        desk.run(
          'git stash',
          `Saved working directory and index state WIP on topic: ${hex(3 + i, 7)} The cart`,
        ),
        desk.run(
          'npm test --silent',
          `FAIL test/cart.test.ts\n  ● adds ${word(i)}\nTests: 1 failed, ${30 + i} passed, ${31 + i} total\nTime: 4.${i}7 s`,
          1,
        ),
        desk.run(
          'git stash pop',
          `On branch topic\nChanges not staged for commit:\n\tmodified:   src/cart.ts\nDropped refs/stash@{0} (${hex(i, 40)})`,
        ),
      ]);
      story.step(
        desk.run(
          "git commit -am 'Taxes'",
          `[topic ${hex(8, 7)}] Taxes\n 1 file changed, 2 insertions(+), 2 deletions(-)`,
        ),
      );
    },
  ),
];
