/** Services, helpers, screens and debuggers: circles, each with the honest run that looks like it. */
import { other, row, word } from './cases.js';

const helper = (prompt: string, output: string) =>
  other('delegate', { description: 'A part of the work', prompt }, output, { class: 'task' });
const click = (x: number, y: number) =>
  other('computer_left_click', { coordinate: [x, y] }, 'Clicked');
const screen = (seen: string) => other('computer_read_screen', {}, seen);
const goOn = (line: number) =>
  other('debugger_continue', {}, `Stopped at breakpoint 1, cart.c:${line}`);
const value = (seen: string) => other('debugger_evaluate', { expression: 'cart->total' }, seen);

describe('cases: services, helpers and screens', () => {
  row('paths of a server guessed', 's by 14', {
    'none of which is there': (tools, story) => {
      story.repeat(14, (i) =>
        tools.run(
          `curl -s localhost:3000/api/${word(i)}`,
          '{"message":"Cannot GET","statusCode":404}',
        ),
      );
    },
  });
  row('interfaces of a server asked one by one', 'quiet', {
    'each of which is there': (tools, story) => {
      story.repeat(14, (i) =>
        tools.run(`curl -s localhost:3000/api/${word(i)}/health`, '{"status":"ok"}'),
      );
    },
    'which say that nothing runs out': (tools, story) => {
      story.repeat(14, (i) =>
        tools.run(`check-certificate ${word(i)}.shop.test`, 'Certificate will not expire'),
      );
    },
  });
  row('what services tell of themselves', 'quiet', {
    'of which nothing is missing or unexpected': (tools, story) => {
      story.repeat(12, (i) =>
        tools.run(
          `curl -s localhost:3000/api/${word(i)}/check`,
          '{"missing":[],"unexpected":0,"denied":0,"invalid":false}',
        ),
      );
    },
    'whose version is unknown': (_, story) => {
      story.repeat(12, (i) => other('get_version', { service: word(i) }, '{"version":"unknown"}'));
    },
  });
  row('services of which something is missing', 'watch at most', {
    'each asked once': (_, story) => {
      story.repeat(12, (i) => other('get_license', { service: word(i) }, '{"license":"missing"}'));
    },
  });
  row('roles asked for their rights', 'watch at most', {
    'none of which has any': (tools, story) => {
      story.repeat(12, (i) =>
        tools.run(`rights --of ${word(i)}`, `${word(i)} has no access to the orders`),
      );
    },
  });
  row('pages that were removed', 'watch at most', {
    'each of which answers so': (tools, story) => {
      story
        .turn('Check that the removed pages answer with 404.')
        .repeat(12, (i) =>
          tools.run(
            `curl -s localhost:3000/old/${word(i)}`,
            '{"message":"Not Found","statusCode":404}',
          ),
        );
    },
  });
  row('a console that always says the same after edits', 'quiet', {
    'of other places each time': (tools, story) => {
      for (let i = 0; i < 9; i++) {
        story
          .step(tools.replace(`/w/src/${word(i)}.ts`, `const ${word(i)}`, `let ${word(i)}`))
          .step(other('read_console', { lines: 20 }, '[vite] connected.'));
      }
    },
  });
  row('helpers who all say that they must not', 'error-loop by 8', {
    'whatever they are told': (_, story) => {
      story.repeat(7, (i) =>
        helper(
          `Write tests for src/cart.ts. Mind the ${word(i)}.`,
          'I could not write the tests: I have no permission to create files in this folder.',
        ),
      );
    },
  });
  row('helpers who each have a part', 'watch at most', {
    'and none of whom finds fault': (_, story) => {
      story.repeat(7, (i) =>
        helper(`Review src/${word(i)}.ts.`, `I did not find any problems in src/${word(i)}.ts.`),
      );
    },
    'and none of whom could make it fail': (_, story) => {
      story.repeat(5, (i) =>
        helper(
          `Make the ${word(i)} fail.`,
          `I could not make the ${word(i)} fail: all of its ${i + 12} states hold.`,
        ),
      );
    },
  });
  row('a button pressed', 's by 14', {
    'which does nothing': (_, story) => {
      for (let i = 0; i < 7; i++) {
        story
          .step(click(640 + (i % 3), 412 + (i % 2)))
          .step(screen('Window "Import"\n[File: no file] [Browse…]\n[Import] (disabled)'));
      }
    },
  });
  row('a game played by clicks', 'quiet', {
    'whose screen is another one after each': (_, story) => {
      for (let i = 0; i < 8; i++) {
        story.step(click(640 + i * 40, 412)).step(screen(`Board\n${word(i)} at ${i}, ${i + 2}`));
      }
    },
  });
  row('a program followed in a debugger', 'quiet', {
    'whose value changes at each stop': (_, story) => {
      for (let i = 0; i < 9; i++) {
        story.step(goOn(41 + (i % 3))).step(value(String(i * i * 7 + 12)));
      }
    },
  });
  row('a program that goes on to the same place', 's by 14', {
    'with the same value': (_, story) => {
      for (let i = 0; i < 7; i++) {
        story.step(goOn(41)).step(value('total = 12'));
      }
    },
  });
  row('one question about ever different names', 'quiet', {
    'of packages, most of which have the same version': (tools, story) => {
      story.repeat(14, (i) =>
        tools.run(`jq -r .version ${word(i)}.json`, i === 9 ? '1.3.2' : '1.4.0'),
      );
    },
    'of environments, with the same value': (_, story) => {
      story.repeat(12, (i) => other('get_flag', { name: 'new-cart', environment: word(i) }, 'on'));
    },
    'of machines, which all run the same': (tools, story) => {
      story.repeat(12, (i) => tools.run(`ssh ${word(i)}.build.test node -v`, 'v20.11.1'));
    },
  });
  row('ever other ways to ask, and the same few words', 'watch by 9', {
    'in sentences': (_, story) => {
      story.repeat(14, (i) =>
        other(
          'query_docs',
          { text: `How is the ${word(i)} of an order set, and what does it do?` },
          'Ask about the shop.',
        ),
      );
    },
    'by ever other options': (tools, story) => {
      story.repeat(14, (i) => tools.run(`convert-all --${word(i)}`, 'pages seen: 0'));
    },
  });
});
