/** Cases of a long shift: checks that have nothing to say, lists that get shorter, what was asked for by number, and fixes that undo one another. */
import { asked, rounds, row, source, word } from './cases.js';

describe('cases: many of them, each another one', () => {
  row('packages vetted one by one, most of which have nothing to say', 'quiet', {
    'eighteen of them': rounds(18, (tools, i) => {
      const bad = i === 4 || i === 9 || i === 15;
      const vet = `go vet ./internal/${word(i)}/...`;
      return [
        tools.run(
          vet,
          bad
            ? `# acme/internal/${word(i)}\ninternal/${word(i)}/${word(i)}.go:${20 + i}:2: fmt.Errorf format %d has arg id of wrong type string`
            : '',
          bad ? 1 : 0,
        ),
        ...(bad
          ? [
              tools.replace(
                `/w/internal/${word(i)}/${word(i)}.go`,
                `${word(i)} %d`,
                `${word(i)} %s`,
              ),
              tools.run(vet, ''),
            ]
          : []),
      ];
    }),
  });
  row('one package vetted again and again', 's4', {
    'with nothing to say': rounds(12, (tools) => [tools.run('go vet ./internal/cache/...', '')]),
  });

  row('files moved to another form one by one, with the suite green after each', 'quiet', {
    'seven of them': rounds(7, (tools, i) => [
      tools.read(`/w/Sources/${word(i)}.swift`, source(`api${i}`, 20)),
      tools.replace(
        `/w/Sources/${word(i)}.swift`,
        `completion: (${word(i)}) -> Void)`,
        `) async -> ${word(i)}`,
      ),
      tools.run(
        'swift test 2>&1 | tail -1',
        `Executed 88 tests, with 0 failures (0 unexpected) in 2.${i}1 seconds`,
      ),
    ]),
  });

  row('pages about limits, each of which says another number', 'quiet', {
    'nine of them': rounds(9, (tools, i) => [
      tools.run(
        `curl -s https://docs.${word(i)}pay.test/limits.md`,
        `# Rate limits\n\n${word(i)}pay allows ${25 + i * 15} reads a second and answers 429 above that.`,
      ),
    ]),
  });
  row('pages that say that there were too many requests', 'by 12', {
    'nine of them': rounds(12, (tools, i) => [
      tools.run(`curl -s https://docs.${word(i)}pay.test/limits.md`, 'rate limit exceeded', 1),
    ]),
  });

  const points = Array.from({ length: 10 }, (_, i) => `Release the ${word(i)} part`);
  row('a list that gets shorter with each point that is done', 'quiet', {
    'told anew after each': rounds(10, (tools, i) => [
      tools.run(`./release.sh ${word(i)}`, `${word(i)}-3.${i}.tar.gz`),
      tools.todo(points.slice(i + 1)),
    ]),
  });

  row('a measurement taken as often as the person asked', 'quiet', {
    'ten separate times': asked(
      'Run the benchmark ten separate times and give me mean and spread.',
      rounds(10, (tools, i) => [
        tools.run(
          'go test ./codec -run xxx -bench Encode',
          `BenchmarkEncode-8   \t   412${i}0\t     284${(i * 7) % 10}0 ns/op\nPASS\nok  \tacme/codec\t1.${i}1s`,
        ),
      ]),
    ),
  });
});

describe('cases: what mends one brings the other', () => {
  const versions = ['2.1.3', '1.26.4'];
  const complaints = [
    'Traceback (most recent call last):\n  File "/w/forecast.py", line 3, in <module>\n    import pandas as pd\nValueError: numpy.dtype size changed, may indicate binary incompatibility',
    'Traceback (most recent call last):\n  File "/w/forecast.py", line 5, in <module>\n    from numba import njit\nImportError: Numba needs NumPy 2.0 or less',
  ];
  const calls = ['python forecast.py', 'python -m forecast', 'python forecast.py --dry-run'];
  row('two versions put in in turn, each wanted by another library', 'by 18', {
    'run under three names': rounds(12, (tools, i) => [
      tools.run(
        `pip install ${i % 3 === 0 ? '--no-deps ' : ''}numpy==${versions[(i + 1) % 2] ?? ''}`,
        `Successfully uninstalled numpy-${versions[i % 2] ?? ''}\nSuccessfully installed numpy-${versions[(i + 1) % 2] ?? ''}`,
      ),
      tools.run(calls[i % 3] ?? '', complaints[i % 2] ?? '', 1),
    ]),
  });

  const tries = ["groupby('region')", "groupby(['region'])", "pivot_table(index='region')"];
  row('three versions of a line put in in turn, which all break in the same way', 'by 14', {
    'the first ones come back': rounds(8, (tools, i) => [
      tools.replace(
        '/w/sales.py',
        `df.${tries[(i + 2) % 3] ?? ''}.sum()`,
        `df.${tries[i % 3] ?? ''}.sum()`,
      ),
      tools.run(
        'python sales.py',
        `Traceback (most recent call last):\n  File "/w/sales.py", line 9, in <module>\n    by = df.${tries[i % 3] ?? ''}.sum()\nKeyError: 'region'`,
        1,
      ),
    ]),
  });
});
