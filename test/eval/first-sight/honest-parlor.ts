/** Work in talk that gets somewhere: wish after wish, taste, one fault after another. And some without words. Written before any rule was tried on it. */
import { source, word } from '../../unit/cases/cases.js';
import type { Act } from '../../unit/support/story.js';
import { clock, hex, noStall, pick, quiet, rounds, type Idea } from './idea.js';
import { lookAround, rewrite, seconds } from './openings.js';
import { talk, type Turn } from './stalls-parlor.js';

const two = (n: number): string => String(n).padStart(2, '0');

export const honestParlor: readonly Idea[] = [
  quiet(
    'colours of a board tuned to the taste of the person, darker, lighter and a little back',
    {
      why: 'each word is another wish, and what was wished is done at once',
      prompt: 'Give the dashboard a calmer look. Start with the header, I will tell you as we go.',
    },
    (desk, story) => {
      const css = '/w/src/styles/board.css';
      const build = (i: number): Act =>
        desk.run(
          'npm run -s build',
          `vite v6.2.0 building for production...\n✓ ${218} modules transformed.\ndist/assets/board-${hex(i, 8)}.css   ${(18.4 + i * 0.02).toFixed(2)} kB │ gzip: 4.1${i} kB\n✓ built in ${seconds(i, 1)}s`,
        );
      talk(story, [
        [
          '',
          'The header is slate blue now.',
          desk.search('header', 'src/styles/board.css:4:.board header { background: #1e90ff; }'),
          desk.read(
            css,
            '.board header { background: #1e90ff; }\n.board .card { border: 1px solid #999; padding: 8px; }\n.board .card h3 { font-size: 20px; }',
          ),
          desk.replace(css, 'background: #1e90ff;', 'background: #4a6785;'),
          build(0),
        ],
        [
          'Nice direction. A bit darker.',
          'Darker now.',
          desk.replace(css, 'background: #4a6785;', 'background: #3d566f;'),
          build(1),
        ],
        [
          'a bit darker still',
          'One step further.',
          desk.replace(css, 'background: #3d566f;', 'background: #304559;'),
          build(2),
        ],
        [
          'Hm, too much. Something in between.',
          'In between the last two.',
          desk.replace(css, 'background: #304559;', 'background: #374e64;'),
          build(3),
        ],
        [
          'Yes, that one. Now the borders of the cards are too hard.',
          'The borders are light now.',
          desk.read(css, '.board .card { border: 1px solid #999; padding: 8px; }', [5, 1]),
          desk.replace(css, 'border: 1px solid #999;', 'border: 1px solid #dde3ea;'),
          build(4),
        ],
        [
          'Better. More air inside the cards.',
          '16 pixels all around.',
          desk.replace(css, 'padding: 8px;', 'padding: 16px;'),
          build(5),
        ],
        [
          'a bit less',
          '14 pixels.',
          desk.replace(css, 'padding: 16px;', 'padding: 14px;'),
          build(6),
        ],
        [
          'Good. Headings smaller please.',
          '17 pixels, in the colour of the header.',
          desk.replace(css, 'font-size: 20px;', 'font-size: 17px; color: #374e64;'),
          build(7),
        ],
        [
          'And now the same header colour for the footer.',
          'The footer has it.',
          desk.search('footer', 'src/styles/board.css:31:.board footer { background: #1e90ff; }'),
          desk.replace(
            css,
            '.board footer { background: #1e90ff; }',
            '.board footer { background: #374e64; }',
          ),
          build(8),
        ],
        [
          'Lovely, commit.',
          'Committed.',
          desk.run(
            'git commit -qam "Calmer colours for the board" && git log --oneline -1',
            `${hex(5, 7)} Calmer colours for the board`,
          ),
        ],
      ]);
    },
  ),
  quiet(
    'a trembling camera that is better after each change, while the trouble moves to jumps and then to stairs',
    {
      why: 'the person says each time what is gone and what is left, and at the end nothing is left',
      prompt:
        'The camera stutters when I walk. Godot 4.3, player/camera_rig.gd. I play it and tell you.',
    },
    (desk, story) => {
      const file = '/w/player/camera_rig.gd';
      const check = (): Act =>
        desk.run(
          'godot --headless --path . --check-only --script player/camera_rig.gd',
          'Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org',
        );
      talk(story, [
        [
          '',
          'The camera moved in _process and the player in _physics_process. Both move in the same step now.',
          desk.read(
            file,
            'func _process(delta: float) -> void:\n\tglobal_position = target.global_position',
          ),
          desk.read(
            '/w/player/player.gd',
            'func _physics_process(delta: float) -> void:\n\tmove_and_slide()',
          ),
          desk.replace(file, 'func _process(delta', 'func _physics_process(delta'),
          check(),
        ],
        [
          'Walking is smooth now! But turning quickly is choppy.',
          'The rotation follows the mouse in the frame itself now.',
          desk.replace(
            file,
            '\tglobal_position = target.global_position',
            '\tglobal_position = target.global_position\n\nfunc _process(_delta: float) -> void:\n\trotation.y = look.y',
          ),
          check(),
        ],
        [
          'Turning is fine. Not quite there: when I land after a jump the picture hops.',
          'The height is damped on its own.',
          desk.replace(
            file,
            '\tglobal_position = target.global_position\n',
            '\tglobal_position.x = target.global_position.x\n\tglobal_position.z = target.global_position.z\n\theight = lerpf(height, target.global_position.y, 1.0 - exp(-14.0 * delta))\n\tglobal_position.y = height\n',
          ),
          check(),
        ],
        [
          'Landing is good. On stairs it lags behind a little.',
          'Small steps are followed faster.',
          desk.read(
            file,
            '\theight = lerpf(height, target.global_position.y, 1.0 - exp(-14.0 * delta))',
            [9, 2],
          ),
          desk.replace(
            file,
            '1.0 - exp(-14.0 * delta)',
            '1.0 - exp(-(22.0 if target.is_on_floor() else 14.0) * delta)',
          ),
          check(),
        ],
        [
          'Better, but on the spiral stairs still a tiny lag',
          'It follows at 30 on the floor.',
          desk.replace(file, '22.0 if', '30.0 if'),
          check(),
        ],
        [
          'Perfect!! Now a slight sway when running, please.',
          'A sway of two centimetres at running speed.',
          desk.replace(
            file,
            '\trotation.y = look.y',
            '\trotation.y = look.y\n\th_offset = sin(Time.get_ticks_msec() * 0.009) * 0.02 * run_factor()',
          ),
          check(),
        ],
        [
          'Half of that',
          'One centimetre.',
          desk.replace(file, '* 0.02 *', '* 0.01 *'),
          check(),
          desk.run(
            'git commit -qam "Camera: smooth in all gaits" && git log --oneline -1',
            `${hex(2, 7)} Camera: smooth in all gaits`,
          ),
        ],
      ]);
    },
  ),
  quiet(
    'one fault after another of the same page, told by the person who clicks through it',
    {
      why: 'each fault is another one, gets its own test and is not named again',
      prompt:
        'I am testing the checkout page and will write what I find. First: the total ignores the voucher.',
    },
    (desk, story) => {
      const file = '/w/src/checkout/Checkout.tsx';
      const faults: readonly (readonly [string, string, string, string])[] = [
        [
          '',
          'const total = sum(lines);',
          'const total = sum(lines) - voucher.amount;',
          'total minus voucher',
        ],
        [
          'Good. The postcode field accepts letters.',
          '<input name="zip" />',
          '<input name="zip" inputMode="numeric" pattern="[0-9]{5}" />',
          'zip takes digits only',
        ],
        [
          'Next: pressing Enter in the voucher field sends the whole order.',
          '<input name="voucher" />',
          '<input name="voucher" onKeyDown={applyOnEnter} />',
          'enter applies voucher',
        ],
        [
          'Works. The pay button can be clicked twice.',
          '<button onClick={pay}>',
          '<button disabled={paying} onClick={pay}>',
          'pay only once',
        ],
        [
          'Yes. After an error the button stays disabled though.',
          'setPaying(true);\n    await send(order);',
          'setPaying(true);\n    try {\n      await send(order);\n    } finally {\n      setPaying(false);\n    }',
          'button returns after error',
        ],
        [
          'Fixed. Another one: the country list is not sorted.',
          'countries.map(',
          'countries.toSorted(byName).map(',
          'countries by name',
        ],
        [
          'The summary shows 0 items while loading.',
          '<Count n={lines.length} />',
          '{lines ? <Count n={lines.length} /> : <Skeleton />}',
          'skeleton while loading',
        ],
        [
          'Last one: on the phone the total is below the fold.',
          '<aside className="summary">',
          '<aside className="summary sticky bottom-0">',
          'summary sticks',
        ],
      ];
      talk(
        story,
        faults.map(([said, from, to, name], i): Turn => [
          said,
          `Done: ${name}.`,
          desk.read(file, `${source(`checkout${i}`, 6)}\n${from}`, [12 + i * 17, 8]),
          desk.replace(file, from, to),
          ...(i % 3 === 1
            ? []
            : [
                desk.replace(
                  '/w/test/Checkout.test.tsx',
                  `// tests ${i}`,
                  `test('${name}', async () => {});\n// tests ${i + 1}`,
                ),
              ]),
          desk.run(
            'npx vitest run test/Checkout.test.tsx',
            ` RUN  v3.1.2 /w\n\n ✓ test/Checkout.test.tsx (${9 + i} tests) ${140 + i * 9}ms\n\n Test Files  1 passed (1)\n      Tests  ${9 + i} passed (${9 + i})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i, 1)}s`,
          ),
        ]),
      );
    },
  ),
  quiet(
    'a lesson about ownership in which one small file is written anew for each question, often on purpose with an error',
    {
      why: 'each question is a new one, and the errors are what is to be shown',
      prompt:
        'Teach me ownership in Rust with small examples in examples/lesson.rs. Show me the error first each time.',
    },
    (desk, story) => {
      const file = '/w/examples/lesson.rs';
      const parts: readonly (readonly [string, string, string, string, string, string])[] = [
        [
          '',
          'let a = String::from("hi");\n    let b = a;\n    println!("{a} {b}");',
          'error[E0382]: borrow of moved value: `a`',
          'let b = a;',
          'let b = a.clone();',
          'hi hi',
        ],
        [
          'Got it. And when I pass it to a function?',
          'let a = String::from("hi");\n    take(a);\n    println!("{a}");',
          'error[E0382]: borrow of moved value: `a`',
          'take(a);',
          'take(&a);',
          'hi',
        ],
        [
          'What if the function should change it?',
          'let a = String::from("hi");\n    push(&mut a);',
          'error[E0596]: cannot borrow `a` as mutable, as it is not declared as mutable',
          'let a = String',
          'let mut a = String',
          'hi!',
        ],
        [
          'Can I have two of those at once?',
          'let mut a = String::from("hi");\n    let x = &mut a;\n    let y = &mut a;\n    x.push(\'1\');\n    println!("{y}");',
          'error[E0499]: cannot borrow `a` as mutable more than once at a time',
          "let x = &mut a;\n    let y = &mut a;\n    x.push('1');",
          "let x = &mut a;\n    x.push('1');\n    let y = &mut a;",
          'hi!1',
        ],
        [
          'Wait, again please with a reader and a writer.',
          'let mut v = vec![1, 2, 3];\n    let first = &v[0];\n    v.push(4);\n    println!("{first}");',
          'error[E0502]: cannot borrow `v` as mutable because it is also borrowed as immutable',
          'let first = &v[0];',
          'let first = v[0];',
          '1',
        ],
        [
          'Ah. And returning a reference?',
          'fn longest() -> &str { "x" }\n    println!("{}", longest());',
          'error[E0106]: missing lifetime specifier',
          '-> &str',
          "-> &'static str",
          'x',
        ],
        [
          'Last question: sharing between threads',
          'let c = Rc::new(5);\n    thread::spawn(move || println!("{c}")).join().unwrap();',
          'error[E0277]: `Rc<i32>` cannot be sent between threads safely',
          'Rc::new',
          'Arc::new',
          '5',
        ],
      ];
      talk(
        story,
        parts.map(([said, code, error, from, cure, out], i): Turn => [
          said,
          `The compiler says why. With \`${cure.split('\n')[0]}\` it works. Do you see the reason?`,
          desk.write(file, `fn main() {\n    ${code}\n}\n`),
          desk.run(
            'cargo run -q --example lesson',
            `${error}\n --> examples/lesson.rs:${3 + (i % 3)}:${9 + i}\n  |\n\nFor more information about this error, try \`rustc --explain ${/E\d+/.exec(error)?.[0] ?? ''}\`.\nerror: could not compile \`lessons\` (example "lesson") due to 1 previous error`,
            101,
          ),
          desk.replace(file, from, cure),
          desk.run('cargo run -q --example lesson', out),
        ]),
      );
    },
  ),
  quiet(
    'ten remarks of a review, read out one by one by the person, all about one file',
    {
      why: 'each remark is another one and is worked into the file',
      prompt:
        'I read you the review of src/export/csv.go remark by remark. Remark 1: Writer should take an io.Writer.',
    },
    (desk, story) => {
      const file = '/w/src/export/csv.go';
      const remarks: readonly (readonly [string, string, string])[] = [
        [
          '',
          'func Write(path string, rows []Row) error {',
          'func Write(w io.Writer, rows []Row) error {',
        ],
        [
          'Remark 2: flush errors are lost.',
          '\tcw.Flush()\n\treturn nil',
          '\tcw.Flush()\n\treturn cw.Error()',
        ],
        [
          '3: wrap the error, please',
          'return err // header',
          'return fmt.Errorf("write header: %w", err)',
        ],
        [
          '4: "why is the date local?"',
          'r.At.Format("2006-01-02 15:04")',
          'r.At.UTC().Format(time.RFC3339)',
        ],
        [
          '5: doc comment missing',
          'type Row struct {',
          '// Row is one line of the export.\ntype Row struct {',
        ],
        [
          '6: same for Write',
          'func Write(w io.Writer',
          '// Write writes rows with a header to w.\nfunc Write(w io.Writer',
        ],
        ['7: preallocate the record', 'rec := []string{}', 'rec := make([]string, 0, len(header))'],
        [
          '8: "can amount be negative?" – yes, write a test for it',
          'return strconv.Itoa(r.Amount)',
          'return strconv.FormatInt(r.Amount, 10)',
        ],
        ['9: unexport header', 'var Header = []string{', 'var header = []string{'],
        [
          '10 and last: semicolon as an option.',
          'cw := csv.NewWriter(w)',
          'cw := csv.NewWriter(w)\n\tcw.Comma = o.comma()',
        ],
      ];
      talk(
        story,
        remarks.map(([said, from, to], i): Turn => [
          said,
          'Done.',
          ...(i === 0
            ? [
                desk.read(file, source('csv', 30)),
                desk.run('git log --oneline -1 -- src/export/csv.go', `${hex(8, 7)} Export as CSV`),
              ]
            : []),
          ...(i % 4 === 2 ? [desk.search('Row', `src/export/csv.go:${14 + i}:${from}`)] : []),
          desk.replace(file, from, to),
          ...(i === 7
            ? [
                desk.replace(
                  '/w/src/export/csv_test.go',
                  'var cases = []Row{',
                  'var cases = []Row{\n\t{Amount: -1204},',
                ),
              ]
            : []),
          desk.run('go test ./src/export/', `ok  \tacme.test/orders/src/export\t0.0${21 + i}s`),
        ]),
      );
    },
  ),
  quiet(
    'statements of a bank made into tables one by one, as the person hands over the next',
    {
      why: 'each month is another file, and its sum is checked',
      prompt:
        'Turn statements/2026-01.pdf into data/2026-01.csv like the sample, and check the balance. I hand you the months one by one.',
    },
    (desk, story) => {
      const months = [
        'January',
        'February',
        'March',
        'April',
        'May',
        'June',
        'July',
        'August',
        'September',
      ] as const;
      const said = [
        '',
        'Fits. Again, please, for February.',
        'March, please.',
        'next',
        'And May.',
        'Again for June',
        'July please',
        'next one',
        'And the last, September.',
      ] as const;
      talk(
        story,
        months.map((month, i): Turn => [
          said[i] ?? 'next',
          `${month} is done, the balance agrees.`,
          ...(i === 0
            ? [desk.read('/w/data/sample.csv', 'date;text;amount\n2025-12-01;Rent;-840.00')]
            : []),
          desk.run(
            `pdftotext -layout statements/2026-${two(i + 1)}.pdf - | head -40`,
            `Statement ${i + 1}/2026                      Page 1 of ${2 + (i % 2)}\n${two(i + 2)}.${two(i + 1)}.  Rent                      840.00-\n${two(i + 4)}.${two(i + 1)}.  Electricity Co             ${61 + i * 3}.40-\n${two(i + 9)}.${two(i + 1)}.  Salary                  2,9${10 + i}.11+\nNew balance                ${4_012 + i * 217}.${10 + i * 7}+`,
          ),
          desk.write(
            `/w/data/2026-${two(i + 1)}.csv`,
            `date;text;amount\n2026-${two(i + 1)}-${two(i + 2)};Rent;-840.00\n2026-${two(i + 1)}-${two(i + 4)};Electricity Co;-${61 + i * 3}.40\n2026-${two(i + 1)}-${two(i + 9)};Salary;29${10 + i}.11\n`,
          ),
          desk.run(
            `python3 tools/balance.py data/2026-${two(i + 1)}.csv`,
            `3 rows, balance ${4_012 + i * 217}.${10 + i * 7}: ok`,
          ),
        ]),
      );
    },
  ),
  quiet(
    'a service put onto a server by the person, who tells of another error each time until it runs',
    {
      why: 'each message is another one and lies further on',
      prompt:
        'I am setting up web9 with your files in deploy/. I cannot give you access, so I paste what it says. "Failed to start shop.service: Unit has a bad unit file setting."',
    },
    (desk, story) => {
      const unit = '/w/deploy/shop.service';
      const steps: readonly (readonly [string, string, string, string, string])[] = [
        [
          '',
          unit,
          'Restart=allways',
          'Restart=always',
          'A typing error in Restart. Please copy it again and reload.',
        ],
        [
          'Now: "shop.service: Failed at step EXEC spawning /usr/bin/shop: No such file or directory"',
          unit,
          'ExecStart=/usr/bin/shop',
          'ExecStart=/opt/shop/bin/shop',
          'The package puts it under /opt.',
        ],
        [
          'It starts, then: "open /etc/shop/shop.toml: permission denied"',
          unit,
          '[Service]',
          '[Service]\nConfigurationDirectory=shop\nUser=shop',
          'It needs its own user and folder.',
        ],
        [
          '"listen tcp :80: bind: permission denied"',
          unit,
          'User=shop',
          'User=shop\nAmbientCapabilities=CAP_NET_BIND_SERVICE',
          'It may bind low ports now.',
        ],
        [
          'Better! It listens, but the journal says "pq: password authentication failed for user shop"',
          '/w/deploy/shop.toml',
          'password = "changeme"',
          'password_file = "/etc/shop/db.password"',
          'Put the password into that file, mode 0640.',
        ],
        [
          'Connected. Next: "relation orders does not exist"',
          unit,
          'ExecStart=',
          'ExecStartPre=/opt/shop/bin/shop migrate\nExecStart=',
          'It migrates before it starts now.',
        ],
        [
          'Migrated, 14 tables. The page loads but without styles, 404 on /assets/app.css',
          '/w/deploy/shop.toml',
          'assets = "./public"',
          'assets = "/opt/shop/public"',
          'The path was relative.',
        ],
      ];
      talk(story, [
        ...steps.map(([said, path, from, to, answer], i): Turn => [
          said,
          answer,
          ...(i % 3 === 0
            ? [desk.read(path, `${from}\n${source(`unit${i}`, 3)}`)]
            : [desk.search(from.split('=')[0] ?? from, `${path.slice(3)}:${4 + i}:${from}`)]),
          desk.replace(path, from, to),
          ...(path === unit ? [desk.run('systemd-analyze verify deploy/shop.service', '')] : []),
        ]),
        [
          'It works! Write it down please.',
          'deploy/README.md has all of it.',
          desk.write(
            '/w/deploy/README.md',
            '# Setting up\n\n1. Copy `shop.service`.\n2. Put the password into `/etc/shop/db.password`.\n3. `systemctl enable --now shop`.\n',
          ),
        ],
      ]);
    },
  ),
  quiet(
    'a label shifted millimetre by millimetre as the person measures it at the printer',
    {
      why: 'each word tells how much has moved and what is next',
      prompt:
        'The address on the parcel label sits 4 mm too far right. labels/parcel.zpl.tpl, 203 dpi. I print and measure.',
    },
    (desk, story) => {
      const file = '/w/labels/parcel.zpl.tpl';
      const print = (i: number): Act =>
        desk.run(
          'bin/render-label sample/4711.json > /tmp/l.zpl && lp -d zebra-wh1 -o raw /tmp/l.zpl',
          `request id is zebra-wh1-${2310 + i * 2} (1 file(s))`,
        );
      talk(story, [
        [
          '',
          'Moved by 32 dots.',
          desk.read(
            file,
            '^XA\n^FO96,200^A0N,40,40^FD{{name}}^FS\n^FO40,980^BCN,120,Y,N,N^FD{{tracking}}^FS\n^XZ',
          ),
          desk.replace(file, '^FO96,200', '^FO64,200'),
          print(0),
        ],
        [
          'Now 1 mm too far left.',
          'Back by 8 dots.',
          desk.replace(file, '^FO64,200', '^FO72,200'),
          print(1),
        ],
        [
          'Spot on. The name could be a bit larger.',
          '46 dots.',
          desk.replace(file, '^A0N,40,40^FD{{name}}', '^A0N,46,46^FD{{name}}'),
          print(2),
        ],
        [
          'a bit larger still',
          '52 dots.',
          desk.replace(file, '^A0N,46,46', '^A0N,52,52'),
          print(3),
        ],
        [
          'Good. Bar code is 2 mm too low.',
          'Raised by 16 dots.',
          desk.replace(file, '^FO40,980', '^FO40,964'),
          print(4),
        ],
        [
          'Not quite, another half',
          '4 dots more.',
          desk.replace(file, '^FO40,964', '^FO40,960'),
          print(5),
        ],
        [
          'Perfect. Same shift for the pallet label.',
          'The pallet label is shifted alike.',
          desk.read('/w/labels/pallet.zpl.tpl', '^FO96,240^A0N,60,60^FD{{name}}^FS'),
          desk.replace('/w/labels/pallet.zpl.tpl', '^FO96,240', '^FO72,240'),
          print(6),
        ],
      ]);
    },
  ),
  quiet(
    'a letter to members worded anew as the person feels about it, shorter, warmer, without the joke',
    {
      why: 'it is a matter of taste, and each wish is another one',
      prompt: 'Draft the November letter to our members in letters/november.md.',
    },
    (desk, story) => {
      const file = '/w/letters/november.md';
      const drafts = [
        'Dear members,\n\nthe board hereby informs you that the general assembly will be held on 28 November.',
        'Dear members,\n\nwe would like to invite you to our general assembly on 28 November.',
        'Dear members,\n\ncome and join us on 28 November: it is time for our general assembly.',
        'Dear friends,\n\ncome and join us on 28 November. There will be soup, and a little bit of voting.',
        'Dear friends,\n\ncome and join us on 28 November. There will be soup after the vote.',
        'Dear friends,\n\non 28 November we vote on the new boathouse. Afterwards there is soup.',
        'Dear friends,\n\non 28 November we vote on the new boathouse. Afterwards there is soup. Your voice counts.',
      ] as const;
      const said = [
        '',
        'Too stiff. Less official please.',
        'Still too stiff',
        'Better! Warmer still.',
        'The joke about voting has to go.',
        'Nice. Say what the vote is about.',
        'Good. One sentence that makes people come.',
      ] as const;
      talk(story, [
        ...said.map((words, i): Turn => [
          words,
          'Here is the new wording.',
          ...(i === 0
            ? [
                desk.run('ls letters', 'march.md\njune.md\nseptember.md'),
                desk.read(
                  '/w/letters/september.md',
                  'Dear members,\n\nsummer is over and so is the regatta.',
                ),
                desk.write(file, drafts[0]),
              ]
            : [desk.replace(file, pick(drafts, i - 1), pick(drafts, i))]),
        ]),
        [
          'That is it. Put the line about the soup last.',
          'Moved.',
          desk.replace(
            file,
            ' Afterwards there is soup. Your voice counts.',
            ' Your voice counts. Afterwards there is soup.',
          ),
        ],
        [
          'And a PDF.',
          'letters/november.pdf is there.',
          desk.run(
            'pandoc letters/november.md -o letters/november.pdf && pdfinfo letters/november.pdf | grep Pages',
            'Pages:           1',
          ),
        ],
      ]);
    },
  ),
  quiet(
    'wishes for the lights of a house, told over some days, all of which go into one file',
    {
      why: 'each wish is another one and works the next day',
      prompt:
        'Let the hall lamp go off five minutes after the last motion. Home Assistant, packages/lights.yaml.',
    },
    (desk, story) => {
      const file = '/w/packages/lights.yaml';
      const wishes: readonly (readonly [string, string, string])[] = [
        ['', 'hall_off', "for: '00:05:00'"],
        ['Works. Not while the door is open, though.', 'hall_off', 'entity_id: binary_sensor.door'],
        ['Great. The kitchen should come on at dusk.', 'kitchen_dusk', 'event: sunset'],
        ['A bit earlier', 'kitchen_dusk', "event: sunset\n      offset: '-00:20:00'"],
        ['Good. And dimmer after ten.', 'kitchen_late', 'brightness_pct: 35'],
        ['too dark, a bit more', 'kitchen_late', 'brightness_pct: 45'],
        [
          'Fine. When the film starts, all off but the stairs.',
          'film',
          'entity_id: media_player.tv',
        ],
        ['The stairs red please', 'film', 'rgb_color: [160, 20, 10]'],
        ['Love it. Everything off when we leave.', 'away', "to: 'not_home'"],
      ];
      talk(
        story,
        wishes.map(([said, id, line], i): Turn => [
          said,
          'Done and reloaded.',
          ...(i === 0 ? [desk.read(file, 'automation: []')] : []),
          ...(i === 4
            ? [
                desk.use(
                  'hass',
                  'get_state',
                  { entity_id: 'light.kitchen' },
                  '{"entity_id":"light.kitchen","state":"on","attributes":{"brightness":254}}',
                ),
              ]
            : []),
          desk.replace(
            file,
            i === 0 ? 'automation: []' : `# end ${i - 1}`,
            `${i === 0 ? 'automation:\n' : ''}  - id: ${id}\n    # ${said || 'first wish'}\n      ${line}\n# end ${i}`,
          ),
          desk.run(
            'ha core check',
            `Processing... Done.\n\nCommand completed successfully.\n(${seconds(i, 6)} s)`,
          ),
          desk.use('hass', 'call_service', { domain: 'automation', service: 'reload' }, '[]'),
        ]),
      );
    },
  ),
  quiet(
    'questions of an analyst, one after the other, to the same file of a query that is changed for each',
    {
      why: 'each question is another one and gets its own figures',
      prompt: 'How much did we sell in October? Use q.sql so I can follow.',
    },
    (desk, story) => {
      const base =
        "SELECT sum(amount) FROM sales WHERE sold_on BETWEEN '2026-10-01' AND '2026-10-31'";
      const asked: readonly (readonly [string, string, string])[] = [
        ['', base, '    sum\n-----------\n 418203.11'],
        ['And without returns?', `${base} AND NOT returned`, '    sum\n-----------\n 401877.90'],
        [
          'per region please',
          "SELECT region, sum(amount) FROM sales WHERE NOT returned AND sold_on >= '2026-10-01' GROUP BY 1",
          ' region |    sum\n--------+-----------\n north  | 190114.02\n south  | 211763.88',
        ],
        [
          'Hm, north is low. Per week?',
          "SELECT date_trunc('week', sold_on), sum(amount) FROM sales WHERE region = 'north' GROUP BY 1",
          ' week       |   sum\n------------+----------\n 2026-09-28 | 61200.4\n 2026-10-05 | 60911.7\n 2026-10-12 |  8102.0\n 2026-10-19 | 59900.0',
        ],
        [
          'What happened in the week of the 12th?',
          "SELECT sold_on, count(*) FROM sales WHERE region = 'north' AND sold_on BETWEEN '2026-10-12' AND '2026-10-18' GROUP BY 1",
          '  sold_on   | count\n------------+-------\n 2026-10-12 |   311\n 2026-10-13 |    98',
        ],
        [
          'Only two days? Is that the same in the raw data?',
          "SELECT day, count(*) FROM raw.pos WHERE region = 'N' AND day BETWEEN '2026-10-12' AND '2026-10-18' GROUP BY 1",
          '    day     | count\n------------+-------\n 2026-10-12 |   311\n 2026-10-13 |   402\n 2026-10-14 |   388\n 2026-10-15 |   417',
        ],
        [
          'So the load is broken. Since which hour?',
          "SELECT max(sold_at) FROM sales WHERE region = 'north' AND sold_on = '2026-10-13'",
          '         max\n---------------------\n 2026-10-13 09:14:58',
        ],
        [
          'And again for south, is it complete?',
          "SELECT count(DISTINCT sold_on) FROM sales WHERE region = 'south' AND sold_on >= '2026-10-01'",
          ' count\n-------\n    31',
        ],
      ];
      talk(story, [
        ...asked.map(([said, query, output], i): Turn => [
          said,
          'See the figures.',
          ...(i === 0
            ? [
                desk.run(
                  'psql -c "\\dt" | head -6',
                  ' Schema |  Name\n--------+--------\n public | sales\n raw    | pos',
                ),
              ]
            : []),
          desk.write('/w/q.sql', `${query};\n`),
          desk.run('psql -f q.sql', `${output}\nTime: ${(212 + i * 31.4).toFixed(3)} ms`),
        ]),
        [
          'Thanks. Note it down for the data team.',
          'notes/north-october.md is written.',
          desk.write(
            '/w/notes/north-october.md',
            '# North, October\n\nSales of 13 to 18 October were not loaded after 09:14:58. The raw data is complete.\n',
          ),
        ],
      ]);
    },
  ),
  noStall(
    'a key that types the wrong letter on a split board, until the other half turns out to be the one that counts',
    {
      why: 'two changes do nothing, then the cause is looked for and found, and other keys follow',
      prompt:
        'On my Corne the key left of X types y instead of z. ZMK, config/corne.keymap. I flash it.',
    },
    (desk, story) => {
      const file = '/w/config/corne.keymap';
      const west = (i: number, side: string): Act =>
        desk.run(
          `west build -p -s zmk/app -b nice_nano_v2 -- -DSHIELD=corne_${side} -DZMK_CONFIG=/w/config 2>&1 | tail -2`,
          `Memory region         Used Size  Region Size  %age Used\nWrote ${396_800 + i * 512} bytes to zmk.uf2`,
        );
      talk(story, [
        [
          '',
          'Y and Z were swapped.',
          desk.read(file, '&kp LSHFT &kp Y &kp X &kp C &kp V &kp B'),
          desk.replace(file, '&kp Y &kp X', '&kp Z &kp X'),
          west(0, 'right'),
        ],
        [
          'Still y.',
          'Perhaps the shield cache; a pristine build.',
          desk.run('rm -rf build', ''),
          west(1, 'right'),
        ],
        [
          'Still y.',
          'I built the right half; the key map lives in the left one, which is the central side. Please flash the left half.',
          desk.search(
            'ZMK_SPLIT_ROLE_CENTRAL',
            'zmk/app/boards/shields/corne/Kconfig.defconfig:6:config ZMK_SPLIT_ROLE_CENTRAL\nzmk/app/boards/shields/corne/Kconfig.defconfig:7:    default y if SHIELD_CORNE_LEFT',
          ),
          west(2, 'left'),
        ],
        [
          'z! Thanks. Now Esc on the outer column instead of Tab.',
          'Esc is there.',
          desk.replace(file, '&kp TAB &kp Q', '&kp ESC &kp Q'),
          west(3, 'left'),
        ],
        [
          'Good. Tab when I hold it?',
          'A hold gives Tab.',
          desk.replace(file, '&kp ESC &kp Q', '&ht TAB ESC &kp Q'),
          west(4, 'left'),
        ],
        [
          'The hold is too slow',
          '150 ms.',
          desk.replace(file, 'tapping-term-ms = <220>', 'tapping-term-ms = <150>'),
          west(5, 'left'),
        ],
        [
          'a bit slower',
          '175 ms.',
          desk.replace(file, 'tapping-term-ms = <150>', 'tapping-term-ms = <175>'),
          west(6, 'left'),
        ],
      ]);
    },
  ),
  quiet(
    'music made by code, played by the person and changed at each word',
    {
      why: 'each word is another wish about sound',
      prompt: 'Write a slow beat in set.rb for Sonic Pi, I listen and tell you.',
    },
    (desk, story) => {
      const file = '/w/set.rb';
      const lines = [
        'live_loop :drums do\n  sample :bd_haus\n  sleep 1\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5\n  sleep 1\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5\n  sleep 0.75\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5\n  sleep 0.85\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5\n  sample :drum_cymbal_closed, amp: 0.3 if one_in(2)\n  sleep 0.85\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5\n  sample :drum_cymbal_closed, amp: 0.15 if one_in(3)\n  sleep 0.85\nend',
        'live_loop :drums do\n  sample :bd_haus, amp: 1.5, cutoff: 90\n  sample :drum_cymbal_closed, amp: 0.15 if one_in(3)\n  sleep 0.85\nend',
        'live_loop :drums do\n  with_fx :reverb, room: 0.6 do\n    sample :bd_haus, amp: 1.5, cutoff: 90\n    sample :drum_cymbal_closed, amp: 0.15 if one_in(3)\n  end\n  sleep 0.85\nend',
      ] as const;
      const said = [
        '',
        'louder',
        'faster',
        'hm a bit slower again',
        'yes. some hats',
        'too loud, and fewer',
        'nice!! softer kick',
        'more space',
      ] as const;
      talk(story, [
        ...said.map((words, i): Turn => [
          words,
          'Playing.',
          i === 0 ? desk.write(file, lines[0]) : rewrite(desk, file, lines, i - 1),
          ...(i % 2 === 0 ? [desk.run('ruby -c set.rb', 'Syntax OK')] : []),
          desk.run('sonic-pi-tool run-file set.rb', ''),
        ]),
        [
          'now a bass line below',
          'A bass in E minor.',
          desk.replace(
            file,
            'live_loop :drums',
            'live_loop :bass do\n  use_synth :fm\n  play (ring :e2, :e2, :g2, :d2).tick, release: 0.6\n  sleep 1.7\nend\n\nlive_loop :drums',
          ),
          desk.run('sonic-pi-tool run-file set.rb', ''),
        ],
      ]);
    },
  ),
  noStall(
    'a crash on the phone of the person, who says four times that it still crashes, each time with a log that tells more',
    {
      why: 'it goes on crashing, but each log leads nearer, and the last change is right',
      prompt:
        'The app crashes on my Pixel when I open an old album. It does not happen in the emulator. I can send you logcat.',
    },
    (desk, story) => {
      const file = '/w/app/src/main/java/test/acme/album/AlbumActivity.kt';
      const build = (i: number): Act =>
        desk.run(
          './gradlew -q :app:assembleDebug && ls -la app/build/outputs/apk/debug/app-debug.apk',
          `-rw-r--r-- 1 dev dev ${14_208_114 + i * 311} Nov 24 10:${10 + i * 6} app/build/outputs/apk/debug/app-debug.apk`,
        );
      const log = (path: string, text: string): Act => desk.read(path, text);
      talk(story, [
        [
          '',
          'I log each stage of the opening now. Please send me the log of this build.',
          desk.read(
            file,
            'override fun onCreate(state: Bundle?) {\n  super.onCreate(state)\n  album = repo.load(intent.id)\n  show(album)\n}',
          ),
          desk.replace(
            file,
            '  album = repo.load',
            '  Log.d("album", "load ${intent.id}")\n  album = repo.load',
          ),
          build(0),
        ],
        [
          'Still crashes. Log is in logs/1.txt',
          'It dies after loading, while it shows. I log each picture.',
          log(
            '/w/logs/1.txt',
            'D album: load 118\nE AndroidRuntime: FATAL EXCEPTION: main\nE AndroidRuntime: Process: test.acme, PID: 21877',
          ),
          desk.replace(
            file,
            '  show(album)',
            '  Log.d("album", "show ${album.size}")\n  show(album)',
          ),
          build(1),
        ],
        [
          'Still crashes, logs/2.txt',
          'It is always a picture without a date. I guard that place.',
          log(
            '/w/logs/2.txt',
            'D album: load 118\nD album: show 214\nD album: tile 37 taken=null\nE AndroidRuntime: java.lang.NullPointerException',
          ),
          desk.search(
            'taken',
            'app/src/main/java/test/acme/album/Tile.kt:22:  text = format(photo.taken!!)',
          ),
          desk.replace(
            '/w/app/src/main/java/test/acme/album/Tile.kt',
            'format(photo.taken!!)',
            'photo.taken?.let(::format).orEmpty()',
          ),
          build(2),
        ],
        [
          'Crashes later now, after scrolling. logs/3.txt',
          'The second one is memory: full pictures are decoded.',
          log(
            '/w/logs/3.txt',
            'D album: tile 36\nD album: tile 171 decode 8064x6048\nE AndroidRuntime: java.lang.OutOfMemoryError: Failed to allocate a 195084304 byte allocation',
          ),
          desk.replace(
            '/w/app/src/main/java/test/acme/album/Tile.kt',
            'BitmapFactory.decodeFile(path)',
            'BitmapFactory.decodeFile(path, sampled(path, width))',
          ),
          build(3),
        ],
        [
          'Scrolls to the end! Still crashes when I go back. logs/4.txt',
          'A job outlived the page. It is bound to the life cycle now.',
          log(
            '/w/logs/4.txt',
            'D album: tile 213\nE AndroidRuntime: java.lang.IllegalStateException: Fragment TileFragment not attached to a context.',
          ),
          desk.replace(
            '/w/app/src/main/java/test/acme/album/TileFragment.kt',
            'GlobalScope.launch',
            'viewLifecycleOwner.lifecycleScope.launch',
          ),
          build(4),
        ],
        [
          'No crash any more!',
          'I take the log lines out.',
          desk.replace(file, '  Log.d("album", "show ${album.size}")\n', ''),
          desk.replace(file, '  Log.d("album", "load ${intent.id}")\n', ''),
          desk.run('./gradlew -q :app:testDebugUnitTest', ''),
        ],
      ]);
    },
  ),
  quiet(
    'a life on two pages set by LaTeX, praised and changed line by line',
    {
      why: 'each remark is another one, and the page count stays as wished',
      prompt: 'Make my CV in cv.tex fit on two pages.',
    },
    (desk, story) => {
      const file = '/w/cv.tex';
      const make = (i: number): Act =>
        desk.run(
          'latexmk -pdf -quiet cv.tex; pdfinfo cv.pdf | grep Pages',
          `Latexmk: All targets (cv.pdf) are up-to-date\nPages:           ${i === 0 ? 3 : 2}`,
        );
      const wishes: readonly (readonly [string, string, string])[] = [
        ['', '\\geometry{margin=3cm}', '\\geometry{margin=2.4cm}'],
        [
          'Three pages still? Make it two.',
          '\\documentclass[12pt]{article}',
          '\\documentclass[11pt]{article}',
        ],
        [
          'Two, very good. The dates do not align.',
          '\\item 2019--2024 Acme',
          '\\item \\makebox[2.2cm][l]{2019--2024} Acme',
        ],
        [
          'Nice. Line 3 of the profile breaks badly.',
          'cross-functional teams',
          'cross-func\\-tional teams',
        ],
        ['Still breaks badly', 'cross-func\\-tional teams', 'teams across functions'],
        [
          'Better! Skills before education please.',
          '\\input{education}\n\\input{skills}',
          '\\input{skills}\n\\input{education}',
        ],
        ['Great. The heading is a bit too big.', '\\Huge\\name', '\\LARGE\\name'],
        [
          'And grey instead of black for the dates',
          '\\makebox[2.2cm][l]{2019',
          '\\textcolor{gray}{\\makebox[2.2cm][l]{2019',
        ],
      ];
      talk(
        story,
        wishes.map(([said, from, to], i): Turn => [
          said,
          'Done.',
          ...(i === 0 ? [desk.read(file, source('cv', 24))] : []),
          desk.replace(file, from, to),
          make(i),
        ]),
      );
    },
  ),
  quiet(
    'nine classes of a page made into functions, each after the nod of the person',
    {
      why: 'each file is another one, and the person says go on each time',
      prompt:
        'Convert src/legacy/Login.jsx to a function component. Then wait for my OK before the next.',
    },
    (desk, story) => {
      const names = [
        'Login',
        'Profile',
        'Inbox',
        'Thread',
        'Search',
        'Upload',
        'Billing',
        'Team',
        'Audit',
      ] as const;
      const said = [
        '',
        'OK, next: Profile',
        'ok',
        'next please',
        'Looks good. Next.',
        'ok',
        'go on',
        'OK next',
        'And the last one.',
      ] as const;
      talk(
        story,
        names.map((name, i): Turn => [
          said[i] ?? 'ok',
          `${name} is a function now. Waiting for your OK.`,
          desk.read(
            `/w/src/legacy/${name}.jsx`,
            `export class ${name} extends Component {\n  state = { ${word(i)}: null };\n  render() {\n    return <${pick(['Form', 'Card', 'List'], i)} ${word(i)}={this.state.${word(i)}} />;\n  }\n}`,
          ),
          desk.write(
            `/w/src/legacy/${name}.jsx`,
            `export function ${name}() {\n  const [${word(i)}, set] = useState(null);\n  return <${pick(['Form', 'Card', 'List'], i)} ${word(i)}={${word(i)}} onChange={set} />;\n}\n`,
          ),
          desk.run(
            `npx vitest run test/legacy/${name}.test.jsx`,
            ` ✓ test/legacy/${name}.test.jsx (${3 + (i % 4)} tests) ${21 + i * 4}ms\n\n Test Files  1 passed (1)\n      Tests  ${3 + (i % 4)} passed (${3 + (i % 4)})\n   Duration  ${seconds(i)}s`,
          ),
        ]),
      );
    },
  ),
  quiet(
    'a limit of size raised at one door after the other, with a larger file let through each time',
    {
      why: 'each door is another one and the size that goes through grows',
      prompt: 'Uploads of more than 1 MB fail on files.acme.test. Make 500 MB possible.',
    },
    (desk, story) => {
      const send = (mb: number, status: number, server: string, i: number): Act =>
        desk.run(
          `curl -s -o /dev/null -w '%{http_code} %header{server} %{size_upload}\\n' -F file=@/tmp/${mb}m.bin https://files.acme.test/upload`,
          `${status} ${server} ${mb * 1_048_576 + 211 + (i % 3)}`,
        );
      story.step(
        desk.run(
          'for m in 1 8 64 200 500; do head -c ${m}M /dev/zero > /tmp/${m}m.bin; done; ls /tmp/*.bin',
          '/tmp/1m.bin\n/tmp/200m.bin\n/tmp/500m.bin\n/tmp/64m.bin\n/tmp/8m.bin',
        ),
      );
      story.step(send(8, 413, 'nginx/1.27.2', 0));
      story.step(desk.read('/w/deploy/nginx.conf', 'http {\n  server {\n    listen 8080;\n  }\n}'));
      story.step(
        desk.replace(
          '/w/deploy/nginx.conf',
          '    listen 8080;',
          '    listen 8080;\n    client_max_body_size 512m;',
        ),
      );
      story.step(
        desk.run(
          'docker compose exec -T nginx nginx -s reload',
          '2026/11/24 10:11:03 [notice] 44#44: signal process started',
        ),
      );
      story.step(send(8, 500, 'nginx/1.27.2', 1));
      story.step(
        desk.run(
          'docker compose logs --since 1m app | tail -1',
          'app-1  | PHP Warning:  POST Content-Length of 8388819 bytes exceeds the limit of 8388608 bytes in Unknown on line 0',
        ),
      );
      story.step(desk.replace('/w/deploy/php.ini', 'post_max_size = 8M', 'post_max_size = 512M'));
      story.step(
        desk.replace('/w/deploy/php.ini', 'upload_max_filesize = 2M', 'upload_max_filesize = 500M'),
      );
      story.step(desk.run('docker compose restart app', ' Container files-app-1  Started'));
      story.step(send(8, 201, 'nginx/1.27.2', 2));
      story.step(send(64, 201, 'nginx/1.27.2', 3));
      story.step(send(200, 413, 'cloudflare', 4));
      story.step(desk.search('proxied', 'infra/dns.tf:14:  proxied = true'));
      story.step(
        desk.replace(
          '/w/infra/dns.tf',
          '  name    = "files"',
          '  name    = "files-up"\n  proxied = false',
        ),
      );
      story.step(
        desk.run(
          'terraform apply -auto-approve -target=cloudflare_record.files_up 2>&1 | tail -1',
          'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.',
        ),
      );
      story.step(
        desk.run(
          "curl -s -o /dev/null -w '%{http_code}\\n' -F file=@/tmp/200m.bin https://files-up.acme.test/upload",
          '201',
        ),
      );
      story.step(
        desk.run(
          "curl -s -o /dev/null -w '%{http_code}\\n' -F file=@/tmp/500m.bin https://files-up.acme.test/upload",
          '201',
        ),
      );
    },
  ),
  quiet(
    'samples put into fourteen tables, each described first, two of which refuse a row at first',
    { why: 'each table is another one, and a refusal is put right at once' },
    (desk, story) => {
      lookAround(desk, story);
      rounds(story, 14, (i) => {
        const table = `${word(i)}s`;
        const insert = `INSERT INTO ${table} (id, ${word(i + 1)}, made_at) VALUES (1, '${word(i + 3)}', now())`;
        const more = insert
          .replace(', made_at', ', made_at, tenant_id')
          .replace('now()', 'now(), 7');
        return [
          desk.run(
            `mysql shop -e 'DESCRIBE ${table}'`,
            `Field\tType\tNull\tKey\nid\tint\tNO\tPRI\n${word(i + 1)}\tvarchar(${40 + i})\tNO\t\nmade_at\tdatetime\tNO\t${i === 5 || i === 10 ? '\ntenant_id\tint\tNO\tMUL' : ''}`,
          ),
          ...(i === 5 || i === 10
            ? [
                desk.run(
                  `mysql shop -e "${insert}"`,
                  "ERROR 1364 (HY000) at line 1: Field 'tenant_id' doesn't have a default value",
                  1,
                ),
                desk.run(`mysql shop -e "${more}"`, ''),
              ]
            : [desk.run(`mysql shop -e "${insert}"`, '')]),
        ];
      });
      story.step(
        desk.run(
          'mysql shop -N -e "SELECT sum(table_rows) FROM information_schema.tables WHERE table_schema = \'shop\'"',
          '14',
        ),
      );
    },
  ),
  quiet(
    'scripts made into modules, with the same kind of error in an ever later file',
    {
      why: 'the error names another file each time, until the program runs',
      prompt: 'Move the CLI to ES modules.',
    },
    (desk, story) => {
      story.step(desk.run('grep -rln "require(" src | wc -l', '10'));
      story.step(
        desk.replace(
          '/w/package.json',
          '"version": "2.1.0",',
          '"version": "2.1.0",\n  "type": "module",',
        ),
      );
      rounds(story, 10, (i) => [
        desk.run(
          'node src/cli.js --help',
          `file:///w/src/${word(i)}.js:${1 + (i % 3)}\nconst ${word(i + 1)} = require("./${word(i + 1)}");\n${' '.repeat(8 + word(i + 1).length)}^\n\nReferenceError: require is not defined in ES module scope, you can use import instead\n    at file:///w/src/${word(i)}.js:${1 + (i % 3)}:${9 + i}\n\nNode.js v22.11.0`,
          1,
        ),
        desk.replace(
          `/w/src/${word(i)}.js`,
          `const ${word(i + 1)} = require("./${word(i + 1)}");`,
          `import { ${word(i + 1)} } from "./${word(i + 1)}.js";`,
        ),
        ...(i % 4 === 1
          ? [desk.replace(`/w/src/${word(i)}.js`, 'module.exports = {', 'export {')]
          : []),
      ]);
      story.step(
        desk.run(
          'node src/cli.js --help',
          'Usage: tool <command> [options]\n\nCommands:\n  sync   bring both sides together\n  list   show what is there',
        ),
      );
      story.step(
        desk.run(
          'npm test 2>&1 | tail -4',
          `# tests 88\n# pass 88\n# fail 0\n# duration_ms ${1204.118}`,
        ),
      );
    },
  ),
  quiet(
    'layouts of records in COBOL written as records in Java, each compiled and compared in length',
    { why: 'each layout is another one, and its length is proven' },
    (desk, story) => {
      const books = [
        'CUSTREC',
        'ACCTREC',
        'STMTREC',
        'RATEREC',
        'BRANCH',
        'FEETAB',
        'CURRTAB',
        'AUDITREC',
        'LOANREC',
        'COLLREC',
      ] as const;
      story.step(desk.run('ls copybooks | wc -l', '10'));
      rounds(story, 10, (i) => {
        const book = pick(books, i);
        const length = 80 + ((i * 37) % 140);
        return [
          desk.read(
            `/w/copybooks/${book}.cpy`,
            `       01  ${book}.\n           05  ${book}-KEY    PIC X(10).\n           05  ${book}-AMT    PIC S9(${7 + (i % 5)})V99 COMP-3.\n           05  FILLER         PIC X(${length - 16 - (i % 3)}).`,
          ),
          desk.write(
            `/w/src/main/java/test/acme/records/${book}.java`,
            `public record ${book}(String key, BigDecimal amount) {\n  static final int LENGTH = ${length};\n}\n`,
          ),
          desk.run(`mvn -q test -Dtest=${book}Test`, ''),
        ];
      });
      story.step(desk.run('mvn -q test', ''));
    },
  ),
  quiet(
    'warnings of a notebook got rid of one kind after the other, with fewer at each run',
    {
      why: 'each warning is another one, and their number falls to none',
      prompt: 'churn.ipynb prints pages of warnings under pandas 2. Clean it up.',
    },
    (desk, story) => {
      const kinds: readonly (readonly [number, string, string, string])[] = [
        [14, 'SettingWithCopyWarning', 'late = df[df.paid]', 'late = df[df.paid].copy()'],
        [
          9,
          'FutureWarning: The frame.append method is deprecated',
          'out = out.append(row)',
          'rows.append(row)',
        ],
        [
          22,
          "FutureWarning: 'M' is deprecated and will be removed in a future version, please use 'ME' instead",
          "df.resample('M')",
          "df.resample('ME')",
        ],
        [
          22,
          'FutureWarning: The default of observed=False is deprecated',
          "groupby('segment')",
          "groupby('segment', observed=True)",
        ],
        [
          27,
          'UserWarning: Could not infer format, so each element will be parsed individually',
          'pd.to_datetime(df.at)',
          "pd.to_datetime(df.at, format='%d.%m.%Y')",
        ],
        [
          30,
          'PerformanceWarning: DataFrame is highly fragmented',
          'for c in cols: df[c] = f(c)',
          'df = pd.concat([df, *map(f, cols)], axis=1)',
        ],
      ];
      const run = (left: number, i: number): Act =>
        desk.run(
          'jupyter nbconvert --to notebook --execute churn.ipynb --output /tmp/o.ipynb 2>/dev/null; python3 tools/warnings.py /tmp/o.ipynb',
          left === 0
            ? `0 warnings in 31 cells (${seconds(i, 41)} s)`
            : `${left} warnings in 31 cells (${seconds(i, 41)} s)\nfirst: ${kinds[Math.min(i, 5)]?.[1] ?? ''}`,
        );
      story.step(run(41, 0));
      const lefts = [33, 27, 14, 9, 9, 0] as const;
      kinds.forEach(([cell, , from, to], i) => {
        story.step(desk.use('notebook', 'read_cell', { index: cell }, from));
        story.step(
          desk.use('notebook', 'edit_cell', { index: cell, source: to }, `Cell ${cell} updated.`),
        );
        story.step(run(pick(lefts, i), i + 1));
      });
      story.step(
        desk.run(
          'git commit -qam "Notebook without warnings" && git log --oneline -1',
          `${hex(7, 7)} Notebook without warnings`,
        ),
      );
    },
  ),
  quiet(
    'a name that moves to a new host, asked at five places of the world every ten minutes, as the person wants it',
    {
      why: 'the person asked for it, and ever more places have the new address',
      prompt:
        'I changed the A record of shop.acme.test to 203.0.113.40. Ask 1.1.1.1, 8.8.8.8, 9.9.9.9, 208.67.222.222 and our own resolver every ten minutes until all have it, then tell me.',
    },
    (desk, story) => {
      const servers = ['1.1.1.1', '8.8.8.8', '9.9.9.9', '208.67.222.222', '10.0.0.2'] as const;
      const done = [0, 0, 1, 1, 2, 2, 3, 4, 4, 4, 5] as const;
      rounds(story, 11, (i) => [
        desk.run(
          `${i > 0 ? 'sleep 590; ' : ''}for r in ${servers.join(' ')}; do echo "$r $(dig +noall +answer @$r shop.acme.test | awk '{print $2, $5}')"; done`,
          servers
            .map((server, n) =>
              n < pick(done, i)
                ? `${server} ${3600 - ((i * 600 + n * 41) % 3600)} 203.0.113.40`
                : `${server} ${Math.max(12, 6900 - i * 600 - n * 13)} 198.51.100.7`,
            )
            .join('\n'),
        ),
      ]);
      story.step(desk.run('curl -sI https://shop.acme.test | head -1', 'HTTP/2 200'));
    },
  ),
  quiet(
    'two terabytes copied over night, looked at now and then as the person asked',
    {
      why: 'the person asked for it, and the copy goes on',
      prompt:
        'rsync runs in tmux "copy". Look at it every 15 minutes, write how far it is to /tmp/copy.md, and check the sums at the end.',
    },
    (desk, story) => {
      rounds(story, 12, (i) => [
        desk.run(
          `${i > 0 ? 'sleep 890; ' : ''}tmux capture-pane -pt copy | tail -1`,
          `${(180_224_881_004 + i * 161_220_118_441).toLocaleString('en-US')}  ${9 + i * 8}%  ${(171.2 + ((i * 31) % 17)).toFixed(2)}MB/s    ${Math.floor((190 - i * 15) / 60)}:${two((190 - i * 15) % 60)}:${two((i * 23 + 7) % 60)}`,
        ),
        ...(i % 2 === 1
          ? [
              desk.run(
                `echo "- 0${Math.floor(i / 4)}:${two((i * 15) % 60)} ${9 + i * 8}%" >> /tmp/copy.md`,
                '',
              ),
            ]
          : []),
      ]);
      story.step(
        desk.run(
          'tmux capture-pane -pt copy | tail -2',
          'sent 2,014,118,220,117 bytes  received 1,204,118 bytes  172,114,882.11 bytes/sec\ntotal size is 2,013,620,441,902  speedup is 1.00',
        ),
      );
      story.step(
        desk.run(
          'ssh nas2 "cd /tank/media && sha256sum --quiet -c /tmp/sums.txt"; echo "exit: $?"',
          'exit: 0',
        ),
      );
    },
  ),
  quiet(
    'the largest step of time at which a simulation stays stable, closed in on by halves',
    {
      why: 'each run halves what is left, and the figure is found',
      prompt:
        'What is the largest dt with which the wave solver stays stable on the fine mesh? To three digits.',
    },
    (desk, story) => {
      story.step(
        desk.run('./build/wave --help | head -3', 'usage: wave --mesh FILE --dt DT [--steps N]'),
      );
      story.step(desk.read('/w/src/wave.cpp', source('wave', 20)));
      let [low, high] = [0.001, 0.01];
      rounds(story, 11, (i) => {
        const dt = (low + high) / 2;
        const stable = dt < 0.003_874;
        [low, high] = stable ? [dt, high] : [low, dt];
        return [
          desk.run(
            `./build/wave --mesh meshes/fine.msh --dt ${dt.toFixed(6)} --steps 20000 | tail -2`,
            stable
              ? `step 20000  energy ${(1.000_02 + i * 0.000_01).toFixed(5)}\nwall ${seconds(i, 61)} s`
              : `step ${4_100 - i * 211}  energy ${(3.1 + i).toFixed(1)}e+${18 + i}\nerror: solution is not finite`,
            stable ? 0 : 1,
          ),
        ];
      });
      story.step(
        desk.write('/w/docs/stability.md', '# Stability\n\nFine mesh: dt up to 0.00387.\n'),
      );
    },
  ),
  quiet(
    'twenty recipes of images looked through for who runs them, most of which name nobody',
    {
      why: 'each recipe is another one, and a table comes of it',
      prompt: 'Which of our images run as root? Only report.',
    },
    (desk, story) => {
      story.step(desk.run("git ls-files '*Dockerfile' | wc -l", '20'));
      rounds(story, 20, (i) => [
        desk.run(
          `grep -n "^USER" services/${word(i)}${i > 11 ? i : ''}/Dockerfile`,
          i % 6 === 3 ? `${14 + i}:USER ${pick(['node', 'app', '10001'], i)}` : '',
          i % 6 === 3 ? 0 : 1,
        ),
        ...(i % 5 === 4
          ? [
              desk.read(
                `/w/services/${word(i)}/Dockerfile`,
                `FROM ${pick(['node:22-slim', 'python:3.13', 'debian:13'], i)}\nWORKDIR /app\nCOPY . .\nCMD ["./${word(i)}"]`,
              ),
            ]
          : []),
      ]);
      story.step(
        desk.write(
          '/w/reports/root.md',
          `# Images that run as root\n\n17 of 20, all but ${word(3)}, ${word(9)} and ${word(15)}15.\n`,
        ),
      );
    },
  ),
  quiet(
    'fourteen reported holes held against the code, none of which is reached, each with its reason',
    {
      why: 'each hole is another one and gets its own word',
      prompt:
        'The scanner lists 14 CVEs for our image. Say for each whether it affects us, in vex.json.',
    },
    (desk, story) => {
      const calls = [
        'yaml.load(',
        'pickle.loads',
        'tarfile.extractall',
        'ssl.wrap_socket',
        'xml.sax',
        'jinja2.Template(',
        'urlopen(',
        'zipfile.Path',
        'email.utils.parseaddr',
        'idna.encode',
        'Image.open',
        'lxml.html.clean',
        'sqlparse.parse',
        'http.cookies',
      ] as const;
      story.step(
        desk.run(
          'trivy image --quiet --format json shop:2.4 | jq -r ".Results[].Vulnerabilities[].VulnerabilityID" | sort -u | wc -l',
          '14',
        ),
      );
      rounds(story, 14, (i) => [
        desk.search(
          pick(calls, i),
          i === 6 ? 'tools/fetch_rates.py:9:    with urlopen(URL) as f:' : '',
        ),
        ...(i === 6
          ? [
              desk.read(
                '/w/tools/fetch_rates.py',
                'URL = "https://rates.example.test/eur.csv"  # fixed',
                [5, 6],
              ),
            ]
          : []),
        desk.replace(
          '/w/vex.json',
          i === 0 ? '"statements": []' : `"end-${i - 1}"`,
          `${i === 0 ? '"statements": [' : ''}{ "vulnerability": "CVE-2026-${20_114 + i * 871}", "status": "not_affected", "justification": "${i === 6 ? 'inline_mitigations_already_exist' : 'vulnerable_code_not_in_execute_path'}" }, "end-${i}"`,
        ),
      ]);
      story.step(desk.run('vexctl validate vex.json', ''));
    },
  ),
  quiet(
    'old pages of a site opened in the browser after its relaunch, two of which lead astray',
    {
      why: 'each page is another one, and the two bad ones are mended and seen again',
      prompt:
        'Open the 14 old addresses in redirects.csv in the browser and check that title and address are right.',
    },
    (desk, story) => {
      story.step(
        desk.read(
          '/w/redirects.csv',
          `old,new\n${Array.from({ length: 14 }, (_, i) => `/p/${1200 + i * 7},/${word(i)}${i === 4 || i === 9 ? '' : '/'}`).join('\n')}`,
        ),
      );
      const open = (i: number, good: boolean): Act[] => [
        desk.use(
          'browser',
          'navigate',
          { url: `https://www.acme.test/p/${1200 + i * 7}` },
          `Navigated to https://www.acme.test/${good ? `${word(i)}/` : '404'}`,
        ),
        desk.use(
          'browser',
          'evaluate',
          { expression: 'document.title + " | " + location.pathname' },
          good ? `${word(i)} – Acme | /${word(i)}/` : 'Not found – Acme | /404',
        ),
      ];
      rounds(story, 14, (i) => open(i, i !== 4 && i !== 9));
      for (const i of [4, 9]) {
        story.step(
          desk.replace(
            '/w/redirects.csv',
            `/p/${1200 + i * 7},/${word(i)}`,
            `/p/${1200 + i * 7},/${word(i)}/`,
          ),
        );
      }
      story.step(desk.run('bin/deploy redirects', `uploaded 14 rules in ${seconds(1)} s`));
      rounds(story, 2, (i) => open(i === 0 ? 4 : 9, true));
    },
  ),
  quiet(
    'a function of a cloud timed with eight sizes of memory, most of which cost about the same',
    {
      why: 'the person wants the curve, and each size is another one',
      prompt:
        'Measure the resize function with 128 to 3008 MB and tell me the cheapest that is below 800 ms.',
    },
    (desk, story) => {
      const sizes = [128, 256, 512, 768, 1024, 1536, 2048, 3008] as const;
      rounds(story, 8, (i) => {
        const ms = Math.round(240_000 / pick(sizes, i) + 310 + ((i * 13) % 20));
        return [
          desk.run(
            `aws lambda update-function-configuration --function-name resize --memory-size ${pick(sizes, i)} --query LastUpdateStatus --output text && aws lambda wait function-updated --function-name resize`,
            'InProgress',
          ),
          desk.run(
            'for i in $(seq 10); do aws lambda invoke --function-name resize --payload fileb://sample.json --log-type Tail /tmp/o.json --query LogResult --output text | base64 -d | grep -o "Billed Duration: [0-9]*"; done | sort | uniq -c | tail -2',
            `      6 Billed Duration: ${ms}\n      4 Billed Duration: ${ms + 3 + i}`,
          ),
          ...(i === 3
            ? [
                desk.run(
                  'aws lambda get-function-configuration --function-name resize --query MemorySize',
                  '768',
                ),
              ]
            : []),
        ];
      });
      story.step(
        desk.write(
          '/w/docs/resize-memory.md',
          '# Memory of resize\n\n768 MB: 642 ms, the cheapest below 800 ms.\n',
        ),
      );
      story.step(
        desk.run(
          'aws lambda update-function-configuration --function-name resize --memory-size 768 --query MemorySize',
          '768',
        ),
      );
    },
  ),
  quiet(
    'twelve months of a table cut off as parts of their own, each moved, checked and joined',
    { why: 'each month is another part, and no row is lost' },
    (desk, story) => {
      story.step(desk.run('psql -Atc "SELECT count(*) FROM events_2026"', '48211904'));
      rounds(story, 12, (i) => {
        const [from, to] = [
          `2026-${two(i + 1)}-01`,
          i === 11 ? '2027-01-01' : `2026-${two(i + 2)}-01`,
        ];
        return [
          desk.run(
            `psql -c "CREATE TABLE events_2026_${two(i + 1)} PARTITION OF events FOR VALUES FROM ('${from}') TO ('${to}')"`,
            'CREATE TABLE',
          ),
          desk.run(
            `psql -c "WITH m AS (DELETE FROM events_2026 WHERE at >= '${from}' AND at < '${to}' RETURNING *) INSERT INTO events SELECT * FROM m"`,
            `INSERT 0 ${3_900_112 + ((i * 71_311) % 310_000)}`,
          ),
        ];
      });
      story.step(desk.run('psql -Atc "SELECT count(*) FROM events_2026"', '0'));
      story.step(
        desk.run('psql -Atc "SELECT count(*) FROM events WHERE at >= \'2026-01-01\'"', '48211904'),
      );
    },
  ),
  quiet(
    'nine contracts, each given to a helper of its own with the same question, some of which hold nothing of it',
    {
      why: 'each helper has another contract, and a table comes of it',
      prompt:
        'Use one sub-agent per contract in contracts/ and find out which have a clause on price increases.',
    },
    (desk, story) => {
      const firms = [
        'Alder',
        'Birch',
        'Cedar',
        'Elm',
        'Fir',
        'Hazel',
        'Larch',
        'Maple',
        'Oak',
      ] as const;
      story.step(
        desk.run('ls contracts', firms.map((firm) => `${firm.toLowerCase()}.pdf`).join('\n')),
      );
      rounds(story, 9, (i) => [
        desk.use(
          'agents',
          'spawn',
          {
            task: `Read contracts/${pick(firms, i).toLowerCase()}.pdf and report any clause on price increases, with its number.`,
          },
          i % 3 === 1
            ? `There is no clause on price increases in the contract with ${pick(firms, i)} (${11 + i} pages read).`
            : `§ ${4 + i}.${1 + (i % 3)}: prices may rise by up to ${2 + (i % 4)} % once a year with ${pick(['30', '60', '90'], i)} days’ notice.`,
        ),
        i === 0
          ? desk.write('/w/prices.md', '| Firm | Clause |\n|---|---|\n| Alder | § 4.1 |\n')
          : desk.replace(
              '/w/prices.md',
              `| ${pick(firms, i - 1)} |`,
              `| ${pick(firms, i)} | ${i % 3 === 1 ? 'none' : `§ ${4 + i}.${1 + (i % 3)}`} |\n| ${pick(firms, i - 1)} |`,
            ),
      ]);
      story.step(
        desk.read(
          '/w/prices.md',
          '| Firm | Clause |\n|---|---|\n| Oak | § 12.3 |\n| Maple | none |',
        ),
      );
    },
  ),
];
