/** Noise that takes more than one word to recognise: home and temporary paths, seeds, epochs, request ids, columns of a listing. */
export const noiseKinds = [
  'colour',
  'time',
  'duration',
  'id',
  'process',
  'address',
  'port',
  'counter',
  'line',
  'path',
] as const;
export type Noise = (typeof noiseKinds)[number];

/** What replaces noise. Times and durations share a mask, as both follow the clock. */
export const masks: Record<Noise, string> = {
  colour: '',
  time: '<time>',
  duration: '<time>',
  id: '<id>',
  process: '<pid>',
  address: '<addr>',
  port: '<port>',
  counter: '<n>',
  line: '<line>',
  path: '<tmp>',
};

/** Called with every piece of noise, for explanations. */
export type Witness = (kind: Noise, piece: string) => void;

/** Every replacement is guarded by a cheap check for a character or word that it needs. */
export function withoutPhrases(whole: string, witness?: Witness): string {
  let text = whole.includes('/') || whole.includes('\\') ? withoutPaths(whole, witness) : whole;
  if (unusual.test(text) || sinceEpoch.test(text)) {
    text = withoutUnusual(text, witness);
  }
  if (text.includes('% Xferd')) {
    text = text.replace(transfers, (piece) => {
      witness?.('counter', piece);
      return masks.counter;
    });
  }
  if (text.includes('CMakeFiles')) {
    text = text.replace(scratchBuilds, (piece, name: string) => {
      witness?.('id', piece);
      return `${name}${masks.id}`;
    });
  }
  if (text.includes('Gradle Daemon')) {
    text = text.replace(daemons, (piece) => {
      witness?.('counter', piece);
      return masks.counter;
    });
  }
  if (text.includes('(ID ') || text.includes(' · ')) {
    text = text.replace(runs, (piece) => {
      witness?.('id', piece);
      return masks.id;
    });
  }
  if (text.startsWith('#') || text.includes('\n#')) {
    text = text.replace(buildSeconds, (_, step: string, piece: string) => {
      witness?.('duration', piece);
      return `${step}${masks.duration}`;
    });
  }
  return text.includes('PID') ? withoutPidColumn(text, witness) : text;
}

/** `Starting a Gradle Daemon, 1 busy and 2 incompatible Daemons could not be reused` */
const daemons = /\b\d+(?= (?:busy|incompatible|stopped) (?:and|Daemons?)\b)/g;

/** What CMake builds only to see whether it can be built. */
const scratchBuilds = /\b(TryCompile-|cmTC_)\w{5,6}\b/g;

/** `X build in 1m10s (ID 4992001123)`, `X main CI · 17700345120`: the runs of a pipeline, and their jobs. */
const runs = /(?<=\(ID )\d{6,}(?=\))|(?<= · )\d{9,}$/gm;

/** `#9 21.43 npm error`: the seconds that a step of an image's build had taken by then. */
const buildSeconds = /^(#\d{1,4} )(\d{1,5}\.\d{1,3})(?= )/gm;

/** The rows of numbers that curl shows of a transfer. */
const transfers =
  /^ {0,2}(?:[\d.]{1,12}[kMG]? {1,12}){8}(?:(?:--|\d{1,3}):(?:--|\d\d):(?:--|\d\d) {1,4}){3}[\d.]{1,12}[kMG]?/gm;

function withoutPaths(whole: string, witness?: Witness): string {
  let text = whole;
  if (builtFolder.test(text)) {
    text = text.replace(builtNames, (piece, path: string, hash: string) => {
      if (!/[A-Z\d]/.test(hash)) {
        return piece;
      }
      witness?.('id', hash);
      return `${path}${masks.id}`;
    });
  }
  if (text.includes('/tmp/') || text.includes('/var/folders/') || text.includes('\\Temp\\')) {
    text = withoutTemporary(text, witness);
  }
  if (text.includes('/home/') || text.includes('/Users/') || text.includes('\\Users\\')) {
    text = text.replace(homes, (piece) => {
      witness?.('path', piece);
      return '~';
    });
  }
  return text;
}

/** Cheap: they run on every result that holds a digit, and two patterns take less time than one. */
const unusual = /[sS]eed|SEED|[rR]eq|REQ|PT\d|tool (?:call|use)|"diagnostics"|one-time code/;
const sinceEpoch = /1[5-9]\d{8}/;

/** Seeds of random numbers, ISO durations, seconds and milliseconds since the epoch, ids of requests, how many calls a helper made, the version that a language server gives a document with each look, codes that are used once. */
const unusualNoise =
  /(\b(?:random[-_ ]?)?seed\b["']?[ =:]{1,3})\d+|\bPT(?:\d+(?:\.\d+)?[HMS]){1,3}\b|(?<![\w.])1[5-9]\d{8}(?:\d{3}|\.\d{1,9})?(?![\w.])|(\breq(?:uest)?(?:[-_]|[-_ ]?id["']?[ =:]{1,3}["']?))[\w-]{6,64}|\b\d+( tool (?:calls?|uses?)\b)|("version": ?)\d+(?=, ?"diagnostics")|(\bone-time code(?: is)?:? )[A-Z0-9]{4}-?[A-Z0-9]{4}\b/gi;

