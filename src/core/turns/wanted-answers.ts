/** Answers that a person wants to see: that nothing is there, or that something is refused, is then no failure. */

export interface WantedAnswers {
  /** "Check that no table has …", "prove that nothing uses …". */
  readonly nothing: boolean;
  /** "Show that no role can read …", "see that each request is rejected". */
  readonly refusal: boolean;
  /** "Wait until the report is there": that it is not there yet. */
  readonly wait: boolean;
  /** "Make it faster": how long things take. */
  readonly speed: boolean;
  /** "Refactor it": what it comes to is to stay as it is. */
  readonly same: boolean;
  /** "Get rid of the warning": what is warned of is wrong. */
  readonly noWarnings: boolean;
  /** "The test is flaky": that it passes is worth seeing more than once. */
  readonly steady: boolean;
}

/** Most people ask for neither. */
export const wantsNeither: WantedAnswers = {
  nothing: false,
  refusal: false,
  wait: false,
  speed: false,
  same: false,
  noWarnings: false,
  steady: false,
};

/** What is to be shown is a statement, not a cause: "find out why it cannot …" asks for none. */
const show = String.raw`\b(?:check|verify|confirm|ensure|make (?:sure|certain)|prove|show|demonstrate|assert|see|test|validate|prüfe?|zeige?|beweise?|stelle? sicher)\b(?:(?!\b(?:why|how|what|where|warum|wieso|wie)\b)[^.!?:;\n]){0,120}`;
const nothing = new RegExp(
  String.raw`${show}\b(?:no|none|nothing|nobody|nowhere|zero|neither|unused|unreferenced|absent|free of|left ?overs?|orphan\w*|(?:answer|return|give|respond)s?(?: with)?(?: an?)? (?:404|410)|(?:do|does|did)(?: not|n['’]t) (?:match|contain|use|have|exist|appear|occur|leak|depend|refer)|kein\w*|nichts|niemand|nirgends)\b`,
  'i',
);
/** A statement, not "the 401 error". */
const clause = String.raw`(?=${show}\b(?:that|whether|if|no|none|nobody|nothing|each|every|all|any|both|only|dass|ob|kein\w*|jede\w*|alle\w*|niemand|nur)\b)`;
const refusal = new RegExp(
  String.raw`${clause}${show}\b(?:(?:can(?:not|['’]t| not)|may not|must not|must(?:n['’]t)|unable|inaccessible|invalid|unauthori[sz]ed|forbidden|not (?:be )?(?:able|allowed|authori[sz]ed|permitted|accessible|reachable)|den(?:y|ies|ied)|refuse[sd]?|reject(?:s|ed)?|blocked|(?:should|must|has to) fail|no (?:\w+ ){1,3}(?:can|may|gets?|has access)|can (?:now )?\w+ (?:nothing|none|no )|abgelehnt|verweigert|gesperrt|darf nicht|dürfen nicht)\b|40[13]\b)`,
  'i',
);
/** "It must no longer read anything." */
const forbidden =
  /\b(?:should|must|may|shall|can|darf|soll) (?:no longer|never|nicht mehr|nie) (?:be able to )?(?:read|see|write|access|reach|log ?in|sign ?in|edit|delete|open|connect|lesen|sehen|schreiben|zugreifen)\b/i;
/** What is said of each of many things that are wrong: that it is said is what is asked for. */
const faults =
  /\b(?=[^.!?;\n]{0,200}\b(?:each|every|all|jede\w*|alle\w*)\b)(?:check|verify|see|show|list|tell|compare|collect|document|describe|record|note|review|try|test|write (?:down|up)|prüfe?|zeige?|liste?|dokumentiere?|sammle|vergleiche?)\b(?:(?!\b(?:fix|mend|why|until|behebe|warum|bis)\b)[^.!?;\n]){0,100}\b(?:(?:error|failure|validation) (?:messages?|codes?|texts?|responses?)|revert reasons?|(?:bad|invalid|broken|malformed|wrong|illegal|negative|faulty|corrupt(?:ed)?) (?:\w+ )?(?:bod(?:y|ies)|inputs?|samples?|files?|requests?|payloads?|values?|options?|cases?|data|examples?)|fehlermeldung\w*|(?:ungültige|fehlerhafte|falsche)\w* \w+)\b/i;
