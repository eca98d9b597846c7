/** Cases of an ordinary desk: things that are gone through one by one, what is compared as asked, and complaints that come in turn. */
import { asked, rounds, row, source, word, type Scene } from './cases.js';

const hex = (i: number, length: number): string =>
  ((i + 3) * 2_654_435_761).toString(16).padStart(length, 'c').slice(-length);

describe('cases: one after the other', () => {
  const flash = (board: (i: number) => number): Scene =>
    rounds(9, (tools, i) => [
      tools.run(
        'esptool.py -p /dev/ttyUSB0 read_mac | tail -1',
        `MAC: 24:6f:28:${hex(board(i), 2)}:${hex(board(i) + 9, 2)}:${hex(board(i) + 40, 2)}`,
      ),
      tools.run(
        'esptool.py -p /dev/ttyUSB0 write_flash 0x10000 build/app.bin | tail -2',
        `Wrote 912384 bytes at 0x00010000 in 13.${i} seconds\nHash of data verified.`,
      ),
    ]);
  row('ever other boards put under one needle', 'quiet', { 'nine of them': flash((i) => i) });
  row('one board put under the needle again and again', 'by 10', { 'the same': flash(() => 0) });

  row('rows filled in batch by batch, fewer of which are left', 'quiet', {
    'and the load looked at': rounds(9, (tools, i) => [
      tools.run('psql -f backfill_batch.sql', 'UPDATE 50000'),
      tools.run(
        'psql -Atc "select count(*) from orders where customer_id is null"',
        String(461_872 - i * 50_000),
      ),
      ...(i % 3 === 1
        ? [tools.run('uptime', ` 10:${10 + i}:07 up 41 days,  load average: 1.20, 1.10, 0.92`)]
        : []),
    ]),
  });

  row('ever other machines asked for one setting, one of which does not answer at first', 'quiet', {
    'fourteen of them': rounds(14, (tools, i) => {
      const ask = (options: string): string =>
        `ssh ${options}${word(i)}.acme.test 'sudo sshd -T | grep permitrootlogin'`;
      return [
        ...(i === 9
          ? [
              tools.run(
                ask(''),
                `ssh: connect to host ${word(i)}.acme.test port 22: Connection timed out`,
                255,
              ),
            ]
          : []),
        tools.run(ask(i === 9 ? '-o ConnectTimeout=30 ' : ''), 'permitrootlogin no'),
      ];
    }),
  });

  const faults = [
    'index out of range [4] with length 4',
    'slice bounds out of range [:9] with capacity 8',
    'integer divide by zero',
    'invalid memory address or nil pointer dereference',
    'makeslice: len out of range',
  ];
  row('inputs that break a reader, found and mended one after the other', 'watch at most', {
    fuzzed: rounds(5, (tools, i) => [
      tools.run(
        'go test ./header -fuzz=FuzzParse -fuzztime=10m',
        `fuzz: elapsed: ${3 + i * 41}s\n--- FAIL: FuzzParse (${3 + i * 41}.07s)\n    panic: runtime error: ${faults[i] ?? ''}\n    Failing input written to testdata/fuzz/FuzzParse/${hex(i, 16)}`,
        1,
      ),
      tools.read('/w/header/parse.go', source(`header${i}`, 18)),
      tools.replace(
        '/w/header/parse.go',
        `n := read(${word(i)})`,
        `n, err := read(${word(i)})\n\tif err != nil {\n\t\treturn nil, err\n\t}`,
      ),
      tools.run('go test ./header', `ok  \tacme/header\t0.2${i}s`),
    ]),
  });
});

describe('cases: to and fro', () => {
  const onAndOff: Scene = rounds(8, (tools, i) => [
    tools.replace(
      '/w/config/app.toml',
      `new_cache = ${i % 2 === 0 ? 'false' : 'true'}`,
      `new_cache = ${i % 2 === 0 ? 'true' : 'false'}`,
    ),
    tools.run(
      'k6 run load/browse.js --quiet | grep http_req_duration',
      `http_req_duration..: avg=${(i % 2 === 0 ? 38 : 61) + (i % 3)}.${12 + i * 5}ms p(95)=${(i % 2 === 0 ? 90 : 148) + i}.${41 + i}ms`,
    ),
  ]);
  row('a switch turned on and off as often as the person asked', 'quiet', {
    'four times': asked('Compare the new cache on and off, four times alternating.', onAndOff),
  });

  const versions = [
    'for job in &self.queue { self.retire(job); }',
    'for job in self.queue { self.retire(&job); }',
    'for job in self.queue.iter_mut() { self.retire(job); }',
  ];
  const complaints = [
    'error[E0507]: cannot move out of `self.queue` which is behind a mutable reference\n  --> src/engine.rs:88:20',
    'error[E0499]: cannot borrow `*self` as mutable more than once at a time\n  --> src/engine.rs:89:13',
    'error[E0502]: cannot borrow `*self` as mutable because it is also borrowed as immutable\n  --> src/engine.rs:89:13',
  ];
  row('three versions put in in turn, and the three complaints about them', 'by 20', {
    'with other commands': rounds(9, (tools, i) => [
      tools.replace('/w/src/engine.rs', versions[i % 3] ?? '', versions[(i + 1) % 3] ?? ''),
      tools.run(
        ['cargo check', 'cargo build', 'cargo check 2>&1 | head -30'][(i >> 1) % 3] ?? '',
        `    Checking engine v0.4.2 (/w)\n${complaints[i % 3] ?? ''}\n\nerror: could not compile \`engine\` (lib) due to 1 previous error`,
        101,
      ),
      ...(i % 4 === 3 ? [tools.read('/w/src/engine.rs', source('engine', 20))] : []),
    ]),
  });
  row('files put back into an earlier state, each once', 'watch at most', {
    'ten of them': rounds(20, (tools, i) => [
      tools.replace(
        `/w/src/${word(i % 10)}.rs`,
        i < 10 ? 'retry: 3' : 'retry: 9',
        i < 10 ? 'retry: 9' : 'retry: 3',
      ),
    ]),
  });
});
