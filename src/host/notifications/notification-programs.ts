/** Programs that call the person: those by which each operating system shows a notification and plays a sound, and the person's own command. */
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { oneLine } from '../../core/escape-controls.js';
import type { NotifiedState } from '../../core/interventions/notification-policy.js';
import { runToEnd } from '../../run-to-end.js';

const TITLE = 'Turnwatch';
const MOST_CHARACTERS = 300;

/** The last argument: its manual does not say whether `--` counts. */
const OSASCRIPT = [
  'on run argv',
  `display notification (item -1 of argv) with title "${TITLE}"`,
  'end run',
];

/** PowerShell’s own id: a toast must be one of an app that Windows knows. */
const TOAST = `
$ErrorActionPreference = 'Stop'
$null = [Windows.UI.Notifications.ToastNotificationManager, Windows.UI.Notifications, ContentType = WindowsRuntime]
$xml = [Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent([Windows.UI.Notifications.ToastTemplateType]::ToastText02)
$texts = $xml.GetElementsByTagName('text')
$null = $texts.Item(0).AppendChild($xml.CreateTextNode('${TITLE}'))
$null = $texts.Item(1).AppendChild($xml.CreateTextNode($env:TURNWATCH_TEXT))
$toast = New-Object Windows.UI.Notifications.ToastNotification $xml
[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('{1AC14E77-02E7-4E5D-B744-2EB1AE5198B7}\\WindowsPowerShell\\v1.0\\powershell.exe').Show($toast)
`;

const BEEP = '[System.Media.SystemSounds]::Exclamation.Play(); Start-Sleep -Milliseconds 1500';

/** What no XML may hold, such as half of an emoji that was cut: a toast would fail. */
const NO_XML = /[\p{Surrogate}\ufffe\uffff]/gu;

/** A sound of the freedesktop theme. */
const LINUX_SOUND = '/usr/share/sounds/freedesktop/stereo/dialog-warning.oga';

type Environment = Readonly<Record<string, string | undefined>>;

/** Texts reach a program as arguments or variables, never as a part of a script. */
export function notificationProgram(
  text: string,
  platform: NodeJS.Platform,
  env: Environment,
): Program {
  const line = oneLine(text, MOST_CHARACTERS).replace(NO_XML, '\ufffd');
  switch (platform) {
    case 'darwin':
      // a text that begins like an option comes after one that does not
      return {
        file: '/usr/bin/osascript',
        args: [...OSASCRIPT.flatMap((each) => ['-e', each]), '--', line],
      };
    case 'win32':
      return { ...powerShell(TOAST, env), env: { TURNWATCH_TEXT: line } };
    default:
      return {
        file: 'notify-send',
        args: [`--app-name=${TITLE}`, '--icon=dialog-warning', '--', TITLE, forServer(line)],
      };
  }
}

/** Each is tried until one plays it. */
export function soundPrograms(platform: NodeJS.Platform, env: Environment): Program[] {
  switch (platform) {
    case 'darwin':
      return [{ file: '/usr/bin/afplay', args: ['/System/Library/Sounds/Submarine.aiff'] }];
    case 'win32':
      return [powerShell(BEEP, env)];
    default:
      return [
        { file: 'canberra-gtk-play', args: ['--id=dialog-warning'] },
        { file: 'pw-play', args: [LINUX_SOUND] },
        { file: 'paplay', args: [LINUX_SOUND] },
      ];
  }
}

/** `notify-send` undoes escapes with backslashes, and the server reads markup. */
function forServer(text: string): string {
  return text
    .replace(/\\/g, '\\\\')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

function powerShell(script: string, env: Environment): Program {
  return {
    file: join(
      env['SystemRoot'] ?? 'C:\\Windows',
      'System32\\WindowsPowerShell\\v1.0\\powershell.exe',
    ),
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-EncodedCommand',
      Buffer.from(script, 'utf16le').toString('base64'),
    ],
  };
}

/** What the command reads; the README lists it. */
export interface ToldState {
  v: 1;
  state: NotifiedState;
  /** One sentence. */
  text: string;
  session: string;
  /** What the person asked, and the agent. */
  name: string;
  agent: string;
  folder: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** VS Code's window has the focus. */
  focused: boolean;
}

interface OwnCommandOptions {
  /** The program and its arguments; empty for none. */
  command: () => readonly string[];
  log: (text: string) => void;
  signal: AbortSignal;
  /** Default 10 s. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** States that wait for the run before them; of more, the oldest are left out. */
const MOST_WAITING = 20;

/** The person's own command: told each state as a line of JSON, one run at a time. */
export class OwnCommand {
  private readonly waiting: ToldState[] = [];
  private running = false;

  constructor(private readonly options: OwnCommandOptions) {}

  tell(state: ToldState): void {
    this.waiting.push(state);
    if (this.waiting.length > MOST_WAITING) {
      this.waiting.shift();
    }
    if (!this.running) {
      void this.runAll();
    }
  }

  private async runAll(): Promise<void> {
    const { command, log, signal, timeoutMs = TIMEOUT_MS } = this.options;
    this.running = true;
    for (let state = this.waiting.shift(); state !== undefined; state = this.waiting.shift()) {
      const [file, ...args] = command();
      if (file === undefined) {
        log('the setting names no command');
        continue;
      }
      const input = `${JSON.stringify(state)}\n`;
      const problem = await runProgram({ file, args, input }, timeoutMs, signal);
      log(problem === undefined ? `told ${state.state}` : `${file}: ${problem}`);
    }
    this.running = false;
  }
}

/** Runs a program that calls the person: without a shell, and in no folder of an agent’s choice. */
export interface Program {
  file: string;
  args: readonly string[];
  /** On standard input. */
  input?: string;
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>;
}

/** Aborting `signal` ends it, too. @returns why it failed, in words; undefined if it did not. */
export async function runProgram(
  { file, args, input, env }: Program,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted) {
    return 'not run: the window closes';
  }
  return runToEnd({
    file,
    args,
    input,
    timeoutMs,
    signal,
    options: {
      cwd: existsSync(homedir()) ? homedir() : tmpdir(),
      env: { ...process.env, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
    },
  });
}
