/** What the scripted model does, as data: a list of responses, each with texts and tool calls. */

export type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; name: string; input: Record<string, unknown> };

/** The responses of one conversation, in order; when they are used up the model answers in text. */
export type Script = readonly (readonly Block[])[];

export const say = (text: string): Block => ({ type: 'text', text });
export const call = (name: string, input: Record<string, unknown>): Block => ({
  type: 'tool_use',
  name,
  input,
});
export const bash = (command: string, description = 'Look'): Block =>
  call('Bash', { command, description });
export const read = (file: string): Block => call('Read', { file_path: file });

/** A turn that goes nowhere: no response changes anything or finds anything new. */
export const stalling: Script = [
  [say('I will look into it.'), bash(':')],
  [bash('true')],
  [read('/dev/null')],
  [bash('echo placeholder')],
  [bash(':'), bash('true')],
  [say('Let me check once more.'), bash('echo placeholder')],
  [read('/dev/null'), bash(':')],
  [bash('sleep 0.1')],
  [bash('exit 3')],
  [read('/nonexistent/file.txt')],
  [bash('true'), bash('true'), bash('true')],
  [bash('cd .')],
  [bash(':')],
  [bash('echo placeholder')],
];

/** Its beginning, for a turn that nobody watches. */
export const unwatched: Script = stalling.slice(0, 5);

/** The same, long enough to outlast every intervention. */
export const stubborn: Script = [...stalling, ...stalling, ...stalling];

/** A turn in which every response gets something done in `workspace` (an absolute path). */
export function productive(workspace: string): Script {
  const file = `${workspace}/primes.txt`;
  return [
    [say('I will write the list first.'), call('Write', { file_path: file, content: '2\n3\n5\n' })],
    [bash('git status --short && wc -l primes.txt', 'What is there')],
    [call('Edit', { file_path: file, old_string: '5\n', new_string: '5\n7\n11\n' })],
    [
      bash(
        'for n in $(cat primes.txt); do echo "$n squared is $((n * n)), cubed is $((n * n * n))"; done',
        'Use the list',
      ),
    ],
    [
      bash(
        'printf "13\\n17\\n" >> primes.txt && sort -rn primes.txt && git diff --stat',
        'Add two more',
      ),
    ],
    [read(file)],
    [
      bash(
        'git add primes.txt && git -c user.name=t -c user.email=t@example.com commit -q -m "Add primes" && git log --oneline',
        'Commit',
      ),
    ],
  ];
}

/** The scripts by name. */
/** Each step makes a file, looks at it or commits it: every one brings something new. */
export function diligent(steps: number): Script {
  return Array.from({ length: steps }, (_, n) => {
    const file = `part-${n - (n % 3)}.js`;
    switch (n % 3) {
      case 0:
        return [bash(`echo 'export const part${n} = ${n * 7919};' > ${file}`)];
      case 1:
        return [bash(`cat ${file}`)];
      default:
        return [
          bash(
            `git add ${file} && git -c user.name=t -c user.email=t@example.com commit -m 'Part ${n}'`,
          ),
        ];
    }
  });
}

export function namedScript(name: string, workspace: string): Script | undefined {
  switch (name) {
    case 'stalling':
      return stalling;
    case 'stubborn':
      return stubborn;
    case 'productive':
      return productive(workspace);
    default:
      return undefined;
  }
}
