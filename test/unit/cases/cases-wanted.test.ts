/** Cases of what a person wants to go wrong, or to be taken by nobody yet, or knows to fail; and the same where it is none of that. */
import { alternate, asked, each, row, word, type Scene } from './cases.js';

const malformed: Scene = each(10, (tools, i) =>
  tools.run(
    `curl -s -XPOST localhost:8080/orders -d '{"${word(i)}":'`,
    '{"error":"invalid JSON body"}',
  ),
);
const roles: Scene = each(9, (tools, i) =>
  tools.run(
    `./as ${word(i)} curl -s localhost:8080/admin`,
    i === 7 ? 'Welcome' : '{"error":"forbidden"}',
  ),
);
const logins: Scene = each(9, (tools, i) =>
  tools.run(
    `curl -s -d 'user=kim&pass=${word(i)}${i}' localhost:8080/login`,
    '{"error":"invalid credentials"}',
  ),
);
const domains: Scene = each(10, (tools, i) =>
  tools.run(`whois ${word(i)}lab.dev`, 'Domain not found.'),
);

describe('cases: what is to go wrong', () => {
  row('it was asked for', 'quiet', {
    'bodies that are malformed': asked('Test how the API reacts to malformed bodies.', malformed),
    'inputs that may crash it': asked(
      'Try to crash the parser with odd inputs and tell me what you find.',
      each(14, (tools, i) =>
        tools.run(
          `printf '${'[{'.repeat(i + 1)}' | ./parse`,
          `parse: unexpected end of input at ${2 * i + 2}`,
          1,
        ),
      ),
    ),
    'a check that may be got around': asked('See if you can get around the login.', logins),
    'as each of the roles': asked('Log in as each role and try the admin page.', roles),
    'in German': asked('Melde dich mit jeder Rolle an und ruf /admin auf.', roles),
    'names that are free': asked(
      'I need a free .dev domain: think of ten and check them.',
      domains,
    ),
    'a failing test before each rule': asked(
      'Do it by TDD: for each rule of rules.md write a failing test first.',
      alternate(
        14,
        (tools, i) =>
          i % 2 === 0
            ? tools.replace('/w/test/rules.test.ts', `// ${i}`, `it('${word(i)}', check${i});`)
            : tools.replace('/w/src/rules.ts', `case ${i}`, `case '${word(i)}': return true;`),
        (tools, i) =>
          i % 2 === 0
            ? tools.run(
                'npx vitest run',
                ` FAIL  test/rules.test.ts > ${word(i)}\nAssertionError: expected false to be true\n Tests  1 failed | ${i} passed (${i + 1})`,
                1,
              )
            : tools.run('npx vitest run', ` Tests  ${i + 1} passed (${i + 1})`),
      ),
    ),
  });
  row('it was not', 'by 6', {
    'bodies that are malformed': asked('Create the orders of orders.json by the API.', malformed),
    'rights that are lacking': asked('Set up the report for finance.', roles),
    'a login that fails': asked('Download the report from the portal.', logins),
  });
});

describe('cases: a failure that the person knows of', () => {
  const legacy = ` FAIL  test/legacy.test.ts > keeps the old cookie
AssertionError: expected undefined to be 'v1'
 Tests  1 failed | 212 passed (213)`;
  const check = (file: (i: number) => string): Scene =>
    alternate(
      12,
      (tools, i) => tools.replace(file(i), `before(${i})`, `after(${i}, '${word(i)}')`),
      (tools) => tools.run('npm test', legacy, 1),
    );
  const store = check(() => '/w/src/store.ts');
  row('and leaves alone', 'quiet', {
    'ignore it': asked(
      'Split store.ts. Ignore the failing legacy test, it is broken on main.',
      store,
    ),
    'it fails already': asked('Split store.ts. test_legacy fails already, that is known.', store),
    'leave it': asked(
      'Add tracing. There is one pre-existing test failure (the old cookie), leave it alone.',
      check((i) => `/w/src/${word(i)}.ts`),
    ),
    'all of them': asked(
      'Split store.ts. Some tests fail already, do not worry about them.',
      store,
    ),
    'in German': asked('Teile store.ts auf. Der Legacy-Test schlägt schon vorher fehl.', store),
  });
  row('and which is to be mended, or is another one', 'by 14', {
    'fix it': asked('test_legacy fails on main. Please fix it.', store),
    another: asked('Split store.ts. The snapshot test fails already, ignore it.', store),
  });
});
