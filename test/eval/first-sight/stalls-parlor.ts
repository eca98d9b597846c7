/** Circles in talk: the person says again and again that it is not right. And some without words. Written before any rule was tried on them. */
import { source } from '../../unit/cases/cases.js';
import type { Act, Story } from '../../unit/support/story.js';
import { clock, hex, pick, play, rounds, stall, type Idea } from './idea.js';
import { rewrite, seconds, workAWhile } from './openings.js';

type Pair = readonly [string, string];

/** What the person says, what is answered in the end, and what is done in between. The first words are the prompt. */
export type Turn = readonly [said: string, answer: string, ...acts: Act[]];

export function talk(story: Story, turns: readonly Turn[]): void {
  for (const [i, [said, answer, ...acts]] of turns.entries()) {
    if (i > 0) {
      story.end().turn(said);
    }
    play(story, acts);
    story.say(answer);
  }
}

export const stallsParlor: readonly Idea[] = [
  stall(
    'a white flash before a dark page, chased through one script at ever other places of the head',
    14,
    22,
    {
      why: 'the person has said four times that the flash is the same, and each time the same script is moved',
      prompt:
        'When I reload in dark mode the page flashes white for a moment. Please get rid of that.',
    },
    (desk, story) => {
      const layout = '/w/app/layout.tsx';
      const versions = [
        '<html lang="en">',
        '<html lang="en">\n      <head>\n        <script dangerouslySetInnerHTML={{ __html: themeScript }} />\n      </head>',
        '<html lang="en" suppressHydrationWarning>\n      <Script id="theme" strategy="beforeInteractive">{themeScript}</Script>',
        '<html lang="en" className="dark" suppressHydrationWarning>\n      <head>\n        <script dangerouslySetInnerHTML={{ __html: themeScript }} />\n      </head>',
        '<html lang="en" suppressHydrationWarning>\n      <head>\n        <script src="/theme.js" />\n      </head>',
        '<html lang="en" suppressHydrationWarning style={{ colorScheme: "dark light" }}>\n      <head>\n        <script dangerouslySetInnerHTML={{ __html: blockingThemeScript }} />\n      </head>',
        '<html lang="en" suppressHydrationWarning>\n      <head>\n        <Script id="theme" strategy="beforeInteractive" dangerouslySetInnerHTML={{ __html: themeScript }} />\n      </head>',
        '<html lang="en" data-theme="system" suppressHydrationWarning>\n      <head>\n        <script>{themeScript}</script>\n      </head>',
      ] as const;
      const build = (i: number): Act =>
        desk.run(
          'pnpm build 2>&1 | tail -9',
          `   ▲ Next.js 15.3.1\n   Creating an optimized production build ...\n ✓ Compiled successfully in ${seconds(i, 7)}s\n ✓ Generating static pages (${14}/14)\n\nRoute (app)                     Size  First Load JS\n┌ ○ /                        4.${20 + i} kB         112 kB\n└ ○ /settings                2.91 kB         109 kB`,
        );
      talk(story, [
        [
          '',
          'Fixed: the class is set by an inline script before the first paint.',
          desk.search(
            'theme',
            'app/layout.tsx:3:import { themeScript } from "@/lib/theme";\nlib/theme.ts:4:export const themeScript = `\ncomponents/theme-provider.tsx:11:  const [theme, setTheme] = useState("light");',
          ),
          desk.read(
            layout,
            'import { themeScript } from "@/lib/theme";\n\nexport default function Root({ children }: Props) {\n  return (\n    <html lang="en">\n      <body className="bg-white dark:bg-zinc-950">{children}</body>\n    </html>\n  );\n}',
          ),
          desk.read(
            '/w/lib/theme.ts',
            'export const themeScript = `\n  const t = localStorage.getItem("theme");\n  if (t === "dark") document.documentElement.classList.add("dark");\n`;',
          ),
          rewrite(desk, layout, versions, 0),
          build(0),
        ],
        [
          'Still flashes white when I reload.',
          'The script ran too late. It now runs before anything interactive.',
          rewrite(desk, layout, versions, 1),
          build(1),
        ],
        [
          'no, same white flash',
          'The class is now on the html element from the server on, so nothing can flash.',
          desk.read(layout, pick(versions, 2), [4, 6]),
          rewrite(desk, layout, versions, 2),
          build(2),
          desk.run('npx tsc --noEmit', ''),
        ],
        [
          'It is still there, in Chrome and in Firefox.',
          'Inline scripts can be deferred by the framework; it is a plain blocking file now.',
          desk.write(
            '/w/public/theme.js',
            'if (localStorage.theme === "dark") document.documentElement.classList.add("dark");\n',
          ),
          rewrite(desk, layout, versions, 3),
        ],
        [
          'That made no difference. White for about half a second, then dark.',
          'The color scheme is declared as well now, this was the missing piece.',
          desk.run('curl -s localhost:3000 | grep -c "theme.js"', '1'),
          rewrite(desk, layout, versions, 4),
          build(4),
        ],
        [
          'Same.',
          'Solved: the script is injected before hydration and in the head.',
          desk.search('blockingThemeScript', 'app/layout.tsx:9:        <script dangerously'),
          rewrite(desk, layout, versions, 5),
          build(5),
        ],
        [
          'Nope. You have moved that script five times now and it flashes just as before.',
          'I found the cause: the attribute was missing on the html element.',
          desk.read(
            '/w/lib/theme.ts',
            'export const themeScript = `\n  const t = localSto',
            [1, 2],
          ),
          rewrite(desk, layout, versions, 6),
          build(6),
        ],
        [
          'still white on reload',
          'Please clear the cache, it should be gone.',
          rewrite(desk, layout, versions, 7),
          build(7),
        ],
      ]);
    },
  ),
  stall(
    'a field of an app below the keys of the phone, padded in ever other ways as its owner says it is still hidden',
    14,
    22,
    {
      why: 'four words of the person from the phone, and the same padding is set by other means each time',
      prompt:
        'On my iPhone the keyboard covers the note field in EntryView. It should move up. I test on the device.',
    },
    (desk, story) => {
      const view = '/w/Diary/Views/EntryView.swift';
      const versions = [
        '            .padding()',
        '            .padding(.bottom, keyboard.height)',
        '            .padding(.bottom, keyboard.height)\n            .ignoresSafeArea(.keyboard, edges: .bottom)',
        '            .safeAreaInset(edge: .bottom) { Color.clear.frame(height: keyboard.height) }',
        '            .offset(y: -keyboard.height)\n            .animation(.easeOut(duration: 0.25), value: keyboard.height)',
        '            .padding(.bottom, keyboard.isVisible ? 320 : 16)',
        '            .modifier(KeyboardAdaptive())',
        '            .padding(.bottom, max(0, keyboard.height - safeArea.bottom))',
        '            .scrollDismissesKeyboard(.interactively)\n            .padding(.bottom, keyboard.height)',
      ] as const;
      const xcode = (i: number): Act =>
        desk.run(
          'xcodebuild -scheme Diary -destination \'generic/platform=iOS\' build -quiet 2>&1 | tail -4; echo "exit: ${PIPESTATUS[0]}"',
          i % 3 === 1
            ? `/w/Diary/Models/Store.swift:41:13: warning: variable 'old' was never used; consider replacing with '_' or removing it\nexit: 0`
            : 'exit: 0',
        );
      talk(story, [
        [
          '',
          'The field now moves up by the height of the keyboard.',
          desk.run('ls Diary/Views', 'DayCell.swift\nEntryView.swift\nSettingsView.swift'),
          desk.read(
            view,
            'struct EntryView: View {\n    @State private var note = ""\n    @StateObject private var keyboard = KeyboardObserver()\n\n    var body: some View {\n        VStack {\n            PhotoStrip(entry: entry)\n            TextEditor(text: $note)\n            .padding()\n        }\n    }\n}',
          ),
          desk.read(
            '/w/Diary/Support/KeyboardObserver.swift',
            'final class KeyboardObserver: ObservableObject {\n    @Published var height: CGFloat = 0\n}',
          ),
          rewrite(desk, view, versions, 0),
          xcode(0),
        ],
        [
          'Installed it. The field is still behind the keyboard.',
          'SwiftUI avoided the keyboard by itself and both cancelled out. Corrected.',
          rewrite(desk, view, versions, 1),
          xcode(1),
        ],
        [
          'Still hidden, I cannot see what I type.',
          'The safe area inset is the right way. It is in place now.',
          rewrite(desk, view, versions, 2),
          xcode(2),
          desk.run(
            "xcodebuild test -scheme Diary -destination 'platform=iOS Simulator,name=iPhone 16' -quiet 2>&1 | tail -2",
            `Test Suite 'All tests' passed at 2026-11-24 10:${14 + 2}:08.114.\n\t Executed 38 tests, with 0 failures (0 unexpected) in ${seconds(2, 4)} seconds`,
          ),
        ],
        [
          'nothing changed on the phone',
          'The whole stack is shifted now, with an animation.',
          desk.read(view, `            TextEditor(text: $note)\n${pick(versions, 3)}`, [10, 4]),
          rewrite(desk, view, versions, 3),
          xcode(3),
        ],
        [
          'Is it possible that you change the wrong thing? The field does not move at all.',
          'I use a fixed height now, so that it does not depend on the observer.',
          rewrite(desk, view, versions, 4),
          xcode(4),
        ],
        [
          'Still covered.',
          'Moved into a modifier that listens to all keyboard notifications.',
          desk.write(
            '/w/Diary/Support/KeyboardAdaptive.swift',
            'struct KeyboardAdaptive: ViewModifier {\n    @State private var bottom: CGFloat = 0\n    func body(content: Content) -> some View {\n        content.padding(.bottom, bottom)\n    }\n}\n',
          ),
          rewrite(desk, view, versions, 5),
          xcode(5),
        ],
        [
          'No. Same picture as this morning.',
          'The safe area was counted twice. Now it is right.',
          rewrite(desk, view, versions, 6),
          xcode(6),
        ],
        ['it is still not moving...', 'Done.', rewrite(desk, view, versions, 7), xcode(7)],
      ]);
    },
  ),
  stall(
    'a label whose last line the printer cuts off, set anew by a few dots each time it comes out of the machine alike',
    13,
    21,
    {
      why: 'the person has held five labels in the hand, all alike, while numbers of one template go up and down',
      prompt:
        'The last line of our parcel label is cut off by the Zebra in the warehouse. Template is labels/parcel.zpl.tpl. I stand next to the printer.',
    },
    (desk, story) => {
      const file = '/w/labels/parcel.zpl.tpl';
      const versions = [
        '^FO40,1180^A0N,28,28^FD{{reference}}^FS',
        '^FO40,1150^A0N,28,28^FD{{reference}}^FS',
        '^FO40,1150^A0N,24,24^FD{{reference}}^FS',
        '^LH0,-20^FO40,1150^A0N,24,24^FD{{reference}}^FS',
        '^FO40,1100^A0N,24,24^FD{{reference}}^FS',
        '^FT40,1124^A0N,24,22^FD{{reference}}^FS',
        '^FO40,1090^FB720,1,0,L^A0N,24,24^FD{{reference}}^FS',
        '^LT-30^FO40,1100^A0N,22,22^FD{{reference}}^FS',
        '^FO40,1080^A0N,20,20^FD{{reference}}^FS',
      ] as const;
      const print = (i: number): Act =>
        desk.run(
          'bin/render-label sample/4711.json > /tmp/l.zpl && lp -d zebra-wh1 -o raw /tmp/l.zpl',
          `request id is zebra-wh1-${2214 + i * 3} (1 file(s))`,
        );
      talk(story, [
        [
          '',
          'I moved the line up by 30 dots and sent a test label.',
          desk.run(
            'ls labels sample',
            'labels:\nparcel.zpl.tpl\npallet.zpl.tpl\n\nsample:\n4711.json',
          ),
          desk.read(
            file,
            `^XA\n^PW812\n^LL1218\n^FO40,40^GB732,0,4^FS\n^FO40,980^BCN,120,Y,N,N^FD{{tracking}}^FS\n${versions[0]}\n^XZ`,
          ),
          rewrite(desk, file, versions, 0),
          print(0),
        ],
        [
          'Label is out. Last line still missing its lower half.',
          'Smaller font, it fits now.',
          rewrite(desk, file, versions, 1),
          print(1),
        ],
        [
          'exactly the same, cut in the middle of the digits',
          'The home position is shifted up by 20 dots.',
          desk.read(file, `^PW812\n^LL1218\n${pick(versions, 2)}`, [2, 8]),
          rewrite(desk, file, versions, 2),
          print(2),
        ],
        [
          'Same.',
          'Now there is a margin of more than 10 mm below.',
          desk.run(
            'grep -c "\\^LH" labels/*.tpl',
            'labels/pallet.zpl.tpl:0\nlabels/parcel.zpl.tpl:1',
          ),
          rewrite(desk, file, versions, 3),
          print(3),
        ],
        [
          'I just threw the fifth one away, the line is cut at the same place.',
          'Positioned by its base line instead of its top.',
          rewrite(desk, file, versions, 4),
          print(4),
        ],
        [
          'Nothing. Looks identical to the ones before, really identical.',
          'As a field block it cannot run out of the label any more.',
          rewrite(desk, file, versions, 5),
          print(5),
        ],
        [
          'still cut',
          'The label top is adjusted.',
          desk.run(
            'lpstat -p zebra-wh1',
            `printer zebra-wh1 is idle.  enabled since Tue 24 Nov 2026 10:${20 + 6}:41 AM CET`,
          ),
          rewrite(desk, file, versions, 6),
          print(6),
        ],
        [
          'No change at all. The other lines do not move either.',
          'One more with a smaller font.',
          rewrite(desk, file, versions, 7),
          print(7),
        ],
      ]);
    },
  ),
  stall(
    'a white line between two pictures of a letter, which one reader of mail goes on showing',
    14,
    22,
    {
      why: 'the person has looked into Outlook five times and seen the same line, the pictures get other styles each time',
      prompt:
        'In Outlook there is a white line between the two header images of the newsletter. Everywhere else it looks fine. Can you fix it?',
    },
    (desk, story) => {
      const file = '/w/emails/november.mjml';
      const versions = [
        '<mj-image src="{{cdn}}/head-a.png" padding="0" />\n        <mj-image src="{{cdn}}/head-b.png" padding="0" />',
        '<mj-image src="{{cdn}}/head-a.png" padding="0" css-class="block" />\n        <mj-image src="{{cdn}}/head-b.png" padding="0" css-class="block" />',
        '<mj-image src="{{cdn}}/head-a.png" padding="0" height="181px" />\n        <mj-image src="{{cdn}}/head-b.png" padding="0" height="94px" />',
        '<mj-raw><table cellpadding="0" cellspacing="0" border="0"><tr><td style="font-size:0;line-height:0"><img src="{{cdn}}/head-a.png" style="display:block"></td></tr><tr><td style="font-size:0;line-height:0"><img src="{{cdn}}/head-b.png" style="display:block"></td></tr></table></mj-raw>',
        '<mj-raw><table style="border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt"><tr><td style="mso-line-height-rule:exactly;line-height:1px"><img src="{{cdn}}/head-a.png"></td></tr><tr><td><img src="{{cdn}}/head-b.png"></td></tr></table></mj-raw>',
        '<mj-image src="{{cdn}}/head-a.png" padding="0" line-height="0" />\n        <mj-image src="{{cdn}}/head-b.png" padding="-1px 0 0" />',
        '<mj-image src="{{cdn}}/head-a.png" padding="0" container-background-color="#0b3d2e" />\n        <mj-image src="{{cdn}}/head-b.png" padding="0" container-background-color="#0b3d2e" />',
        '<mj-raw><!--[if mso]><table cellspacing="0"><tr><td valign="bottom"><![endif]--><img src="{{cdn}}/head-a.png" style="vertical-align:bottom"><!--[if mso]></td></tr><tr><td valign="top"><![endif]--><img src="{{cdn}}/head-b.png" style="vertical-align:top"><!--[if mso]></td></tr></table><![endif]--></mj-raw>',
      ] as const;
      const send = (i: number): Act =>
        desk.run(
          'npm run --silent send-test -- november --to k.lindt@acme.test',
          `rendered november.mjml -> out/november.html (${(38.2 + i * 0.3).toFixed(1)} kB)\nqueued as <${hex(i + 3, 12)}@mail.acme.test>`,
        );
      const check = (i: number): Act =>
        desk.run(
          'npx mjml --validate emails/november.mjml',
          i % 2 === 0 ? '' : 'File: /w/emails/november.mjml\n0 errors',
        );
      talk(story, [
        [
          '',
          'The images are display:block now, which removes the gap. A test mail is on its way.',
          desk.search(
            'head-a.png',
            'emails/november.mjml:12:        <mj-image src="{{cdn}}/head-a.png"',
          ),
          desk.read(
            file,
            `<mjml>\n  <mj-body>\n    <mj-section padding="0">\n      <mj-column>\n        ${versions[0]}\n      </mj-column>\n    </mj-section>\n  </mj-body>\n</mjml>`,
          ),
          rewrite(desk, file, versions, 0),
          check(0),
          send(0),
        ],
        [
          'Got it, white line still there.',
          'Outlook needs explicit heights. A new test mail is sent.',
          rewrite(desk, file, versions, 1),
          send(1),
        ],
        [
          'Line is still there in Outlook',
          'A raw table without spacing is the safe way, it is in now.',
          rewrite(desk, file, versions, 2),
          check(2),
          send(2),
        ],
        [
          'Sorry, still the white line.',
          'The mso line height rule was missing.',
          desk.run(
            'grep -o "mso-[a-z-]*" out/november.html | sort | uniq -c',
            '     14 mso-table-lspace\n     14 mso-table-rspace',
          ),
          rewrite(desk, file, versions, 3),
          send(3),
        ],
        [
          'no difference',
          'I went back to the component and gave it a line height of zero.',
          rewrite(desk, file, versions, 4),
          check(4),
          send(4),
        ],
        [
          'Still white. My colleague sees it as well, he has the same Outlook.',
          'The background has the green of the images now, so the line cannot be white.',
          rewrite(desk, file, versions, 5),
          send(5),
        ],
        [
          'It is still white!',
          'Conditional comments for Outlook only: this will do it.',
          desk.read(file, pick(versions, 6), [11, 4]),
          rewrite(desk, file, versions, 6),
          check(6),
          send(6),
        ],
        [
          'same white line as in the first mail',
          'I put the heights back in.',
          rewrite(desk, file, versions, 7),
          send(7),
        ],
      ]);
    },
  ),
  stall(
    'a picture that trembles when one walks, smoothed by ever other formulas in the same function',
    14,
    22,
    {
      why: 'the person has played four times and it trembles as before; only the formula of the same line changes',
      prompt:
        'The camera stutters when I walk. It is in Godot 4.3, look at camera_rig.gd. I play it after each change and tell you.',
    },
    (desk, story) => {
      const file = '/w/player/camera_rig.gd';
      const versions = [
        '\tglobal_position = target.global_position',
        '\tglobal_position = global_position.lerp(target.global_position, 0.1)',
        '\tglobal_position = global_position.lerp(target.global_position, 8.0 * delta)',
        '\tglobal_position = global_position.lerp(target.global_position, 1.0 - exp(-8.0 * delta))',
        '\tglobal_position = global_position.move_toward(target.global_position, speed * delta)',
        '\tvar goal := target.global_position.round()\n\tglobal_position = global_position.lerp(goal, 1.0 - exp(-12.0 * delta))',
        '\tglobal_position = target.global_position.lerp(global_position, pow(0.001, delta))',
        '\tglobal_position = smooth_damp(global_position, target.global_position, delta)',
        '\tglobal_position = global_position.lerp(target.get_global_transform_interpolated().origin, 1.0 - exp(-8.0 * delta))',
      ] as const;
      const check = (i: number): Act =>
        desk.run(
          'godot --headless --path . --check-only --script player/camera_rig.gd',
          `Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n${i === 3 ? 'WARNING: ObjectDB instances leaked at exit (run with --verbose for details).' : ''}`.trim(),
        );
      talk(story, [
        [
          '',
          'The camera follows smoothly now.',
          desk.run('ls player', 'camera_rig.gd\ncamera_rig.tscn\nplayer.gd\nplayer.tscn'),
          desk.read(
            file,
            `extends Camera3D\n\n@export var target: Node3D\n\nfunc _process(delta: float) -> void:\n${versions[0]}`,
          ),
          desk.read(
            '/w/player/player.gd',
            'func _physics_process(delta: float) -> void:\n\tvelocity = input_dir * SPEED\n\tmove_and_slide()',
          ),
          rewrite(desk, file, versions, 0),
          check(0),
        ],
        [
          'Still stutters.',
          'The weight depended on the frame rate. It uses delta now.',
          rewrite(desk, file, versions, 1),
          check(1),
        ],
        [
          'Hm, no. Stutters like before, especially when I walk sideways.',
          'An exponential decay is exact at every frame rate.',
          rewrite(desk, file, versions, 2),
          check(2),
          desk.run(
            'git diff --stat',
            ' player/camera_rig.gd | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)',
          ),
        ],
        [
          'still stuttering',
          'A constant speed does not jitter.',
          rewrite(desk, file, versions, 3),
          check(3),
          desk.read(file, `func _process(delta: float) -> void:\n${pick(versions, 4)}`, [5, 3]),
        ],
        [
          'Sorry, I do not feel any difference to the very first version.',
          'The goal is rounded now, which takes the noise away.',
          rewrite(desk, file, versions, 4),
          check(4),
        ],
        [
          'It stutters. Same as always.',
          'The order of the arguments was the problem.',
          rewrite(desk, file, versions, 5),
          check(5),
        ],
        [
          'No!',
          'I use a critically damped spring now, as in most games.',
          desk.search('smooth_damp', 'player/camera_rig.gd:6:\tglobal_position = smooth_damp('),
          rewrite(desk, file, versions, 6),
          desk.replace(
            file,
            'func _process',
            'func smooth_damp(a: Vector3, b: Vector3, d: float) -> Vector3:\n\treturn a + (b - a) * (1.0 - exp(-10.0 * d))\n\nfunc _process',
          ),
          check(6),
        ],
        [
          'still there, sideways it is the worst',
          'This is the last missing piece.',
          rewrite(desk, file, versions, 7),
          check(7),
        ],
      ]);
    },
  ),
  stall(
    'a lamp that burns on after everyone has left, whose automation is written anew each morning',
    15,
    23,
    {
      why: 'the person has found the lamp on five mornings, and the same twenty lines were put otherwise each time',
      prompt:
        'The hall lamp is still on in the morning. It should go off five minutes after the last motion. Home Assistant, packages/hall.yaml.',
    },
    (desk, story) => {
      const file = '/w/packages/hall.yaml';
      const versions = [
        "      to: 'off'\n      for: '00:05:00'",
        "      from: 'on'\n      to: 'off'\n      for:\n        minutes: 5",
        "      to: 'off'\n      for: { minutes: 5 }\n    mode: restart",
        "      to: 'off'\n    action:\n      - delay: '00:05:00'\n      - condition: state\n        entity_id: binary_sensor.hall_motion\n        state: 'off'",
        "      to: 'off'\n    action:\n      - wait_for_trigger:\n          - platform: state\n            entity_id: binary_sensor.hall_motion\n            to: 'on'\n        timeout: '00:05:00'",
        '      minutes: \'/5\'\n    condition:\n      - condition: template\n        value_template: "{{ now() - states.binary_sensor.hall_motion.last_changed > timedelta(minutes=5) }}"',
        "      to: 'off'\n      for: '00:05:00'\n    condition:\n      - condition: state\n        entity_id: light.hall\n        state: 'on'",
        '    entity_id: timer.hall\n      event: timer.finished',
        "      not_to: ['on', 'unavailable']\n      for: '00:05:00'",
      ] as const;
      const check = (i: number): Act =>
        desk.run(
          'ha core check',
          `Processing... Done.\n\nCommand completed successfully.\n(${seconds(i, 6)} s)`,
        );
      const reload = (): Act =>
        desk.use('hass', 'call_service', { domain: 'automation', service: 'reload' }, '[]');
      talk(story, [
        [
          '',
          'The trigger waits for five minutes without motion now.',
          desk.run('ls packages', 'garden.yaml\nhall.yaml\nheating.yaml'),
          desk.read(
            file,
            `automation:\n  - id: hall_off\n    alias: Hall off\n    trigger:\n      platform: state\n      entity_id: binary_sensor.hall_motion\n${versions[0]}\n    action:\n      - service: light.turn_off\n        target: { entity_id: light.hall }`,
          ),
          rewrite(desk, file, versions, 0),
          check(0),
          reload(),
        ],
        [
          'This morning it was on again.',
          'A second motion cancelled the run. It restarts now.',
          rewrite(desk, file, versions, 1),
          check(1),
          reload(),
        ],
        [
          'Good morning. Lamp on, as always.',
          'A delay with a check afterwards is more robust.',
          rewrite(desk, file, versions, 2),
          check(2),
          reload(),
        ],
        [
          'on again',
          'wait_for_trigger is the recommended way.',
          desk.use(
            'hass',
            'get_state',
            { entity_id: 'light.hall' },
            `{"entity_id":"light.hall","state":"on","last_changed":"2026-11-19T22:41:07+00:00"}`,
          ),
          rewrite(desk, file, versions, 3),
          reload(),
        ],
        [
          'Still burning when I got up at six.',
          'It is checked every five minutes now, independent of any trigger.',
          rewrite(desk, file, versions, 4),
          check(4),
          reload(),
        ],
        [
          'It was on the whole night again!',
          'Back to the trigger, with a condition on the lamp.',
          desk.read(file, `    trigger:\n${pick(versions, 5)}`, [4, 8]),
          rewrite(desk, file, versions, 5),
          check(5),
          reload(),
        ],
        [
          'Nope, on. Sixth morning in a row.',
          'A timer helper takes care of it now.',
          rewrite(desk, file, versions, 6),
          check(6),
          reload(),
        ],
        [
          'on',
          'I excluded the other states.',
          rewrite(desk, file, versions, 7),
          check(7),
          reload(),
        ],
      ]);
    },
  ),
  stall(
    'figures of a forecast that the person finds as wrong as before, while each mending brings its own green test',
    16,
    24,
    {
      why: 'five times the person read the same wrong sum off the board; the tests only say what the change says',
      prompt:
        'The cash forecast on the dashboard shows 1,204,331 for January. Finance says 1,187,902. Please fix the forecast.',
    },
    (desk, story) => {
      const file = '/w/reports/forecast.py';
      const versions = [
        "    due = invoices[invoices.status != 'paid']",
        "    due = invoices[~invoices.status.isin(['paid', 'cancelled'])]",
        "    due = invoices[~invoices.status.isin(['paid', 'cancelled', 'draft'])]",
        "    due = invoices[invoices.status.eq('open') & invoices.due_on.notna()]",
        "    due = invoices[invoices.status.eq('open')].drop_duplicates('number')",
        "    due = invoices[invoices.status.eq('open') & ~invoices.is_credit_note]",
        "    due = invoices[invoices.status.eq('open')].assign(amount=lambda d: d.amount - d.discount)",
        '    due = invoices[invoices.open_amount > 0]',
        '    due = invoices[invoices.open_amount.gt(0) & ~invoices.disputed]',
      ] as const;
      const names = [
        'cancelled',
        'drafts',
        'undated',
        'doubles',
        'credit_notes',
        'discount',
        'open_amount',
        'disputed',
      ] as const;
      const test = (i: number): Act =>
        desk.write(
          `/w/tests/test_forecast_${pick(names, i)}.py`,
          `from reports.forecast import forecast\n\n\ndef test_${pick(names, i)}_left_out(rows):\n    assert forecast(rows).loc['2027-01', 'in'] == ${1000 + i * 37}\n`,
        );
      const pytest = (i: number): Act =>
        desk.run(
          'pytest -q tests -k forecast',
          `${'.'.repeat(11 + Math.floor(i / 2))}                                             [100%]\n${11 + Math.floor(i / 2)} passed, 204 deselected in ${seconds(i, 1)}s`,
        );
      const ship = (i: number): Act =>
        desk.run(
          `git add -A && git commit -qm "Forecast: leave out ${pick(names, i).replace('_', ' ')}" && gh pr create --fill && gh pr merge --squash --auto`,
          `https://github.com/acme/books/pull/${53 + i}\n✓ Pull request #${53 + i} will be automatically merged via squash when all requirements are met`,
        );
      talk(story, [
        [
          '',
          'Cancelled invoices were counted. This is fixed and merged.',
          desk.search('def forecast', 'reports/forecast.py:18:def forecast(invoices):'),
          desk.read(
            file,
            `def forecast(invoices):\n${versions[0]}\n    return due.groupby(due.due_on.dt.to_period('M')).amount.sum()`,
            [18, 4],
          ),
          rewrite(desk, file, versions, 0),
          test(0),
          pytest(0),
          ship(0),
        ],
        [
          'Dashboard still says 1,204,331.',
          'Drafts had to go as well. All tests are green.',
          rewrite(desk, file, versions, 1),
          pytest(1),
          ship(1),
        ],
        [
          'I waited for the refresh, it is still 1,204,331.',
          'Invoices without a date fell into January. Fixed.',
          rewrite(desk, file, versions, 2),
          test(2),
          pytest(2),
          ship(2),
        ],
        [
          'Unchanged.',
          'Some invoices are imported twice, they are dropped now.',
          rewrite(desk, file, versions, 3),
          pytest(3),
        ],
        [
          'January: 1,204,331. Not one cent different. Finance is asking me every day.',
          'Credit notes are excluded now, that is the difference.',
          desk.read(file, pick(versions, 4), [19, 2]),
          rewrite(desk, file, versions, 4),
          test(4),
          pytest(4),
          ship(4),
        ],
        [
          'Still the old number.',
          'The early payment discount is deducted now.',
          rewrite(desk, file, versions, 5),
          pytest(5),
          ship(5),
        ],
        [
          'No, 1,204,331 again. You told me six times that it is fixed.',
          'The open amount has to be used. I am confident that this was the root cause.',
          rewrite(desk, file, versions, 6),
          test(6),
          pytest(6),
          ship(6),
        ],
        [
          '1,204,331',
          'Disputed invoices are left out as well.',
          rewrite(desk, file, versions, 7),
          pytest(7),
          ship(7),
        ],
      ]);
    },
  ),
  stall(
    'names that stand at the end of a list on the server alone, sorted anew in the same comparison',
    15,
    23,
    {
      why: 'four times the person saw the same names at the end, while the tests here are green each time',
      prompt:
        'Names like Ägir and Öz are at the very end of the member list. They should be sorted like A and O.',
    },
    (desk, story) => {
      const file = '/w/src/members/sort.ts';
      const versions = [
        'members.sort((a, b) => (a.name < b.name ? -1 : 1))',
        'members.sort((a, b) => a.name.localeCompare(b.name))',
        "members.sort((a, b) => a.name.localeCompare(b.name, 'de'))",
        "members.toSorted(new Intl.Collator('de').compare)",
        "members.sort((a, b) => a.name.localeCompare(b.name, 'de', { sensitivity: 'base' }))",
        "members.sort((a, b) => a.name.normalize('NFC').localeCompare(b.name.normalize('NFC'), 'de-DE'))",
        "members.sort(by((m) => m.name, new Intl.Collator(['de-DE', 'de'], { usage: 'sort' })))",
        "orderBy(members, [(m) => m.name.toLocaleLowerCase('de')], ['asc'])",
        'members.sort((a, b) => collator.compare(a.name.trim(), b.name.trim()))',
      ] as const;
      const test = (i: number): Act =>
        desk.run(
          'npx vitest run test/members/sort.test.ts',
          ` RUN  v3.1.2 /w\n\n ✓ test/members/sort.test.ts (${4 + (i > 2 ? 2 : 0)} tests) ${6 + i}ms\n   ✓ sorts umlauts next to their letters\n\n Test Files  1 passed (1)\n      Tests  ${4 + (i > 2 ? 2 : 0)} passed (${4 + (i > 2 ? 2 : 0)})\n   Start at  ${clock(i)}\n   Duration  ${seconds(i)}s`,
        );
      const deploy = (i: number): Act =>
        desk.run(
          'bin/deploy staging',
          `==> building image registry.acme.test/members:${hex(i + 8, 7)}\n==> rolling out\ndeployment "members" successfully rolled out (${41 + i * 3}s)`,
        );
      talk(story, [
        [
          '',
          'localeCompare sorts umlauts correctly, and it is deployed to staging.',
          desk.search(
            'sort(',
            'src/members/sort.ts:7:  return members.sort((a, b) => (a.name < b.name ? -1 : 1));',
          ),
          desk.read(
            file,
            `export function sorted(members: Member[]): Member[] {\n  return ${versions[0]};\n}`,
          ),
          rewrite(desk, file, versions, 0),
          test(0),
          deploy(0),
        ],
        [
          'On staging Ägir is still last.',
          'The locale was missing. German is passed now.',
          rewrite(desk, file, versions, 1),
          test(1),
          deploy(1),
        ],
        [
          'I reloaded, no change. Ägir and Öz after Zoe.',
          'A collator is the more reliable way.',
          rewrite(desk, file, versions, 2),
          test(2),
          deploy(2),
        ],
        [
          'same order as before',
          'The sensitivity was too strict.',
          rewrite(desk, file, versions, 3),
          test(3),
          deploy(3),
        ],
        [
          'Still at the end: … Yasin, Zoe, Ägir, Öz.',
          'Some names may be stored decomposed, so they are normalized first.',
          desk.replace('/w/test/members/sort.test.ts', "['Zoe', 'Ägir']", "['Zoe', 'A\\u0308gir']"),
          rewrite(desk, file, versions, 4),
          test(4),
          deploy(4),
        ],
        [
          'Zoe, Ägir, Öz. Nothing has changed on the page.',
          'Now with a fallback for the locale, as some systems lack de-DE.',
          rewrite(desk, file, versions, 5),
          test(5),
          deploy(5),
        ],
        [
          'no',
          'lodash sorts on the lower case form, that avoids the collator.',
          desk.run('npm ls lodash --depth=0', 'members@4.2.0 /w\n└── lodash@4.17.21'),
          rewrite(desk, file, versions, 6),
          test(6),
          deploy(6),
        ],
        [
          'Still last.',
          'Spaces around the names are gone.',
          rewrite(desk, file, versions, 7),
          test(7),
          deploy(7),
        ],
      ]);
    },
  ),
  stall(
    'a chapter that the reader of a site misses, proven each time to be in its file',
    11,
    19,
    {
      why: 'the person does not see it for the fifth time, and gets the same proof by other commands',
      prompt:
        'Where is the chapter on webhooks? I do not see it on docs.acme.test. Please put it there.',
    },
    (desk, story) => {
      const page = '/w/docs/guide/webhooks.md';
      const text =
        '# Webhooks\n\nA webhook is called when an order changes.\n\n## Signature\n\nEach call carries `X-Acme-Signature`.';
      talk(story, [
        [
          '',
          'The chapter exists: docs/guide/webhooks.md. Nothing has to be done.',
          desk.search(
            'webhook',
            'docs/guide/webhooks.md:1:# Webhooks\nmkdocs.yml:31:      - Webhooks: guide/webhooks.md',
          ),
          desk.read(page, text),
          desk.run(
            'sed -n 25,34p mkdocs.yml',
            '  - Guide:\n      - Orders: guide/orders.md\n      - Refunds: guide/refunds.md\n      - Webhooks: guide/webhooks.md',
          ),
        ],
        [
          'I do not see it on the site. The menu ends with Refunds.',
          'I checked again: it is in the navigation and it builds.',
          desk.run(
            'mkdocs build --strict 2>&1 | tail -3',
            `INFO    -  Cleaning site directory\nINFO    -  Building documentation to directory: /w/site\nINFO    -  Documentation built in ${seconds(1, 2)} seconds`,
          ),
          desk.run('ls site/guide', 'orders\nrefunds\nwebhooks'),
        ],
        [
          'Still nothing. Please add it.',
          'It is there. Please reload the page with Ctrl+F5.',
          desk.run(
            'grep -c "Webhooks" site/guide/index.html site/index.html',
            'site/guide/index.html:1\nsite/index.html:1',
          ),
          desk.read(page, text.slice(0, 60), [1, 3]),
          desk.run(
            'git log --oneline -2 -- docs/guide/webhooks.md',
            `${hex(4, 7)} Docs: describe webhooks\n${hex(9, 7)} Docs: new guide`,
          ),
        ],
        [
          'Reloaded, other browser, my phone: the menu ends with Refunds.',
          'The built page contains the entry, so your browser shows an old copy.',
          desk.run(
            'python3 -m http.server -d site 8123 & sleep 1; curl -s localhost:8123/guide/webhooks/ | grep "<h1"',
            '<h1 id="webhooks">Webhooks</h1>',
          ),
          desk.run('grep -n "Webhooks" mkdocs.yml', '28:      - Webhooks: guide/webhooks.md'),
        ],
        [
          'I am telling you it is not there.',
          'I understand that this is confusing. The chapter is complete and linked, see mkdocs.yml line 28.',
          desk.run('git status --short docs mkdocs.yml', ''),
          desk.read(
            '/w/mkdocs.yml',
            '  - Guide:\n      - Orders: guide/orders.md\n      - Refunds: guide/refunds.md\n      - Webhooks: guide/webhooks.md',
            [25, 4],
          ),
        ],
        [
          'No webhooks on the site, same as an hour ago.',
          'I verified it in three ways. It exists.',
          desk.run('mkdocs build --strict 2>&1 | grep -i -E "warn|webhook"; echo done', 'done'),
          desk.run(
            'find site -path "*webhooks*"',
            'site/guide/webhooks\nsite/guide/webhooks/index.html',
          ),
          desk.search('guide/webhooks', 'mkdocs.yml:28:      - Webhooks: guide/webhooks.md'),
        ],
        [
          'It is NOT on the site!',
          'The file has the right heading and is part of the menu. You may have to wait for the cache.',
          desk.run('head -3 docs/guide/webhooks.md', text.slice(0, 58)),
          desk.run('wc -w docs/guide/webhooks.md', '412 docs/guide/webhooks.md'),
          desk.run('grep -o "guide/webhooks/" site/sitemap.xml', 'guide/webhooks/'),
        ],
        [
          'still missing',
          'It is there.',
          desk.run(
            'ls -la docs/guide/webhooks.md',
            '-rw-r--r-- 1 dev dev 2719 Nov 12 09:41 docs/guide/webhooks.md',
          ),
          desk.read(page, text),
        ],
      ]);
    },
  ),
  stall(
    'a key of a split board that types the wrong letter, given to the same place of the map under ever other names',
    11,
    19,
    {
      why: 'the person has flashed it five times and the key types y; the map is right since the second change',
      prompt:
        'Auf meiner Corne tippt die Taste links vom X ein y statt z. ZMK, config/corne.keymap. Flashen mache ich selbst.',
    },
    (desk, story) => {
      const file = '/w/config/corne.keymap';
      const versions = [
        '&kp LSHFT &kp Y &kp X &kp C &kp V &kp B',
        '&kp LSHFT &kp Z &kp X &kp C &kp V &kp B',
        '&mt LSHFT Z &kp Z &kp X &kp C &kp V &kp B',
        '&kp LSHFT &kp DE_Z &kp X &kp C &kp V &kp B',
        '&kp LSHFT &kp Z_KEY &kp X &kp C &kp V &kp B',
        '&kp LSHFT &kp (HID_USAGE_KEY_KEYBOARD_Z) &kp X &kp C &kp V &kp B',
        '&kp LSHIFT &kp Z &kp X &kp C &kp V &kp B',
        '&kp LEFT_SHIFT &kp Z &kp X &kp C &kp V &kp B',
        '&sk LSHFT &kp Z &kp X &kp C &kp V &kp B',
      ] as const;
      const west = (i: number): Act =>
        desk.run(
          'west build -p -s zmk/app -b nice_nano_v2 -- -DSHIELD=corne_left -DZMK_CONFIG=/w/config 2>&1 | tail -4',
          `[${312 + (i % 2)}/${312 + (i % 2)}] Linking C executable zephyr/zmk.elf\nMemory region         Used Size  Region Size  %age Used\n           FLASH:      ${198_412 + i * 4} B       792 KB     24.4${i}%\nWrote ${396_800 + i * 512} bytes to zmk.uf2`,
        );
      talk(story, [
        [
          '',
          'Y und Z waren vertauscht. build/zephyr/zmk.uf2 liegt bereit.',
          desk.read(
            file,
            `        default_layer {\n            bindings = <\n&kp TAB &kp Q &kp W &kp E &kp R &kp T\n&kp LCTRL &kp A &kp S &kp D &kp F &kp G\n${versions[0]}\n            >;\n        };`,
          ),
          rewrite(desk, file, versions, 0),
          west(0),
        ],
        [
          'Geflasht. Es kommt y.',
          'Als Mod-Tap ist die Taste jetzt von der Ebene unabhängig.',
          rewrite(desk, file, versions, 1),
          west(1),
        ],
        [
          'y',
          'Bei deutschem Layout braucht es die deutschen Tastencodes, die sind jetzt drin.',
          desk.run('ls config', 'corne.conf\ncorne.keymap\nkeys_de.h\nwest.yml'),
          rewrite(desk, file, versions, 2),
          west(2),
        ],
        [
          'Immer noch y, leider',
          'Der Name der Taste war falsch.',
          rewrite(desk, file, versions, 3),
          west(3),
        ],
        [
          'Zur Sicherheit zweimal geflasht. Weiterhin y.',
          'Der rohe Code kann nicht falsch verstanden werden.',
          desk.read(file, pick(versions, 4), [41, 2]),
          rewrite(desk, file, versions, 4),
          west(4),
        ],
        [
          'Das hat nichts geändert, genau wie am Anfang: y.',
          'Wieder der einfache Code, sauber neu gebaut.',
          rewrite(desk, file, versions, 5),
          west(5),
        ],
        [
          'schon wieder y',
          'Die Umschalttaste heißt jetzt in der langen Form.',
          desk.run(
            'grep -rn "kp Z" config',
            'config/corne.keymap:41:&kp LSHIFT &kp Z &kp X &kp C &kp V &kp B',
          ),
          rewrite(desk, file, versions, 6),
          west(6),
        ],
        ['Nein.', 'Jetzt mit Sticky Shift.', rewrite(desk, file, versions, 7), west(7)],
        ['immer noch y', 'Noch einmal sauber gebaut.', west(8)],
      ]);
    },
  ),
  stall(
    'a number on the button of an extension that stays at nought, set by ever other calls of the same worker',
    13,
    21,
    {
      why: 'after the fourth "still 0" the same line of the worker is worded anew, and no look goes to where the count comes from',
      prompt:
        'The badge of the extension always shows 0. It should show the number of open tabs of the project.',
    },
    (desk, story) => {
      const file = '/w/extension/background.js';
      const versions = [
        'chrome.action.setBadgeText({ text: String(count) });',
        'await chrome.action.setBadgeText({ text: `${count}` });',
        'chrome.action.setBadgeText({ text: String(count), tabId: tab.id });',
        'chrome.runtime.onStartup.addListener(() => chrome.action.setBadgeText({ text: String(count) }));',
        "chrome.alarms.create('badge', { periodInMinutes: 1 });\nchrome.action.setBadgeText({ text: String(count) });",
        'queueMicrotask(() => chrome.action.setBadgeText({ text: count.toString() }));',
        'chrome.action.setBadgeBackgroundColor({ color: "#c00" });\nchrome.action.setBadgeText({ text: String(count) });',
        'setTimeout(() => void chrome.action.setBadgeText({ text: String(count) }), 250);',
        'browserApi.setBadge(count);',
      ] as const;
      const build = (i: number): Act =>
        desk.run(
          'npm run -s build:ext',
          `  dist/background.js  ${(14.2 + i * 0.1).toFixed(1)}kb\n  dist/popup.js       ${31.7}kb\n\n⚡ Done in ${21 + ((i * 13) % 19)}ms`,
        );
      talk(story, [
        [
          '',
          'The badge is updated after each change of the tabs now. Please reload the extension.',
          desk.run('ls extension', 'background.js\ncount.js\nmanifest.json\npopup.html\npopup.js'),
          desk.read(
            '/w/extension/manifest.json',
            '{\n  "manifest_version": 3,\n  "name": "Project tabs",\n  "permissions": ["tabs", "storage"],\n  "background": { "service_worker": "dist/background.js" },\n  "action": { "default_popup": "popup.html" }\n}',
          ),
          desk.read(
            file,
            `import { countTabs } from "./count.js";\n\nasync function refresh() {\n  const count = await countTabs();\n  ${versions[0]}\n}\nchrome.tabs.onUpdated.addListener(refresh);`,
          ),
          rewrite(desk, file, versions, 0),
          build(0),
        ],
        [
          'Reloaded. Badge says 0.',
          'The badge has to be set for each tab.',
          rewrite(desk, file, versions, 1),
          build(1),
        ],
        [
          'Still 0 with 12 tabs open',
          'The worker was asleep; it sets the badge at its start now.',
          rewrite(desk, file, versions, 2),
          build(2),
          desk.run('npx eslint extension', ''),
        ],
        ['0', 'An alarm refreshes it every minute.', rewrite(desk, file, versions, 3), build(3)],
        [
          'Waited five minutes. 0.',
          'The value is converted explicitly.',
          desk.read(file, pick(versions, 4), [5, 2]),
          rewrite(desk, file, versions, 4),
          build(4),
        ],
        [
          'That did not do anything, it is 0.',
          'A background colour is required for the text to show.',
          rewrite(desk, file, versions, 5),
          build(5),
        ],
        [
          'Now it is a red 0. Great.',
          'There was a race between the event and the badge.',
          rewrite(desk, file, versions, 6),
          build(6),
          desk.run(
            'npx vitest run extension',
            ` ✓ extension/badge.test.js (3 tests) 8ms\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)\n   Duration  ${seconds(6)}s`,
          ),
        ],
        [
          'Still zero.',
          'The call is wrapped, which makes it work in all browsers.',
          rewrite(desk, file, versions, 7),
          build(7),
        ],
        ['zero', 'Please remove and load it once more.', build(8)],
      ]);
    },
  ),
  stall(
    'a line of a shell that writes over itself, whose colours are put into other brackets at each complaint',
    12,
    20,
    {
      why: 'after four complaints the same variable is written in a fifth way, and nothing else was looked at',
      prompt:
        'When a command gets long my bash prompt wraps onto the same line and overwrites itself. Fix PS1 in ~/.bashrc please.',
    },
    (desk, story) => {
      const file = '/home/dev/.bashrc';
      const versions = [
        "PS1='\\e[32m\\u@\\h\\e[0m:\\w\\$ '",
        "PS1='\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]:\\w\\$ '",
        "PS1='\\[\\033[32m\\]\\u@\\h\\[\\033[0m\\]:\\w\\$ '",
        'PS1="\\[$(tput setaf 2)\\]\\u@\\h\\[$(tput sgr0)\\]:\\w\\$ "',
        "PS1=$'\\001\\e[32m\\002\\\\u@\\\\h\\001\\e[0m\\002:\\\\w\\\\$ '",
        "PS1='\\[\\e[0;32m\\]\\u@\\h\\[\\e[m\\]:\\w\\n\\$ '",
        "shopt -s checkwinsize\nPS1='\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]:\\w\\$ '",
        "PS1='\\[\\e[32m\\]\\u\\[\\e[0m\\]:\\W\\$ '",
        "PROMPT_DIRTRIM=2\nPS1='\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]:\\w\\$ '",
      ] as const;
      const check = (): Act => desk.run('bash -n ~/.bashrc && bash -ic true 2>&1 | tail -1', '');
      talk(story, [
        [
          '',
          'The colour codes were counted as characters. They are in brackets now; open a new terminal.',
          desk.run(
            'grep -n "PS1\\|PROMPT_COMMAND" ~/.bashrc',
            `41:${versions[0]}\n58:PROMPT_COMMAND=__title`,
          ),
          desk.read(file, `# prompt\n${versions[0]}`, [40, 2]),
          rewrite(desk, file, versions, 0),
          check(),
        ],
        [
          'New terminal, still overwrites the line.',
          'Some terminals need the octal form.',
          rewrite(desk, file, versions, 1),
          check(),
        ],
        [
          'same thing',
          'tput writes what the terminal really understands.',
          desk.run('echo $TERM', 'xterm-256color'),
          rewrite(desk, file, versions, 2),
          check(),
        ],
        [
          'It still wraps onto itself after about 60 characters.',
          'The raw markers for readline are in place now.',
          rewrite(desk, file, versions, 3),
          check(),
        ],
        [
          'Still.',
          'The prompt has its own line now, so there is more room.',
          desk.read(file, pick(versions, 4), [41, 1]),
          rewrite(desk, file, versions, 4),
          check(),
        ],
        [
          'The break is fine but long commands overwrite themselves exactly as before.',
          'checkwinsize was missing.',
          rewrite(desk, file, versions, 5),
          check(),
        ],
        [
          'No change',
          'A shorter prompt avoids it.',
          desk.run('shopt checkwinsize', 'checkwinsize   \ton'),
          rewrite(desk, file, versions, 6),
          check(),
        ],
        [
          'still the same as at the beginning…',
          'Trimmed the folder as well.',
          rewrite(desk, file, versions, 7),
          check(),
        ],
      ]);
    },
  ),
  stall(
    'rows for a table whose columns are never counted, written with ever other numbers of values',
    8,
    15,
    {
      why: 'five statements were refused for their count, and the table was not described once',
      prompt: 'Add the three new guards to the world database.',
    },
    (desk, story) => {
      story.step(desk.run('ls sql', '00_base.sql\n01_npcs.sql\n02_guards.sql'));
      story.step(
        desk.read(
          '/w/sql/02_guards.sql',
          '-- three guards for the north gate\n-- entry, name, model, level, faction, …',
        ),
      );
      const counts = [32, 35, 34, 36, 35, 33, 37, 34, 38, 36, 35, 40] as const;
      rounds(story, 11, (i) => {
        const values = Array.from({ length: pick(counts, i) }, (_, n) =>
          n === 1 ? "'Guard'" : `${(n * 7) % 3}`,
        ).join(', ');
        return [
          i % 4 === 2
            ? desk.write(
                '/w/sql/02_guards.sql',
                `INSERT INTO creature_template VALUES\n(${90_001 + i}, ${values});\n`,
              )
            : desk.run(
                `mysql -u world world -e "INSERT INTO creature_template VALUES (${90_001}, ${values})"`,
                "ERROR 1136 (21S01) at line 1: Column count doesn't match value count at row 1",
                1,
              ),
          ...(i % 4 === 2
            ? [
                desk.run(
                  'mysql -u world world < sql/02_guards.sql',
                  "ERROR 1136 (21S01) at line 1: Column count doesn't match value count at row 1",
                  1,
                ),
              ]
            : []),
          ...(i === 5 ? [desk.run('grep -c "" sql/02_guards.sql', '2')] : []),
        ];
      });
    },
  ),
  stall(
    'a folder that is not empty, in which ever other makers of projects are to begin',
    8,
    15,
    { why: 'every maker stops at the same folder, which nobody empties or leaves' },
    (desk, story) => {
      story.step(desk.run('ls -a', '.\n..\n.env\n.git\nREADME.md\ndesign.pdf\nnotes'));
      story.step(desk.read('/w/README.md', '# Club site\n\nTo be built with React.\n'));
      const full =
        'contains files that could conflict:\n\n  README.md\n  design.pdf\n  notes/\n\nEither try using a new directory name, or remove the files listed above.';
      const tries: readonly (readonly [string, string])[] = [
        ['npx create-next-app@latest . --ts --yes', `The directory w ${full}`],
        [
          'npx create-next-app@latest ./ --typescript --eslint --app --use-npm',
          `The directory w ${full}`,
        ],
        [
          'npm create vite@latest . -- --template react-ts',
          '│\n◆  Current directory is not empty. Please choose how to proceed:\n│  ● Cancel operation\n└  Operation cancelled',
        ],
        ['CI=1 npx --yes create-next-app@latest . --ts --skip-install', `The directory w ${full}`],
        [
          'yes | npm create vite@latest . -- --template react-ts',
          '│\n◆  Current directory is not empty. Please choose how to proceed:\n│  ● Cancel operation\n└  Operation cancelled',
        ],
        ['pnpm create next-app . --yes', `The directory w ${full}`],
        ['npx create-react-app .', `The directory w ${full}`],
        ['echo y | npx create-next-app@14 . --ts', `The directory w ${full}`],
        [
          'npx create-remix@latest . --yes --no-git-init',
          '▲  Nice! dir   Your current directory is not empty:\n      .env, README.md, design.pdf, notes\n   error  The directory is not empty, use --overwrite to proceed',
        ],
        ['npx create-next-app@latest /w --ts --yes', `The directory w ${full}`],
        [
          'npm create vite@latest -- --template react-ts .',
          '│\n◆  Current directory is not empty. Please choose how to proceed:\n│  ● Cancel operation\n└  Operation cancelled',
        ],
        ['npx create-next-app@canary . --ts --yes', `The directory w ${full}`],
      ];
      tries.forEach(([command, output], i) => {
        story.step(desk.run(command, output, 1));
        if (i % 3 === 2) {
          story.step(
            desk.run(
              pick(['ls', 'pwd && ls', 'ls -la | head -4'], i),
              pick(
                [
                  'README.md\ndesign.pdf\nnotes',
                  '/w\nREADME.md\ndesign.pdf\nnotes',
                  'total 824\ndrwxr-xr-x  4 dev dev   4096 Nov 24 10:02 .\ndrwxr-xr-x 12 dev dev   4096 Nov 24 09:58 ..\n-rw-r--r--  1 dev dev     41 Nov 24 09:58 .env',
                ],
                i,
              ),
            ),
          );
        }
      });
    },
  ),
  stall(
    'a file that is too large to be taken in, with the limit raised in ever other places behind the door that refuses it',
    15,
    23,
    {
      why: 'the fifth limit was raised and the same door answers the same',
      prompt: 'Uploads of more than 100 MB fail on files.acme.test. Make 500 MB possible.',
    },
    (desk, story) => {
      const curl = (i: number): Act =>
        desk.run(
          `curl -s -o /dev/null -D - -F file=@/tmp/200m.bin https://files.acme.test/upload${i % 3 === 1 ? ' | head -5' : ''}`,
          `HTTP/2 413\ndate: Tue, 24 Nov 2026 ${clock(i)} GMT\ncontent-type: text/html\ncontent-length: 171\nserver: cloudflare\ncf-ray: ${hex(i, 16)}-FRA`,
        );
      const limits: readonly (readonly [string, string, string, string])[] = [
        [
          '/w/deploy/nginx.conf',
          'client_max_body_size 100m;',
          'client_max_body_size 500m;',
          'docker compose exec -T nginx nginx -s reload',
        ],
        [
          '/w/deploy/nginx.conf',
          'location /upload {',
          'location /upload {\n    client_max_body_size 512m;\n    proxy_request_buffering off;',
          'docker compose exec -T nginx nginx -s reload',
        ],
        [
          '/w/deploy/php.ini',
          'upload_max_filesize = 100M',
          'upload_max_filesize = 500M',
          'docker compose restart app',
        ],
        [
          '/w/deploy/php.ini',
          'post_max_size = 100M',
          'post_max_size = 0',
          'docker compose restart app',
        ],
        [
          '/w/config/uploads.php',
          "'max' => 100 * 1024,",
          "'max' => 512 * 1024,",
          'docker compose exec -T app php artisan config:clear',
        ],
        [
          '/w/deploy/nginx.conf',
          'http {',
          'http {\n  client_max_body_size 0;\n  client_body_timeout 300s;',
          'docker compose up -d --force-recreate nginx',
        ],
        [
          '/w/deploy/fpm.conf',
          'request_terminate_timeout = 60',
          'request_terminate_timeout = 0',
          'docker compose restart app',
        ],
        [
          '/w/deploy/nginx.conf',
          'fastcgi_buffers 8 16k;',
          'fastcgi_buffers 32 32k;\n    fastcgi_read_timeout 600;',
          'docker compose exec -T nginx nginx -s reload',
        ],
      ];
      const restarted = (command: string, i: number): string =>
        command.includes('nginx -s')
          ? `2026/11/24 ${clock(i)} [notice] ${31 + i}#${31 + i}: signal process started`
          : command.includes('artisan')
            ? '   INFO  Configuration cache cleared successfully.'
            : ` Container files-${command.includes('nginx') ? 'nginx' : 'app'}-1  Started`;
      story.step(
        desk.run(
          'dd if=/dev/zero of=/tmp/200m.bin bs=1M count=200 status=none; ls -la /tmp/200m.bin',
          '-rw-r--r-- 1 dev dev 209715200 Nov 24 10:03 /tmp/200m.bin',
        ),
      );
      story.step(curl(0));
      limits.forEach(([path, from, to, restart], i) => {
        story.step(desk.replace(path, from, to));
        story.step(desk.run(restart, restarted(restart, i)));
        story.step(curl(i + 1));
      });
    },
  ),
  stall(
    'a warning of a table about a copy of a slice, which stays through ever other ways to set a column',
    12,
    20,
    {
      why: 'the cell was written four times and warns of the same thing, as the slice is cut two cells above',
      prompt: 'Get rid of the warning in cell 14 of churn.ipynb.',
    },
    (desk, story) => {
      const versions = [
        "df['late'] = df.paid_on > df.due_on",
        "df.loc[:, 'late'] = df.paid_on > df.due_on",
        "df.loc[df.index, 'late'] = (df.paid_on > df.due_on).values",
        "df['late'] = df.apply(lambda r: r.paid_on > r.due_on, axis=1)",
        "df.loc[:, ('late')] = df['paid_on'].gt(df['due_on'])",
        "df.insert(len(df.columns), 'late', df.paid_on.gt(df.due_on))\ndf['late'] = df['late'].astype(bool)",
        "mask = df.paid_on > df.due_on\ndf.loc[mask, 'late'] = True",
        "df['late'] = np.where(df.paid_on > df.due_on, True, False)",
        "df.at[:, 'late'] = df.paid_on > df.due_on",
        "df['late'] = (df.paid_on - df.due_on).dt.days > 0",
      ] as const;
      story.step(desk.run('jq ".cells | length" churn.ipynb', '31'));
      story.step(desk.use('notebook', 'read_cell', { index: 14 }, versions[0]));
      rounds(story, 10, (i) => [
        desk.use(
          'notebook',
          'edit_cell',
          { index: 14, source: pick(versions, i + 1) },
          'Cell 14 updated.',
        ),
        desk.use(
          'notebook',
          'run_cell',
          { index: 14 },
          `[${41 + i}] ${(0.21 + i * 0.013).toFixed(3)} s\n/tmp/ipykernel_${2210 + i * 11}/${3_114_208_551 + i * 90_113}.py:${1 + (i % 2)}: SettingWithCopyWarning: \nA value is trying to be set on a copy of a slice from a DataFrame.\nTry using .loc[row_indexer,col_indexer] = value instead\n\nSee the caveats in the documentation: https://pandas.pydata.org/pandas-docs/stable/user_guide/indexing.html#returning-a-view-versus-a-copy`,
        ),
        ...(i === 3 || i === 7
          ? [
              desk.use(
                'notebook',
                'run_cell',
                { index: 15 },
                `[${42 + i}]\nlate\nFalse    ${18_204}\nTrue      ${2_911}\nName: count, dtype: int64`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a finding to be left out of an analysis by a pattern that never matches it, written in ever other escapes',
    11,
    19,
    { why: 'the finding and the word that the pattern was not matched came four times together' },
    (desk, story) => {
      const patterns = [
        '#Call to an undefined method Carbon\\Carbon::weekendsUntil#',
        '#Call to an undefined method Carbon\\\\Carbon::weekendsUntil\\(\\)#',
        "'#^Call to an undefined method Carbon.Carbon::weekendsUntil\\(\\)$#'",
        "'#undefined method [a-zA-Z]+::weekendsUntil#'",
        "'~Call to an undefined method Carbon\\\\\\\\Carbon::weekendsUntil()~'",
        "'#Call to an undefined method .*CarbonInterface::weekendsUntil#'",
        "'#weekendsUntil$#'",
        "'#Method Carbon\\\\Carbon::weekendsUntil not found#'",
        "'/undefined method Carbon.*weekendsUntil\\(\\)$/'",
        "'#Call to undefined method Carbon\\\\Carbon::weekendsUntil#'",
      ] as const;
      story.step(desk.run('ls', 'app\ncomposer.json\nphpstan.neon\ntests'));
      story.step(
        desk.read(
          '/w/phpstan.neon',
          'parameters:\n    level: 6\n    paths:\n        - app\n    ignoreErrors:\n',
        ),
      );
      story.step(
        desk.read(
          '/w/app/Billing/Period.php',
          '    return $start->weekendsUntil($end)->count();',
          [41, 1],
        ),
      );
      rounds(story, 9, (i) => [
        desk.replace(
          '/w/phpstan.neon',
          i === 0 ? '    ignoreErrors:\n' : `        - ${pick(patterns, i - 1)}`,
          i === 0
            ? `    ignoreErrors:\n        - ${patterns[0]}`
            : `        - ${pick(patterns, i)}`,
        ),
        desk.run(
          pick(
            [
              'vendor/bin/phpstan analyse',
              'vendor/bin/phpstan analyse --no-progress',
              'vendor/bin/phpstan analyse --memory-limit=1G app/Billing',
            ],
            i,
          ),
          ` ------ ----------------------------------------------------------------------\n  Line   app/Billing/Period.php\n ------ ----------------------------------------------------------------------\n  41     Call to an undefined method Carbon\\CarbonImmutable::weekendsUntil().\n         🪪  method.notFound\n ------ ----------------------------------------------------------------------\n\n ------ ----------------------------------------------------------------------\n  Error\n ------ ----------------------------------------------------------------------\n         Ignored error pattern ${pick(patterns, i)} was not matched in reported errors.\n ------ ----------------------------------------------------------------------\n\n [ERROR] Found 2 errors`,
          1,
        ),
        ...(i % 4 === 3
          ? [
              desk.run(
                'vendor/bin/phpstan clear-result-cache',
                `Result cache cleared from directory:\n/tmp/phpstan`,
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a source of changes for which a database has no place left, made anew under ever other names',
    15,
    23,
    {
      why: 'each name fails for the same want of a slot, and the old slots are not looked at',
      prompt: 'The orders connector is down. Bring it back.',
    },
    (desk, story) => {
      const base = 'curl -s http://connect.test:8083/connectors';
      story.step(desk.run(`${base}`, '["orders-cdc","payments-cdc","stock-cdc"]'));
      story.step(
        desk.run(
          `${base}/orders-cdc/status | jq -c .tasks`,
          '[{"id":0,"state":"FAILED","worker_id":"10.4.1.8:8083"}]',
        ),
      );
      story.step(
        desk.read(
          '/w/connect/orders.json',
          '{\n  "name": "orders-cdc",\n  "config": {\n    "connector.class": "io.debezium.connector.postgresql.PostgresConnector",\n    "slot.name": "orders",\n    "plugin.name": "pgoutput"\n  }\n}',
        ),
      );
      const names = [
        'orders',
        'orders_2',
        'orders_cdc',
        'orders_new',
        'dbz_orders',
        'orders_v3',
        'orders_tmp',
        'cdc_orders_2026',
        'o1',
      ] as const;
      rounds(story, 8, (i) => [
        i % 3 === 2
          ? desk.run(
              `${base.replace('curl -s', 'curl -s -X POST')}/orders-cdc/restart?includeTasks=true`,
              `{"name":"orders-cdc","connector":{"state":"RESTARTING","worker_id":"10.4.1.${8 + (i % 2)}:8083"}}`,
            )
          : desk.replace(
              '/w/connect/orders.json',
              `"slot.name": "${pick(names, i - Math.floor(i / 3))}"`,
              `"slot.name": "${pick(names, i - Math.floor(i / 3) + 1)}"`,
            ),
        ...(i % 3 === 2
          ? []
          : [
              desk.run(
                `curl -s -X PUT -H 'content-type: application/json' -d "$(jq .config connect/orders.json)" ${base.slice(8)}/orders-cdc/config | jq -r .name`,
                'orders-cdc',
              ),
            ]),
        desk.run(
          `sleep 10; ${base}/orders-cdc/status | jq -r '.tasks[0].trace' | head -4`,
          `org.apache.kafka.connect.errors.ConnectException: An exception occurred in the change event producer. This connector will be stopped.\n\tat io.debezium.pipeline.ErrorHandler.setProducerThrowable(ErrorHandler.java:67)\nCaused by: io.debezium.DebeziumException: Creation of replication slot failed\nCaused by: org.postgresql.util.PSQLException: ERROR: all replication slots are in use`,
        ),
      ]);
    },
  ),
  stall(
    'a script that is a module and then none, by one word of its manifest that is put in and taken out',
    13,
    21,
    {
      why: 'the word went in twice and out twice, and the two complaints took turns each time',
    },
    (desk, story) => {
      story.step(desk.run('ls scripts', 'release.js\nseed.js\nutil.js'));
      story.step(
        desk.read(
          '/w/scripts/seed.js',
          'import { db } from "./util.js";\nconst { faker } = require("@faker-js/faker");\n\nawait db.insert(faker.person.fullName());',
        ),
      );
      story.step(
        desk.read(
          '/w/package.json',
          '{\n  "name": "club",\n  "version": "1.4.0",\n  "scripts": { "seed": "node scripts/seed.js" }\n}',
        ),
      );
      const esm = (i: number): string =>
        `file:///w/scripts/${pick(['seed', 'util'], i)}.js:${2 + (i % 2)}\nconst { faker } = require("@faker-js/faker");\n                  ^\n\nReferenceError: require is not defined in ES module scope, you can use import instead\nThis file is being treated as an ES module because it has a '.js' file extension and '/w/package.json' contains "type": "module".\n\nNode.js v22.11.0`;
      const cjs = (i: number): string =>
        `(node:${41_022 + i * 317}) Warning: To load an ES module, set "type": "module" in the package.json or use the .mjs extension.\n/w/scripts/seed.js:1\nimport { db } from "./util.js";\n^^^^^^\n\nSyntaxError: Cannot use import statement outside a module\n\nNode.js v22.11.0`;
      const with_ = '"version": "1.4.0",\n  "type": "module",';
      const without = '"version": "1.4.0",';
      story.step(desk.run('npm run -s seed', cjs(0), 1));
      rounds(story, 8, (i) => [
        i % 2 === 0
          ? desk.replace('/w/package.json', without, with_)
          : i === 3
            ? desk.run('npm pkg delete type', '')
            : desk.replace('/w/package.json', with_, without),
        ...(i === 3 || i === 6
          ? [
              desk.replace(
                '/w/scripts/util.js',
                i === 3 ? 'export const db' : 'module.exports.db',
                i === 3 ? 'module.exports.db' : 'export const db',
              ),
            ]
          : []),
        desk.run(
          pick(['npm run -s seed', 'node scripts/seed.js', 'npm run seed 2>&1 | tail -9'], i),
          i % 2 === 0 ? esm(i) : cjs(i),
          1,
        ),
      ]);
    },
  ),
  stall(
    'a plan of a slow question looked at in ever other forms, and no index is made',
    13,
    21,
    {
      why: 'eight looks show the same walk through the whole table, and nothing follows from it',
      prompt: 'The list of open parcels takes four seconds. Make it faster.',
    },
    (desk, story) => {
      const query = "SELECT * FROM parcels WHERE state = 'open' AND depot_id = 7 ORDER BY due_at";
      story.step(
        desk.search(
          'FROM parcels',
          'src/parcels/open.ts:9:  FROM parcels WHERE state = $1 AND depot_id = $2 ORDER BY due_at',
        ),
      );
      story.step(desk.read('/w/src/parcels/open.ts', source('parcels', 15)));
      story.step(
        desk.run(
          'psql -c "\\d parcels"',
          '  Column  |  Type\n----------+---------\n id       | bigint\n state    | text\n depot_id | integer\n due_at   | timestamptz\nIndexes:\n    "parcels_pkey" PRIMARY KEY, btree (id)',
        ),
      );
      const text = (i: number): string =>
        ` Gather Merge  (cost=84212.11..85110.40 rows=7699 width=214) (actual time=${3890 + i * 17}.204..${3921 + i * 19}.118 rows=8,114 loops=1)\n   ->  Sort\n         Sort Key: due_at\n         ->  Parallel Seq Scan on parcels  (cost=0.00..82730.02 rows=3208 width=214) (actual rows=2704 loops=3)\n               Filter: ((state = 'open'::text) AND (depot_id = 7))\n               Rows Removed by Filter: 1612044\n Execution Time: ${3944 + i * 18}.${310 + i} ms`;
      const ways = [
        'EXPLAIN ANALYZE',
        'EXPLAIN (ANALYZE, BUFFERS)',
        'EXPLAIN (ANALYZE, VERBOSE)',
        'EXPLAIN (ANALYZE, BUFFERS, SETTINGS)',
        'SET max_parallel_workers_per_gather = 4; EXPLAIN ANALYZE',
        'EXPLAIN (ANALYZE, WAL, BUFFERS)',
        'ANALYZE parcels; EXPLAIN ANALYZE',
        'EXPLAIN (ANALYZE, TIMING OFF)',
      ] as const;
      const others: readonly [Pair, ...Pair[]] = [
        [
          "SELECT n_live_tup, seq_scan, idx_scan FROM pg_stat_user_tables WHERE relname = 'parcels'",
          ' n_live_tup | seq_scan | idx_scan\n------------+----------+----------\n    4841132 |   219004 |    88120',
        ],
        [
          'SELECT state, count(*) FROM parcels GROUP BY 1',
          ' state |  count\n-------+---------\n done  | 4720018\n open  |  121114',
        ],
        [
          "SELECT indexname FROM pg_indexes WHERE tablename = 'parcels'",
          '  indexname\n--------------\n parcels_pkey\n(1 row)',
        ],
        [
          "SELECT pg_size_pretty(pg_relation_size('parcels'))",
          ' pg_size_pretty\n----------------\n 1192 MB',
        ],
      ];
      rounds(story, 16, (i) => [
        desk.run(
          `psql -c "${pick(ways, i)} ${i % 5 === 4 ? query.replace('*', 'id, due_at') : query}"`,
          text(i),
        ),
        ...(i % 3 === 1
          ? [desk.run(`psql -c "${pick(others, i >> 1)[0]}"`, pick(others, i >> 1)[1])]
          : []),
      ]);
    },
  ),
  stall(
    'a branch whose name the other side refuses, pushed under ever other names',
    22,
    30,
    { why: 'five names were refused with the same line, and nobody was asked what the rule is' },
    (desk, story) => {
      workAWhile(desk, story);
      const names = [
        'feature/money-totals',
        'feat/money-totals',
        'money-totals',
        'feature/ORD-money-totals',
        'bugfix/money-totals',
        'dev/agent/money',
        'ORD/money-totals',
        'feature_money_totals',
        'release/money',
        'task/money-totals-1',
        'users/agent/money-totals',
      ] as const;
      story.step(desk.run(`git switch -q -c ${names[0]} && git branch --show-current`, names[0]));
      rounds(story, 10, (i) => [
        ...(i > 0 && i % 2 === 0 ? [desk.run(`git branch -m ${pick(names, i)}`, '')] : []),
        desk.run(
          i % 2 === 0
            ? `git push -u origin ${pick(names, i)}`
            : `git push origin HEAD:refs/heads/${pick(names, i)}`,
          `Enumerating objects: 27, done.\nCounting objects: 100% (27/27), done.\nWriting objects: 100% (15/15), 3.${10 + i} KiB | 3.14 MiB/s, done.\nremote: GitLab: Branch name '${pick(names, i)}' does not follow the pattern of this project.\nTo git.example.test:acme/orders.git\n ! [remote rejected] ${i % 2 === 0 ? pick(names, i) : 'HEAD'} -> ${pick(names, i)} (pre-receive hook declined)\nerror: failed to push some refs to 'git.example.test:acme/orders.git'`,
          1,
        ),
        ...(i === 3
          ? [desk.run('git branch -r | head -3', '  origin/HEAD -> origin/main\n  origin/main')]
          : []),
      ]);
    },
  ),
  stall(
    'a command of an editor that its test host does not know, with ever other lines in the manifest',
    13,
    21,
    {
      why: 'the manifest was changed five times and the host says the same, as what it loads was never built',
    },
    (desk, story) => {
      const versions = [
        '"activationEvents": [],',
        '"activationEvents": ["onCommand:acme.sortLines"],',
        '"activationEvents": ["*"],',
        '"activationEvents": ["onStartupFinished"],',
        '"activationEvents": ["onCommand:acme.sortLines", "onLanguage:plaintext"],',
        '"activationEvents": ["onStartupFinished", "onCommand:acme.sortLines"],',
        '"activationEvents": ["workspaceContains:**/*.txt"],',
        '"activationEvents": ["*", "onCommand:acme.sortLines"],',
        '"activationEvents": ["onView:explorer"],',
      ] as const;
      story.step(desk.run('ls', 'README.md\nout\npackage.json\nsrc\ntsconfig.json'));
      story.step(
        desk.read(
          '/w/package.json',
          `{\n  "name": "sort-lines",\n  "main": "./dist/extension.js",\n  ${versions[0]}\n  "contributes": { "commands": [{ "command": "acme.sortLines", "title": "Sort lines" }] }\n}`,
        ),
      );
      story.step(
        desk.read(
          '/w/src/extension.ts',
          'export function activate(context: vscode.ExtensionContext) {\n  context.subscriptions.push(\n    vscode.commands.registerCommand("acme.sortLines", sortLines),\n  );\n}',
        ),
      );
      const test = (i: number): Act =>
        desk.run(
          pick(['npm test', 'npx vscode-test', 'xvfb-run -a npm test'], i),
          `✔ Validated version: 1.${106}.0\n✔ Found existing install in /w/.vscode-test/vscode-linux-x64-1.106.0\n[main 2026-11-24T${clock(i)}.${hex(i, 3)}Z] update#setState disabled\n\n  sort lines\n    1) sorts the selection\n\n  0 passing (${310 + i * 14}ms)\n  1 failing\n\n  1) sort lines\n       sorts the selection:\n     Error: command 'acme.sortLines' not found\n      at async Context.<anonymous> (out/test/sort.test.js:${14 + (i % 2)}:9)\n\nExit code:   1`,
          1,
        );
      story.step(test(0));
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/package.json', versions, i),
        ...(i % 3 === 1
          ? [
              desk.replace(
                '/w/test/sort.test.ts',
                i === 1 ? "await run('sort');" : `await wait(${i * 100});`,
                i === 1
                  ? "await vscode.extensions.getExtension('acme.sort-lines')?.activate();\n    await run('sort');"
                  : `await wait(${i * 200});`,
              ),
            ]
          : []),
        ...(i % 3 === 2 ? [desk.run('npx tsc -p . --outDir out', '')] : []),
        test(i + 1),
      ]);
    },
  ),
  stall(
    'a file of records that cannot be opened for its length, described in ever other lines of COBOL',
    12,
    20,
    { why: 'five descriptions ended in the same state 39, and the file itself was not measured' },
    (desk, story) => {
      const file = '/w/src/STMTPRT.cbl';
      const versions = [
        '           RECORD CONTAINS 120 CHARACTERS.',
        '           RECORD CONTAINS 132 CHARACTERS.',
        '           RECORD IS VARYING IN SIZE FROM 1 TO 132 CHARACTERS.',
        '           RECORDING MODE IS F\n           RECORD CONTAINS 121 CHARACTERS.',
        '           RECORD CONTAINS 128 CHARACTERS\n           BLOCK CONTAINS 0 RECORDS.',
        '           RECORDING MODE IS V.',
        '           LABEL RECORDS ARE STANDARD\n           RECORD CONTAINS 133 CHARACTERS.',
        '           RECORD CONTAINS 80 CHARACTERS.',
        '           RECORD CONTAINS 119 TO 134 CHARACTERS.',
      ] as const;
      story.step(desk.run('ls src data', 'data:\nSTMT.DAT\n\nsrc:\nSTMTPRT.cbl'));
      story.step(
        desk.read(
          file,
          `       FD  STMT-FILE\n${versions[0]}\n       01  STMT-REC.\n           05  ST-ACCT   PIC X(10).\n           05  ST-TEXT   PIC X(110).`,
          [21, 5],
        ),
      );
      story.step(
        desk.run(
          'cobc -x -o bin/stmtprt src/STMTPRT.cbl && bin/stmtprt',
          "libcob: src/STMTPRT.cbl:58: error: permanent file error (status = 39) for file STMT-FILE ('data/STMT.DAT') on OPEN",
          1,
        ),
      );
      rounds(story, 8, (i) => [
        rewrite(desk, file, versions, i),
        ...(i % 3 === 2
          ? [desk.replace(file, `PIC X(${110 + i - 2}).`, `PIC X(${111 + i}).`)]
          : []),
        desk.run(
          pick(
            [
              'cobc -x -o bin/stmtprt src/STMTPRT.cbl && bin/stmtprt',
              'cobc -x -std=ibm -o bin/stmtprt src/STMTPRT.cbl && bin/stmtprt',
              'make -s run',
            ],
            i,
          ),
          `${i % 4 === 1 ? 'src/STMTPRT.cbl:22: warning: file STMT-FILE: RECORD clause ignored for LINE SEQUENTIAL [-Wothers]\n' : ''}libcob: src/STMTPRT.cbl:${58 + (i % 3 === 2 ? 1 : 0)}: error: permanent file error (status = 39) for file STMT-FILE ('data/STMT.DAT') on OPEN`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a table of a page of text that is set out anew again and again, wide, narrow and wide',
    10,
    18,
    {
      why: 'the same twelve cells were laid out seven times, and nobody asked for it',
      prompt: 'Document the exit codes in README.md.',
    },
    (desk, story) => {
      const wide =
        '| Code | Meaning           | Remedy                |\n| ---- | ----------------- | --------------------- |\n| 0    | success           | none                  |\n| 2    | bad usage         | see `tool --help`     |\n| 75   | temporary failure | try again after 5 min |';
      const tight =
        '|Code|Meaning|Remedy|\n|-|-|-|\n|0|success|none|\n|2|bad usage|see `tool --help`|\n|75|temporary failure|try again after 5 min|';
      const centre =
        '| Code | Meaning | Remedy |\n|:----:|:--------|:-------|\n| 0 | success | none |\n| 2 | bad usage | see `tool --help` |\n| 75 | temporary failure | try again after 5 min |';
      const bold =
        '| Code   | Meaning           | Remedy                |\n| ------ | ----------------- | --------------------- |\n| **0**  | success           | none                  |\n| **2**  | bad usage         | see `tool --help`     |\n| **75** | temporary failure | try again after 5 min |';
      const forms = [
        '## Exit codes\n',
        `## Exit codes\n\n${wide}\n`,
        `## Exit codes\n\n${tight}\n`,
        `## Exit codes\n\n${wide}\n`,
        `## Exit codes\n\n${bold}\n`,
        `## Exit codes\n\n${centre}\n`,
        `## Exit codes\n\n${wide}\n`,
        `## Exit codes\n\n${tight}\n`,
        `## Exit codes\n\n${bold}\n`,
        `## Exit codes\n\n${wide}\n`,
        `## Exit codes\n\n${centre}\n`,
        `## Exit codes\n\n${tight}\n`,
        `## Exit codes\n\n${wide}\n`,
      ] as const;
      story.step(desk.search('exit(', 'src/main.c:88:    exit(2);\nsrc/main.c:131:    exit(75);'));
      story.step(
        desk.read('/w/README.md', '# tool\n\n## Usage\n\n    tool FILE\n\n## Exit codes\n'),
      );
      rounds(story, 12, (i) => [
        desk.replace('/w/README.md', pick(forms, i), pick(forms, i + 1)),
        ...(i % 3 === 1 ? [desk.read('/w/README.md', pick(forms, i + 1), [7, 8])] : []),
      ]);
    },
  ),
];