/** What is done to it on purpose should go wrong. */
const attack = new RegExp(
  [
    String.raw`\bfuzz\w*|\bnegative tests?\b|\b(?:brute[- ]?force|lock(?:ed|s)? out|rate[- ]limit\w*) (?:protection|works?|kicks? in)`,
    String.raw`\b(?:try|attempt|see if you can|versuche?) (?:to )?(?:crash|break|hack|attack|bypass|trick|overload|exploit|get around|umgehen)\b`,
    String.raw`\bhow (?:\S+ ){1,4}(?:reacts?|responds?|behaves?|copes?|deals?|handles?|reagiert)\b`,
    String.raw`\b(?:send|feed|give|pass|throw|test|post|submit)\b[^.!?;\n]{0,60}\b(?:malformed|invalid|bad|wrong|broken|odd|weird|hostile|garbage|nonsense|random|unexpected|edge[- ]case|expired|oversized) (?:\w+ )?(?:bod(?:y|ies)|inputs?|payloads?|data|values?|requests?|tokens?|credentials|logins?|passwords?|files?|strings?|parameters|headers)\b`,
  ].join('|'),
  'i',
);
/** What is looked for is that nobody has it yet. */
const free = new RegExp(
  [
    String.raw`\b(?:free|available|unused|untaken|not (?:yet )?taken|frei\w*)\b(?:[^.!?\n]|\.(?=\S)){0,40}\b(?:names?|domains?|ports?|usernames?|handles?|slots?|ids?|address(?:es)?)\b`,
    String.raw`\b(?:names?|domains?|ports?|usernames?|handles?)\b(?:[^.!?\n]|\.(?=\S)){0,60}\b(?:is|are|still) (?:still )?(?:free|available|taken)\b`,
  ].join('|'),
  'i',
);
/** Who may do it is seen by trying it as each. */
const asEach =
  /\b(?:log ?in|sign ?in|try|request|visit|open|call|query|probe|ping|act|curl|melde\w*|ruf\w*|probier\w*)\b[^.!?\n]{0,60}\b(?:as|with|from|als|mit|von) (?:each|every|all|the different|jede\w*|alle\w*)\b/i;
/** What is to be mended is not to be refused, unless that is what it should do. */
const mends =
  /\b(?:fix|mend|repair|solve|resolve|restart|implement|(?:make|get) (?:\w+ ){1,4}?(?:work\w*|pass|run|go through|to load)|behebe?|repariere?|beheben)\b/i;
/** A question of which or whether any: every answer counts, whatever it is. */
const survey =
  /\b(?:which (?:of\b|\w+s\b|\w+ (?:may|can|must|is|are|has|have|still)\b)|(?:is|are|does|do|has|have|whether|if) (?:there )?(?:still )?any\b|who (?:may|can|has)\b|welche[rs]? (?:der|von|\w+n)\b|gibt es (?:noch )?(?:irgend|ein))/i;
/** A search for whatever may be wrong, or of no use: that it is not there is an answer, too. Its first sentences say so. */
const audit = new RegExp(
  [
    String.raw`\baudit(?:s|ing)?\b|\bscan (?:the|this|our|all|every|for)\b|\b(?:penetration|pen)[ -]?test|\bthreat model|\bsicherheits(?:prüfung|überprüfung)`,
    String.raw`\b(?:security|vulnerability|licen[cs]e|accessibility|privacy|compliance)[ -](?:review|scan|check|assessment)`,
    String.raw`\b(?:review|search|look|check|scan|go through)\b[^.!?\n]{0,80}\bfor (?:any |all |possible |potential |known |common |hard-?coded |leaked )*(?:security|vulnerabilit\w+|secrets|credentials|injections?|xss|problems|issues|bugs|mistakes|smells|typos)\b`,
    String.raw`\b(?:dead|unreachable) code\b`,
  ].join('|'),
  'i',
);
const FIRST_SENTENCES = 300;
const wait =
  /\b(?:wait(?:s|ing)?|await|watch|monitor|poll|as soon as|warte|sobald|beobachte|überwache)\b/i;
