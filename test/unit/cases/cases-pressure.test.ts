/** Cases in which many small signs add up, none of which is a circle by itself. */
import type { Act } from '../support/story.js';
import { row, source, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

const files = ['cache', 'queue', 'router'];

/** Steps of an agent that knows three files and gets nowhere. */
function nothing(tools: Toolset, i: number): Act {
  const file = files[i % files.length] ?? 'cache';
  switch (i % 3) {
    case 0:
      return tools.search(`${word(i)}Handler${i}`, '');
    case 1:
      return tools.read(`/w/src/${file}.ts`, source(file), [1 + (i % 5), 5]);
    default:
      return tools.run(
        `node scripts/${word(i)}.js --id ${i}`,
        `Error: ${word(i)}: no route to host`,
        1,
      );
  }
}

/** The first `each` steps of every round bring nothing, the last one does. */
const wandering =
  (rounds: number, each: number, news: (tools: Toolset, round: number) => Act): Scene =>
  (tools, story) => {
    for (const file of files) {
      story.step(tools.read(`/w/src/${file}.ts`, source(file)));
    }
    let step = 0;
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < each; i++) {
        story.step(nothing(tools, step++));
      }
      story.step(news(tools, round));
    }
  };
const learns = (tools: Toolset, i: number): Act =>
  tools.read(`/w/src/${word(i)}/index.ts`, source(`${word(i)}${i}`));
const changes = (tools: Toolset, i: number): Act =>
  tools.write(`/w/src/${word(i)}.ts`, source(`new${i}`));

row('repeats, failures and empty results in turn, nothing else', 'by 24', {
  'after some reading': wandering(1, 24, learns),
});

row('the same, and a little news in every sixth step', 'watch by 26', {
  'a file read': wandering(6, 5, learns),
});

row('repeats, failures and empty results, and now and then something new', 'watch at most', {
  'learned after every fourth': wandering(8, 4, learns),
  'changed after every fifth': wandering(8, 5, changes),
});

row('searches that find nothing, between edits that change nothing', 'by 24', {
  'four and one': wandering(6, 4, (tools, round) =>
    tools.replace(`/w/src/${word(round)}.ts`, `return ${round};`, `return ${round};`),
  ),
});