function withoutUnusual(text: string, witness?: Witness): string {
  return text.replace(
    unusualNoise,
    (piece, seed?: string, request?: string, calls?: string, version?: string, code?: string) => {
      const name = seed ?? request ?? code;
      const kind: Noise =
        (calls ?? version) !== undefined ? 'counter' : name === undefined ? 'time' : 'id';
      witness?.(kind, piece);
      return `${name ?? version ?? ''}${masks[kind]}${calls === undefined ? '' : ' tool calls'}`;
    },
  );
}

/** Masks the numbers below `PID` in a listing of processes. */
function withoutPidColumn(text: string, witness?: Witness): string {
  const lines = text.split('\n');
  const column = (lines[0] ?? '').trim().split(/\s+/).indexOf('PID');
  if (column < 0) {
    return text;
  }
  return lines
    .map((line, i) =>
      i === 0
        ? line
        : line
            .trim()
            .split(/\s+/)
            .map((word, at) => {
              if (at !== column || !/^\d+$/.test(word)) {
                return word;
              }
              witness?.('process', word);
              return masks.process;
            })
            .join(' '),
    )
    .join('\n');
}

const builtFolder = /\b(?:assets|chunks?|static|dist|build)\//;
/** `dist/assets/index-DiwrgTda.js`: named by its content. A name in small letters alone was chosen. */
const builtNames =
  /(\b(?:assets|chunks?|static|dist|build)\/(?:[\w.-]{1,60}\/){0,4}[\w.]{1,60}[-.])([\w-]{8})(?=\.(?:m?js|css|map|woff2?|svg|png|wasm)\b)/g;
const homes = /(?<![\w.~-])(?:\/(?:home|Users)\/|[A-Za-z]:\\Users\\)[\w.@-]{1,64}(?![\w.@-])/g;
const temporary =
  /((?:\/private)?\/var\/folders\/\w{1,8}\/\w{1,64}\/T\/|(?:\/private)?(?:\/var)?\/tmp\/|\\Temp\\)([\w.+@-]{1,128}(?:[\\/][\w.+@-]{1,128}){0,3})/g;
/** A generated name: `tmpab3x_9`, `tmp.Xy12Zz`, `go-build81234`, `app-a2i1xj`. A name with a meaning stays. */
const generated =
  /^\.?te?mp[.\w-]{4,}|\d{3,}|(?:^|[-_.])(?=[A-Za-z0-9]{6,16}(?:[-_.]|$))[A-Za-z0-9]*(?:\d[A-Za-z]|[a-z][A-Z])[A-Za-z0-9]*|^[a-z]{1,4}\d{3,}|^pytest-\d+$/;

function withoutTemporary(text: string, witness?: Witness): string {
  return text.replace(temporary, (piece, folder: string, names: string) => {
    const masked = names
      .split(/[\\/]/)
      .map((name) => (generated.test(name) ? masks.path : name))
      .join('/');
    const user = folder.includes('/folders/') ? '/tmp/' : folder.replace('/private', '');
    if (`${user}${masked}` !== piece) {
      witness?.('path', piece);
    }
    return `${user}${masked}`;
  });
}
