/** Cases of pictures that an agent looks at: a log may hold a mark for each, or only say that one was taken. */
import type { Act } from '../support/story.js';
import { other, row, rounds, source, times, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

type Picture = (tools: Toolset, i: number) => Act;

/** Nothing of what is to be seen is in the answer. */
const untold: Record<string, Picture> = {
  'by a browser': () =>
    other(
      'mcp__chrome-devtools__take_screenshot',
      {},
      "# take_screenshot response\nTook a screenshot of the current page's viewport.",
    ),
  'in a file of its own': (_, i) =>
    other(
      'mcp__playwright__browser_take_screenshot',
      { filename: `page-${i}.png` },
      `### Result\nTook the viewport screenshot and saved it as page-${i}.png`,
    ),
  'of the desktop': () => other('computer', { action: 'screenshot' }, 'Screenshot taken'),
  'by a program': (tools) =>
    tools.run(
      'npx playwright screenshot http://localhost:3000 page.png',
      'Navigating to http://localhost:3000\nCapturing screenshot into page.png',
    ),
};
/** `mark`: equal for equal pictures. */
const told = (mark: string): Act =>
  other('mcp__chrome-devtools__take_screenshot', {}, `Took a screenshot.\n[image ${mark}]`);
const styled =
  (picture: Picture): Scene =>
  (tools, story) => {
    for (let i = 0; i < 12; i++) {
      story.step(tools.replace('/w/app.css', `margin: ${i}px`, `margin: ${i + 1}px`));
      story.step(picture(tools, i));
    }
  };
const variants = (scene: (picture: Picture) => Scene): Record<string, Scene> =>
  Object.fromEntries(Object.entries(untold).map(([name, picture]) => [name, scene(picture)]));

describe('cases: pictures', () => {
  row('a picture after each edit of a style, of which nothing is told', 'quiet', variants(styled));
  row('a picture after each edit of a style, another one each time', 'quiet', {
    'by a browser': styled((_, i) => told(`${word(i)}Kq`)),
  });
  row('a picture after each edit of a style, and the page stays as it is', 'by 16', {
    'by a browser': styled(() => told('fKqWzRtB')),
  });
  row(
    'a picture after each edit of a style, which differs from the wanted one as before',
    'by 14',
    {
      'by a browser': styled((_, i) =>
        other(
          'mcp__browser__compare_screenshot',
          { name: 'card', threshold: 0.1 },
          `5121 pixels differ (4.12 %) after ${i + 2} s`,
        ),
      ),
    },
  );
  row('a picture, and the same file each time', 'by 16', {
    'in a file of its own': rounds(14, (tools, i) => [
      untold['in a file of its own']?.(tools, i) ?? told(''),
      tools.read('/w/app.css', source(1, 30)),
    ]),
  });
  row('pictures of one page again and again', 'by 12', {
    'nothing is told of them': times(14, () =>
      other('mcp__chrome-devtools__take_screenshot', {}, 'Took a screenshot.'),
    ),
    'they are equal': times(14, () => told('fKqWzRtB')),
  });
});
