/** Cases of what is asked again after each edit: what an edit may change is a witness of it, what it cannot change is none. */
import { edit as replaced, type Act } from '../support/story.js';
import { other, row, word, type Scene } from './cases.js';
import type { Toolset } from './toolsets.js';

type Edit = (tools: Toolset, i: number) => Act;

const edit: Edit = (tools, i) => tools.replace('/w/src/app.tsx', word(i), `${word(i + 1)} big`);
const printing: Edit = (_, i) =>
  replaced('/w/src/app.tsx', `step(${i})`, `console.log("here ${i}");\nstep(${i + 1})`);

/** An edit, and then the same question. */
const after =
  (look: Act, change: Edit = edit): Scene =>
  (tools, story) => {
    story.turn('Build the page.');
    for (let i = 0; i < 12; i++) {
      story.step(change(tools, i)).step(look);
    }
  };
const messages = (told: string): Act =>
  other('mcp__playwright__browser_console_messages', {}, told);

describe('cases: witnesses', () => {
  row('nothing is wrong on the page after each edit', 'quiet', {
    'an empty list': after(messages('### Result\n[]')),
    'in words': after(messages('### Result\nNo console messages.')),
    'in numbers': after(messages('### Result\nTotal messages: 0 (Errors: 0, Warnings: 0)')),
    'in brackets': after(
      other(
        'mcp__chrome-devtools__list_console_messages',
        {},
        '# list_console_messages response\n## Console messages\n<no console messages found>',
      ),
    ),
    'and prints were put in long before': (tools, story) => {
      story.step(printing(tools, 0));
      after(messages('### Result\nNo console messages.'))(tools, story);
    },
    'what the server tells of itself': after(
      messages('### Result\n[LOG] [vite] connected. @ http://localhost:3000/@vite/client:9'),
    ),
  });
  row('one error stays on the page after each edit', 'by 16', {
    'in its console': after(
      messages(
        '### Result\n[ERROR] TypeError: x.map is not a function @ http://localhost:3000/app.js:12',
      ),
    ),
    'in the list of an editor': after(
      other(
        'mcp__ide__getDiagnostics',
        {},
        '[{"uri":"file:///w/src/app.tsx","diagnostics":[{"message":"x is possibly undefined","severity":"Error"}]}]',
      ),
    ),
  });
  row('prints are put in, and none of them comes', 'by 20', {
    'in its console': after(messages('### Result\nNo console messages.'), printing),
  });
  row('what is written for people is read again before each edit', 'quiet', {
    'a page of the documentation': after(
      other(
        'mcp__context7__get-library-docs',
        { context7CompatibleLibraryID: '/vercel/next.js', topic: 'routing' },
        '# Routing\nFolders are routes. Use page.tsx for a page and layout.tsx for what is around it.',
      ),
    ),
    'a ticket': after(
      other(
        'mcp__tracker__get_issue',
        { key: 'ABC-12' },
        '{"key":"ABC-12","summary":"Cards with pictures","status":"In Progress"}',
      ),
    ),
    'the rules of the project': after(
      other('mcp__house__get_guidelines', {}, 'Use two spaces. No default exports.'),
    ),
    memories: after(other('mcp__serena__list_memories', {}, '["core","style","commands"]')),
    'a design': after(
      other(
        'mcp__figma__get_design_context',
        { nodeId: '12:4' },
        'Frame "Card" 320x200, fill #ffffff, radius 8, children: Title, Text, Button',
      ),
    ),
    'a reminder to think': after(
      other(
        'mcp__serena__think_about_collected_information',
        {},
        'Have you collected all the information that you need? If not, can the missing information be acquired by the tools?',
      ),
    ),
  });
  row('a ticket stays as it is, whatever is done to it', 'by 16', {
    'its state is set': (_, story) => {
      story.turn('Close ABC-12.');
      for (let i = 0; i < 12; i++) {
        story.step(
          other(
            'mcp__tracker__transition_issue',
            { key: 'ABC-12', to: ['Done', 'Closed', 'Resolved'][i % 3] ?? '' },
            'Transition requested.',
          ),
        );
        story.step(
          other(
            'mcp__tracker__get_issue',
            { key: 'ABC-12' },
            '{"key":"ABC-12","summary":"Cards with pictures","status":"In Progress"}',
          ),
        );
      }
    },
  });
});
