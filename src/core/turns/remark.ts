/** Reads from a person's message whether it says that something is as it was, and what it is about. */
import {
  asides,
  bareAgain,
  agreement,
  bareNo,
  bareNot,
  emptyWords,
  lasting,
  moves,
  negations,
  numberWords,
  orders,
  placeWords,
  praise,
  proposal,
  returns,
  surroundings,
  unchanged,
} from './remark-words.js';
import { promptKey } from './instruction.js';

export interface Remark {
  /** Equal for messages that differ in noise only. */
  readonly key: string;
  /**
   * `plainly`: in so many words; `hinted`: by a "still", which may be about anything; `negated`: something is not so; `again`: by no
   * more than that word, which may ask for a repetition.
   */
  readonly unchanged: 'plainly' | 'hinted' | 'negated' | 'again' | undefined;
  /** It tells that something is better, praises, or asks for more or less of something. */
  readonly moved: boolean;
  /** It proposes a way. */
  readonly proposes: boolean;
  /** It begins with an order. */
  readonly isOrder: boolean;
  /** It agrees, or wants the agent to go on. */
  readonly agrees: boolean;
  /** It is one question. */
  readonly asks: boolean;
  /** It lists several things. */
  readonly isList: boolean;
  /** What it is about: words without their endings. */
  readonly words: ReadonlySet<string>;
  /** Numbers, and names out of code. */
  readonly names: ReadonlySet<string>;
  /** Not only numbers in words, which often are times. */
  readonly namesExactly: boolean;
  /** Words of what it asks for in clauses of their own, and of places. */
  readonly ordered: ReadonlySet<string>;
  readonly places: ReadonlySet<string>;
}

/** Characters of a message that are read. */
const LONGEST = 4000;
/** Characters by which words with other endings are the same. */
const STEM = 5;
const SHORTEST_WORD = 3;

interface Lexicon {
  readonly words: readonly string[];
  readonly dense: readonly string[];
}

function compile({ words, dense }: Lexicon): RegExp {
  const whole = String.raw`(?<![\p{L}\p{N}_])(?:${words.join('|')})(?![\p{L}\p{N}_])`;
  return new RegExp([...dense, whole].join('|'), 'giu');
}

const patterns = {
  surroundings: new RegExp(surroundings.join('|'), 'gi'),
  asides: compile(asides),
  unchanged: compile(unchanged),
  lasting: compile(lasting),
  negations: compile(negations),
  returns: compile(returns),
  moves: compile(moves),
  order: new RegExp(
    String.raw`(?:^|[.,;:!?\n]|\b(?:and|then|und)\b)\s*(?:(?:please|now|then|and|just|also|bitte)\s+)*(?:${orders})\b([^.,;!?\n]*)`,
    'giu',
  ),
  place: new RegExp(
    String.raw`\b${placeWords} ((?:(?:the|a|my|our|this|der|die|das|dem|den) )?\p{L}+)`,
    'giu',
  ),
};

const firstOrder = new RegExp(
  String.raw`^\W*(?:(?:ok(?:ay)?|now|then|and|also|please|pls|can (?:you|we)|could (?:you|we)|let[’']?s|just|next)\b[\s,:]*)*(?:${orders}|make)\b`,
  'i',
);
const question = /^[^.!?\n]+\?\s*$/;
const list = /(?:(?:^|\s)(?:\d[.)]|[-*•])\s[^]*){2}/u;
const token = /[\p{L}\p{N}](?:[\p{L}\p{N}_’'.,:/-]*[\p{L}\p{N}])?/gu;
/** A number, a single capital that is no word, or a word as only code has. */
const name = /\d|^(?![AI]$)\p{Lu}$|[_/:]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;
const ending = /(?<=\p{L}{3})(?:ing|ed|e[nrs]?|[st])$/u;
/** Scripts without spaces: any two signs that follow each other are a word. What is written in Hiragana is mostly grammar. */
const denseScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const pairs = /(?=((?:(?![的是了在有])[\p{Script=Han}\p{Script=Katakana}]){2}))/gu;

export function readRemark(prompt: string): Remark {
  const text = prompt
    .slice(0, LONGEST)
    .replace(patterns.surroundings, ' ')
    .replace(patterns.asides, ' ');
  const rest = text.replace(patterns.unchanged, ' ');
  const said = tellUnchanged(text, rest);
  const about = [patterns.lasting, patterns.negations, patterns.returns].reduce(
    (left, pattern) => left.replace(pattern, ' '),
    rest,
  );
  return {
    key: promptKey(prompt),
    unchanged: said,
    moved: rest.search(patterns.moves) >= 0 || (said !== 'plainly' && praise.test(text)),
    proposes: proposal.test(text),
    isOrder: firstOrder.test(text),
    agrees: agreement.test(prompt.trim()),
    asks: question.test(text.trim()),
    isList: list.test(text),
    ...listWords(about),
    ordered: wordsIn(text, patterns.order),
    places: wordsIn(text, patterns.place),
  };
}

/** @param rest of the text, without what says so plainly */
function tellUnchanged(text: string, rest: string): Remark['unchanged'] {
  const has = (pattern: RegExp): boolean => rest.search(pattern) >= 0;
  if (rest !== text || bareNo.test(text) || bareNot.test(text)) {
    return 'plainly';
  }
  if (bareAgain.test(text)) {
    return 'again';
  }
  return has(patterns.lasting) || has(patterns.returns)
    ? 'hinted'
    : has(patterns.negations)
      ? 'negated'
      : undefined;
}

/** @param pattern its first group is what is named */
function wordsIn(text: string, pattern: RegExp): ReadonlySet<string> {
  return listWords([...text.matchAll(pattern)].map(([, named]) => named).join('\n')).words;
}

type SaidOf = Pick<Remark, 'words' | 'names' | 'namesExactly'>;

function listWords(text: string): SaidOf {
  const words = new Set<string>();
  const names = new Set<string>();
  for (const [each] of text.matchAll(token)) {
    const lower = each.toLowerCase();
    if (denseScript.test(each)) {
      for (const [, pair = ''] of each.matchAll(pairs)) {
        words.add(pair);
      }
    } else if (name.test(each) || numberWords.has(lower)) {
      names.add(lower);
    } else if (lower.length >= SHORTEST_WORD) {
      const word = lower.replace(ending, '').slice(0, STEM);
      if (!emptyWords.has(lower) && !emptyWords.has(word)) {
        words.add(word);
      }
    }
  }
  const namesExactly = [...names].some((each) => !numberWords.has(each));
  return { words, names, namesExactly };
}
