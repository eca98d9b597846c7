/** How runs begin and end before and after what an idea is about, and edits that follow one another. */
import type { Act, Story } from '../../unit/support/story.js';
import type { Desk } from './clothes.js';
import { clock, hex, pick } from './idea.js';

/** A file, a text in it, and what is put in its place. */
type Edit = readonly [path: string, from: string, to: string];
export type Edits = readonly [Edit, ...Edit[]];

/** The text at `place` is replaced by the one that follows it. */
export function rewrite(
  desk: Desk,
  path: string,
  versions: readonly [string, ...string[]],
  place: number,
): Act {
  return desk.replace(path, pick(versions, place), pick(versions, place + 1));
}

/** A duration that is another one each time. */
export function seconds(i: number, least = 1): string {
  return (least + ((i * 37 + 11) % 89) / 100).toFixed(2);
}

/** Five calls: what a run looks at before it begins. */
export function lookAround(desk: Desk, story: Story): void {
  story.step(desk.run('git status --short --branch', '## main...origin/main'));
  story.step(
    desk.run('ls', 'CHANGELOG.md\nREADME.md\ndocs\npackage.json\nsrc\ntest\ntsconfig.json'),
  );
  story.step(
    desk.read(
      '/w/README.md',
      '# Orders\n\nTakes orders and hands them to the warehouse.\n\n## Build\n\n    npm ci && npm test',
    ),
  );
  story.step(
    desk.search(
      'createOrder',
      'src/orders/create.ts:14:export async function createOrder(input: OrderInput) {\nsrc/http/routes.ts:41:  router.post("/orders", (req) => createOrder(req.body));\ntest/create.test.ts:8:    const order = await createOrder(sample);',
    ),
  );
  story.step(
    desk.read(
      '/w/src/orders/create.ts',
      'import { db } from "../db";\nimport { OrderInput } from "./types";\n\nexport async function createOrder(input: OrderInput) {\n  const row = await db.insert("orders", input);\n  return { id: row.id, state: "open" };\n}',
    ),
  );
}

/** Fifteen calls of good work: three parts, each read, changed twice, tested and committed. */
export function workAWhile(desk: Desk, story: Story): void {
  const parts = ['invoice', 'refund', 'shipment'] as const;
  parts.forEach((part, i) => {
    const file = `/w/src/${part}/total.ts`;
    story.step(
      desk.read(
        file,
        `export function ${part}Total(lines: Line[]) {\n  let sum = ${i};\n  for (const line of lines) {\n    sum += line.price * line.count;\n  }\n  return sum;\n}`,
      ),
    );
    story.step(desk.replace(file, `  let sum = ${i};`, `  let sum = Money.of(${i}, 'EUR');`));
    story.step(
      desk.replace(
        file,
        '    sum += line.price * line.count;',
        `    sum = sum.plus(line.price.times(line.count)); // ${part}`,
      ),
    );
    story.step(
      desk.run(
        `npx vitest run test/${part}.test.ts`,
        ` RUN  v2.1.4 /w\n\n ✓ test/${part}.test.ts (${4 + i} tests) ${12 + i * 5}ms\n\n Test Files  1 passed (1)\n      Tests  ${4 + i} passed (${4 + i})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
      ),
    );
    story.step(
      desk.run(
        `git commit -qam "Count the ${part} in money" && git log --oneline -1`,
        `${hex(i + 60, 7)} Count the ${part} in money`,
      ),
    );
  });
}

/** Three calls: all is tested, committed and pushed. */
export function finish(desk: Desk, story: Story): void {
  story.step(
    desk.run(
      'npm test',
      ` Test Files  31 passed (31)\n      Tests  212 passed (212)\n   Duration  ${seconds(3, 9)}s`,
    ),
  );
  story.step(
    desk.run(
      'git add -A && git commit -qm "Finish the change" && git log --oneline -1',
      `${hex(99, 7)} Finish the change`,
    ),
  );
  story.step(
    desk.run(
      'git push',
      `To git.example.test:acme/orders.git\n   ${hex(62, 7)}..${hex(99, 7)}  main -> main`,
    ),
  );
}
