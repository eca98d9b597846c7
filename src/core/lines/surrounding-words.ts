/**
 * Lines that shells and libraries print around the answer of whatever is run: a start-up file that is broken, a locale or a device
 * that is not there, a warning of what will change. Plain data; `about`: words of a prompt that make such a line the matter itself.
 */

const raw = String.raw;
const startFile = raw`\S*\.(?:bashrc|bash_profile|bash_aliases|bash_login|profile|zshrc|zshenv|zprofile|zlogin|kshrc)`;

interface Surrounding {
  readonly lines: readonly string[];
  readonly about: string;
}

export const surroundingLines: readonly Surrounding[] = [
  {
    lines: [
      raw`^(?:(?:ba|z|k|da)?sh: )?${startFile}(?::| ?\()`,
      raw`^(?:ba)?sh: (?:cannot set terminal process group|no job control in this shell)`,
      raw`^nvm is not compatible with |^run .nvm use --delete-prefix|^run .unset \w+. to unset it`,
      raw`^wsl: `,
      raw`^(?:direnv: |mise (?:WARN|ERROR) )`,
    ],
    about: raw`bash|zsh|profile|shell|nvm|wsl|dotfiles|direnv|envrc|mise`,
  },
  {
    lines: [
      raw`\bsetlocale: (?:LC_|unsupported locale)`,
      raw`^perl: warning: (?:setting locale failed|falling back to|please check that your locale)`,
      raw`^\s+(?:LANGUAGE|LANG|LC_\w+) = .*[,.]?$|^\s+are supported and installed on your system\.$`,
    ],
    about: 'locale|language|lang',
  },
  {
    lines: [
      raw`^(?:stty|mesg|tput|tset): .*(?:ioctl|not a tty|\$TERM|unknown terminal|ttyname)|^tcgetattr: `,
      raw`^warning: (?:permanently added .* known hosts|identity file)|^\*\* (?:warning: connection is not using|this session may be|the server may need)`,
      raw`^(?:shared )?connection to \S+ closed\.$|^pseudo-terminal will not be allocated|^stdin: is not a tty|^unable to use a tty`,
      raw`^could not chdir to home directory |^sudo: unable to resolve host |^defaulted container "`,
    ],
    about: 'terminal|tty|ssh|known_hosts|home directory|sudo|hosts?',
  },
  {
    lines: [
      raw`no version information available \(required by`,
      raw`^objc\[\d+\]: class .* is implemented in both`,
    ],
    about: raw`librar\w*|dylib|objc|\.so`,
  },
  {
    lines: [
      raw`^debconf: |^dpkg-preconfigure: |^invoke-rc\.d: |^policy-rc\.d `,
      raw`^warning: apt does not have a stable cli interface`,
    ],
    about: raw`apt|apt-get|dpkg|debconf|packages?`,
  },
  {
    // of Python, Node.js, npm, Ruby, Java, Compose and pip
    lines: [
      raw`^\S+:\d+: \w*Warning: `,
      raw`^\(node:\d+\) (?:\[\w+\] )?\w*Warning: |^\(use .node --trace-`,
      raw`^npm (?:warn|notice)\b`,
      raw`^\S+:\d+: warning: .*(?:default gems|will (?:be|no longer)|deprecat)`,
      raw`^deprecated gradle features were used|^you can use '--warning-mode all'`,
      raw`^picked up _?java_\w+: |^openjdk [^:]* warning: |^warning: (?:an illegal reflective access|please consider reporting this|use --illegal-access|all illegal access)`,
      raw`^time="[^"]*" level=warning msg=|^WARN\[\d{4}\] `,
      raw`^\[notice\] |^warning: running pip as the 'root' user`,
      raw`^warning: (?:in the working copy of|(?:cr)?lf will be replaced by)|^the file will have its original line endings`,
      raw`^huggingface/tokenizers: the current process just got forked|^\s+- (?:avoid using .tokenizers|explicitly set the environment)|^(?:to disable this warning|disabling parallelism)`,
    ],
    about: raw`\w*warn\w*|deprecat\w*|notices?|obsolete|line endings?|crlf|stderr|noise|clean`,
  },
  {
    lines: [
      raw`^(?:\d{4}-\d\d-\d\d [\d:.]+: )?[IWE] (?:tensorflow|external)/\S+:\d+\] `,
      raw`^warning: all log messages before absl::|^[IWE]0000 00:00:\d`,
    ],
    about: 'cuda|gpu|cudnn|driver|tensorflow',
  },
  {
    lines: [
      raw`^ALSA lib |^jack server is not running|^cannot connect to server (?:socket|request channel)`,
    ],
    about: raw`alsa|audio|sound|speaker|micro\w*|jack|playback`,
  },
  {
    lines: [
      raw`^(?:libGL|libEGL|MESA(?:-LOADER)?|glx|Mesa)\b.*(?:error|warning|failed)`,
      raw`^\[\d+(?::\d+)?[:/][\d/.:]+:(?:ERROR|WARNING|INFO):[\w./]+\(\d+\)\] `,
      raw`^\(\S+:\d+\): \S+-(?:WARNING|CRITICAL) \*\*`,
      raw`^gtk-message: .*failed to load module|^debugger attached\.$|^waiting for the debugger to disconnect`,
      raw`^QStandardPaths: |^qt: session management error`,
    ],
    about: raw`\w*gl|mesa|gpu|graphics?|d-?bus|gtk|glib|qt|xdg|driver|display`,
  },
  { lines: [raw`^fontconfig (?:error|warning): |^findfont: `], about: raw`fonts?|typeface` },
  { lines: [raw`^SLF4J: |^log4j:WARN `], about: raw`slf4j|log4j|logg(?:er|ing)` },
];

/** The same of PowerShell, whose complaints of its start-up file have several lines. */
export const surroundingBlocks = [
  raw`(?:\. )?: File [^\n]*profile\.ps1 cannot be loaded[^]*?FullyQualifiedErrorId[^\n]*`,
  raw`[^\n]{1,200} : [^\n]{1,400}\n(?:[^\n]{0,400}\n){0,3}?At [^\n]*profile\.ps1:\d+ char:\d+\n[^]*?FullyQualifiedErrorId[^\n]*`,
];
