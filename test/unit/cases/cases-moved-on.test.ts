/** Builds that fail at one place after the other are a way forward; those that fail at one place, whatever is written there, are a circle. */
import { row, word, type Scene } from './cases.js';

/** An edit of the place that failed last, then the build, which fails at the next. */
const mended =
  (
    file: string,
    code: (i: number) => string,
    build: (i: number) => readonly [string, string],
  ): Scene =>
  (tools, story) => {
    story.step(tools.run(...build(0), 1));
    story.repeat(24, (i) => {
      const place = i >> 1;
      return i % 2 === 0
        ? tools.replace(file, code(place), `${code(place)} // ${word(place)}`)
        : tools.run(...build(place + 1), 1);
    });
  };

/** The same place is written anew each time, and the build fails there again. */
const rewritten =
  (
    file: string,
    form: (i: number) => string,
    build: (code: string, i: number) => readonly [string, string],
  ): Scene =>
  (tools, story) => {
    story.step(tools.run(...build(form(0), 0), 1));
    story.repeat(24, (i) => {
      const turn = (i >> 1) + 1;
      return i % 2 === 0
        ? tools.replace(file, form(turn - 1), form(turn))
        : tools.run(...build(form(turn), turn), 1);
    });
  };

const cargo = (code: string, line: number): readonly [string, string] => [
  'cargo check',
  `    Checking shop v0.1.0 (/w)\nerror[E0308]: mismatched types\n  --> src/lib.rs:${line}:18\n   |\n${line} |     ${code}\n   |            ---   ^ expected \`u32\`, found \`u64\`\n\nerror: could not compile \`shop\` (lib) due to 1 previous error`,
];
const zig = (code: string, line: number): readonly [string, string] => [
  'zig build',
  `src/main.zig:${line}:11: error: unused local constant\n    ${code}\n          ^~~~~\nerror: the following command failed with 1 compilation errors:`,
];
const clang = (code: string, line: number): readonly [string, string] => [
  'make',
  `src/cart.c:${line}:5: error: incompatible pointer to integer conversion\n ${line} |     ${code}\n      |     ^~~~~~~~\nmake: *** [Makefile:12: cart.o] Error 1`,
];

describe('cases: builds that move on', () => {
  row('one finding after the other, each at other code', 'quiet', {
    cargo: mended(
      '/w/src/lib.rs',
      (i) => `let ${word(i)}: u32 = row.${word(i)};`,
      (i) => cargo(`let ${word(i)}: u32 = row.${word(i)};`, 20 + i * 7),
    ),
    zig: mended(
      '/w/src/main.zig',
      (i) => `const ${word(i)} = row.get(${i});`,
      (i) => zig(`const ${word(i)} = row.get(${i});`, 12 + i * 3),
    ),
    clang: mended(
      '/w/src/cart.c',
      (i) => `total_${word(i)} = lines;`,
      (i) => clang(`total_${word(i)} = lines;`, 30 + i * 4),
    ),
  });
  row('one finding, whatever is written there', 'by 20', {
    cargo: rewritten(
      '/w/src/lib.rs',
      (i) => `let total: u32 = ${word(i)}(rows);`,
      (code, i) => cargo(code, 20 + (i % 2)),
    ),
    zig: rewritten(
      '/w/src/main.zig',
      (i) => `const total = ${word(i)}(rows);`,
      (code) => zig(code, 12),
    ),
  });
  const image = (fault: string, i: number): readonly [string, string] => [
    'docker build .',
    `#9 [5/7] RUN ./setup.sh\n#9 ${i + 2}.31 + install\n#9 ${i + 3}.07 ${fault}\n------\nERROR: failed to solve: process "/bin/sh -c ./setup.sh" did not complete successfully: exit code: 1`,
  ];
  row('a script that breaks at one place after the other, told by who runs it', 'quiet', {
    'docker build': mended(
      '/w/setup.sh',
      (i) => `install $${word(i)}`,
      (i) => image(`./setup.sh: line ${20 + i * 4}: ${word(i)}: unbound variable`, i),
    ),
    make: mended(
      '/w/setup.sh',
      (i) => `install $${word(i)}`,
      (i) => [
        'make setup',
        `./setup.sh\n./setup.sh: line ${20 + i * 4}: ${word(i)}: unbound variable\nmake: *** [Makefile:3: setup] Error 1`,
      ],
    ),
  });
  row('a script that breaks at one place, told by who runs it', 'by 20', {
    'docker build': rewritten(
      '/w/setup.sh',
      (i) => `: "${'$'}{SHOP_${word(i)}:=1}"`,
      (_, i) => image('./setup.sh: line 20: SHOP_ROOT: unbound variable', i),
    ),
  });
});