const speed =
  /\b(?:fast(?:er|est)|slow|speed(?:s|ing)? up|performance|latency|throughput|how long|response times?|(?:below|under|within|less than|unter) \d+ ?(?:ms|seconds?|s|sekunden)|schnell(?:er|ste\w*)|wie lange|langsam\w*|beschleunige\w*)\b/i;
/** An order first in its clause, not "after the refactoring" or "the rename dialog". */
const first = String.raw`(?:^|[.!?,;:\n]\s*|\b(?:please|pls|and|then|to|now|just|you|we|should|must|let[’']?s|bitte) )`;
const same = new RegExp(
  [
    String.raw`${first}(?:refactor|clean ?up|tidy|simplify|restructure|reorgani[sz]e|moderni[sz]e|rename|räum\w*|(?:split|extract|break|move)\b(?:[^.!?\n]|\.(?=\S)){0,60}\binto|add (?:\w+ ){0,3}(?:type (?:hints|annotations)|docstrings?))\b`,
    String.raw`\bwithout (?:changing|breaking)\b|\b(?:must|should|has to) (?:not change|(?:stay|remain|keep))\b|\bbehaviou?r[- ]preserving\b`,
  ].join('|'),
  'i',
);
/** The same in other words, which may be a report of what went wrong since. */
const tidied =
  /\b(?:refactor\w*|clean(?:ing)? ?up|tidy\w*|simplif\w+|restructur\w*|reorgani[sz]\w*|moderni[sz]\w+|renam\w+|type (?:hints|annotations)|docstrings?|aufräumen|umbau\w*)\b/i;
const noWarnings =
  /\b(?:get rid of|remove|fix|mend|silence|resolve|clear|eliminate|clean up|stop|avoid|address|suppress|without|beseitige|behebe|entferne|weg)\b[^.!?;\n]{0,60}(?:\w*warnings?|\bdeprecations?|\w*warnung(?:en)?)\b|\w*(?:warnings?|deprecations?|warnung(?:en)?)\b[^.!?;\n]{0,60}\b(?:(?:should|must|has to|have to) (?:go|disappear|be gone)|(?:remove|fix|mend|silence|get rid of|behebe|entferne) (?:it|them|that|sie|das))\b/i;
const steady =
  /\b(?:flak(?:y|iness|es?)|intermittent\w*|sporadic\w*|non-?deterministic\w*|unstable tests?|race conditions?|heisenbug|(?:sometimes|occasionally|randomly|now and then) (?:fails?|passes|hangs?|breaks?|crashes|times out)|(?:fails?|passes|hangs?|breaks?|crashes) (?:sometimes|occasionally|randomly|now and then|in (?:one|1) (?:of|out of))|(?:manchmal|gelegentlich|sporadisch) (?:rot|fehl\w*|scheiter\w*)|schlägt (?:manchmal|gelegentlich|sporadisch))\b/i;
/** A longer prompt describes: it has all kinds of words. */
const LONGEST = 600;

export function wantedAnswers(prompt: string): WantedAnswers {
  const isAudit = audit.test(prompt.slice(0, FIRST_SENTENCES));
  if (prompt.length > LONGEST) {
    return { ...wantsNeither, nothing: isAudit, steady: steady.test(prompt) };
  }
  const isSurvey = isAudit || survey.test(prompt) || asEach.test(prompt);
  const isOnPurpose = isSurvey || faults.test(prompt) || attack.test(prompt);
  return {
    nothing: isSurvey || nothing.test(prompt) || free.test(prompt),
    refusal: refusal.test(prompt) || forbidden.test(prompt) || (isOnPurpose && !mends.test(prompt)),
    wait: wait.test(prompt),
    speed: speed.test(prompt),
    same: same.test(prompt) || (tidied.test(prompt) && !mends.test(prompt)),
    noWarnings: noWarnings.test(prompt),
    steady: steady.test(prompt),
  };
}
