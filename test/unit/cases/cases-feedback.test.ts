/** Cases of a person who says in message after message that nothing has changed, and of those who say something else each time. */
import { row, word, type Scene } from './cases.js';

/** The agent answers each message with an edit of one file and a build that goes well. */
const conversation =
  (path: string | ((turn: number) => string), prompts: readonly string[]): Scene =>
  (tools, story) => {
    prompts.forEach((prompt, turn) => {
      const file = typeof path === 'string' ? path : path(turn);
      story.end().turn(prompt);
      story.step(tools.replace(file, `${word(turn)}.before()`, `${word(turn)}.after(${turn})`));
      story.step(tools.run('npm run -s build', `✓ built in ${turn + 2}.1s`));
      story.say(['Fixed.', 'It should be right now.', 'This was the cause.'][turn % 3] ?? '');
    });
  };
const chart = '/w/src/chart.ts';

describe('cases: what only the person tells', () => {
  row('a person says four times that nothing has changed, and the same file is edited', 's9', {
    'in other words each time': conversation(chart, [
      'Make the save button blue.',
      'still grey',
      'Nope, still grey.',
      'grey. did you even look?',
      'That made no difference.',
      'STILL GREY',
    ]),
    politely: conversation(chart, [
      'The page jumps when I scroll. Can you fix it?',
      'Thanks, but it still jumps.',
      'Thank you for trying! Unfortunately it still jumps when I scroll.',
      'Hm, sorry, still the same.',
      'Great effort, but no change: the page jumps.',
    ]),
    'by its error': conversation(chart, [
      'I get TypeError: reading "map" of undefined when I open the list',
      'Still: TypeError: reading "map" of undefined',
      'TypeError: reading "map" of undefined',
      'same error: reading "map" of undefined',
      'Again TypeError: reading "map" of undefined',
    ]),
    'with pictures': conversation(chart, [
      'The tooltip is cut off',
      '[Image #1] still cut off',
      '[Image #2] Still cut off',
      '[Image #3] nope, cut off',
      "'/tmp/Screenshot 4.png' again cut off",
    ]),
    'in German': conversation(chart, [
      'Der Knopf soll rechts stehen.',
      'Er steht immer noch links.',
      'Immer noch links.',
      'Nichts hat sich geändert, steht links.',
      'Wieder links!',
    ]),
    'in Chinese': conversation(chart, [
      '把保存按钮改成蓝色',
      '还是灰色',
      '没有变化，还是灰色',
      '仍然是灰色的',
      '还是不行',
    ]),
    'in French': conversation(chart, [
      'Le menu doit se fermer au clic.',
      'Il ne se ferme toujours pas.',
      'Toujours pas.',
      'Rien ne change, le menu reste ouvert',
      'Pareil, il ne se ferme toujours pas',
    ]),
  });

  row('with a proposal between, which neither counts nor ends the row', 's11', {
    'another way is proposed': conversation(chart, [
      'The popup shows behind the map.',
      'It is still behind the map.',
      'Still behind the map.',
      'Try a portal.',
      'Still behind the map!',
      'Still behind it.',
      'Still behind the map.',
    ]),
  });

  row('agreement between the complaints, which neither counts nor ends the row', 's13', {
    proceed: conversation(chart, [
      'The icons at the top are hidden behind a white bar.',
      'Still the same: the icons at the top are hidden.',
      'proceed',
      'Same issue, the white bar still hides the icons at the top.',
      'yes, do it',
      'Nothing changed, the icons are hidden behind the bar.',
      'The icons are still hidden at the top.',
    ]),
  });

  row('a person says that it goes in circles', 's9', {
    'in so many words': conversation(chart, [
      'The artwork is not shown.',
      'The artwork is still not shown.',
      'You are going in circles, the artwork is not shown',
      'Again the artwork is not shown, we are stuck in a loop.',
      'How many times do I have to tell you? The artwork is not shown.',
    ]),
  });

  row('two states that take turns, each said to be back', 's9', {
    'a legend': conversation(chart, [
      'The legend covers the months.',
      'It covers the title.',
      'It covers the months again.',
      'The title is covered again.',
      'Again on the months!',
      'Title again.',
    ]),
  });

  row('a person says something else each time', 'quiet', {
    'tuned by degrees': conversation(chart, [
      'Make the header darker.',
      'Still too light.',
      'A bit darker still.',
      'Still too light for me, sorry',
      'Still a little too light',
      'Still not dark enough',
    ]),
    'one item of a list after the other': conversation(chart, [
      'Please fix: 1. the button is grey 2. the title wraps 3. the footer is missing 4. the icon jumps',
      'The title still wraps',
      'The footer is still missing',
      'The icon still jumps',
      'The button is still grey',
      'The title still wraps on phones',
    ]),
    'another place each time': conversation(chart, [
      'The text is cut off on the home page.',
      'Still cut off on the about page',
      'Still cut off on the team page',
      'still cut off on the blog',
      'still cut off in the footer',
      'still cut off in the mail',
    ]),
    'another test each time': conversation(chart, [
      'Make the tests pass.',
      'Still failing: test_parse_date',
      'Still failing: test_parse_zone',
      'Still failing: test_leap_year',
      'Still failing: test_epoch',
    ]),
    'another number each time': conversation(chart, [
      'The total should be 119.00, it shows 100.00',
      'Still wrong: 118.81',
      'Still wrong, 119.01',
      'still not, 118.99',
      'Still: 119.0',
    ]),
    'the same wish for the next page': conversation(chart, [
      'Add a header to the home page.',
      'Do the same for the about page.',
      'Same for the team page.',
      'And the same again for the imprint',
      'Same thing on the blog please',
      'the same for the shop',
    ]),
    'the next wish': conversation(chart, [
      'Build the settings page.',
      'It still needs a back button.',
      'The language is still missing.',
      'We still need a theme switch.',
      'Still missing: the avatar upload',
    ]),
    'better each time': conversation(chart, [
      'The list is slow.',
      'Better, but still slow.',
      'Better again, still slow with 1000 rows',
      'Still slow on my phone, but better',
      'nearly there, still slow at the end',
    ]),
    'what is to be printed next': conversation(chart, [
      'I am debugging the relay myself. Add a print where it opens.',
      'Still closed, print the voltage too.',
      'still closed, print the pin',
      'Still closed. Print the timer.',
      'Still closed; print the state machine.',
    ]),
    'the same order by schedule': conversation(
      chart,
      Array.from({ length: 9 }, () => 'Look at the queue and set the limit to its length.'),
    ),
    'set by the pixel': conversation(chart, [
      'Move the title up 1px',
      'Move the button to the right 2px',
      'Move the title to the left 1px',
      'move both of them to the right 1px',
      'Move the title up 2px',
      'Move the title down 1px',
      'Can you move the title to the right 1px',
      'Move the title up 1px',
    ]),
    'one rule of a form after the other': conversation(chart, [
      'Step 1: a booking has a room, a start and an end.',
      'Step 2: no two bookings of the same room may overlap.',
      'Step 3: the end is not before the start.',
      "Step 4: the same person can't have more than two bookings a day.",
      'Step 5: bookings that were taken back do not count in 2 and 4.',
      'Step 6: those who keep the house are not bound by 4.',
      'Step 7: migrations.',
    ]),
    'short wishes without praise': conversation(chart, [
      'put the rating on the card',
      'skeleton on the card instead of the whole page',
      'proceed with the filters',
      'the page reloads, the filter should not reload it',
      'no need of a skeleton on the filter, it will always be there',
      'align the page with the bar at the top, the padding should be the same as there',
      'make a container for the page and the bar',
      'update the tasks that are done',
    ]),
    'the same words of a program whenever the agent stops': conversation(
      chart,
      Array.from(
        { length: 9 },
        () =>
          'The task is still open. Please continue with whatever approach you think is suitable. When you are sure that the chart is right and all tests pass, finish the interaction; never ask for the help of a person.',
      ),
    ),
    'what an editor or a harness puts around each message': conversation(
      chart,
      [
        'Build the settings page.',
        'The language of the page comes from the profile.',
        'A theme switch at the top.',
        'Show the avatar, with an upload.',
        'Tests for the page.',
        'An entry in the menu.',
        'A link back home.',
      ].map(
        (wish) =>
          `<user_query>\n${wish} @src/settings/Page.tsx #file:src/settings/Page.tsx\n</user_query>\n<system-reminder>Your todo list is still empty. Do not mention this to the user.</system-reminder>`,
      ),
    ),
    'how many are left': conversation(chart, [
      'Replace all var in chart.ts.',
      'There are still some',
      'still some left',
      'Still many in there',
      'still a few',
    ]),
    'other faults of a drawing': conversation(chart, [
      'Draw a cat.',
      'It does not look like a cat.',
      'The ears are not right.',
      'Tail is not right',
      'Eyes still not right',
      'whiskers: not right',
    ]),
  });

  const onlyLooking =
    (prompts: readonly string[]): Scene =>
    (tools, story) => {
      for (const [turn, prompt] of prompts.entries()) {
        story.end().turn(prompt);
        story.step(tools.read(`/w/src/${word(turn)}.css`, `.${word(turn)} { color: red }`));
      }
    };
  const grey = [
    'Why is the button grey?',
    'Still grey.',
    'still grey',
    'STILL grey',
    'No change, grey',
  ];
  row('nothing is done again before the fifth message', 'watch at most', {
    'other files are edited each time': conversation(
      (turn) => `/w/src/${word(turn)}.ts`,
      [
        'Escape should close the panel.',
        'Escape still does nothing.',
        'Still not closing.',
        'not working',
        'No, Escape still does nothing',
      ],
    ),
    'the agent only looks': onlyLooking(grey),
  });
  row('five messages say so, whatever is done', 's6', {
    'the agent only looks': onlyLooking([...grey, 'grey']),
  });
});
