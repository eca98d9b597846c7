/** The words by which the kind of a line is told: the only list of them. Patterns of whole words, whatever their case. */

/** What a check looks for: that there is none is good. */
const faults =
  'errors?|failures?|fail(?:ed|s)?|warnings?|exceptions?|issues?|problems?|vulnerabilit(?:y|ies)|violations?|differences?|differ(?:s|ed)?|changes?|changed|conflicts?|findings?|unreachable|regressions?|mismatch(?:es|ed)?|deviations?|bugs?|races?|leaks?|crash(?:es|ed)?|deadlocks?|defects?|flaws?|faults?|smells?|duplicates?|orphan(?:s|ed)?|dangling|broken|corrupt(?:ed|ions?)?|invalid|lost|dropped|stale|outdated|unused|secrets?|incidents?|alerts?|anomal(?:y|ies)|discrepanc(?:y|ies)|typos?|obstacles?|collisions?|overlaps?';

const secret =
  'token|credentials?|api[ _-]?key|password|passphrase|passwd|signature|grant|session|licen[sc]e|subscription|certificate';

/** Nothing of its kind goes through, whatever it is about and however long it waits: by what is lacking. */
export const walls = {
  /** A login, a right or a licence that only a person can give. */
  right: [
    `(?:invalid|expired|missing|bad|wrong|incorrect)[ _-](?:\\w+[ _-])?(?:${secret})`,
    `(?:${secret}) (?:(?:\\w+ ){0,5}(?:is|was|has|has been) )?(?:invalid|expired|missing|incorrect|wrong|revoked|rejected)`,
    'a (?:password|passphrase|login) is required|no (?:password|passphrase) (?:was )?(?:provided|given|supplied)|no askpass program',
    '(?:no (?:valid |default |matching |stored )?|unable to locate |could not (?:find|load|read|determine) (?:\\w+ )?)credentials',
    'authentication failure|needs? auth|reauthenticat\\w+',
    'requires? (?:approval|authentication|authorization|a password|root|sudo|administrator|superuser|elevat\\w+)',
    '(?:please )?(?:(?:re-?)?(?:log|sign) in (?:to continue|again|first)|run:? {1,3}[`\'"]?\\w+(?: \\w+)? (?:auth )?login)|login required|(?:must|need to) be (?:logged|signed) in',
    'a terminal is required to|must be (?:run as|root|superuser)|(?:need to be|are you|only) root|not in the sudoers file',
    'no (?:secret|private|signing) key|host key verification failed',
    'payment required|billing (?:account )?(?:must be|is not|to be) (?:enabled|active)',
  ],
  /** What an administrator has forbidden. */
  policy: [
    '(?:disabled|blocked|prohibited|forbidden|restricted|managed) (?:on this (?:system|machine|device)|by (?:\\w+ ){0,3}(?:administrator|polic(?:y|ies)|organi[sz]ation|workspace|admin))',
    'is not digitally signed|(?:contact|ask) (?:your|the|an|a) (?:\\w+ )?administrator',
  ],
  terminal: [
    'must be run from|interactive mode|(?:is )?not a (?:tty|terminal)|inappropriate ioctl|terminal prompts disabled|cannot prompt|no tty present',
  ],
  /** Somebody who is no program. */
  person: ['verify(?:ing)? (?:that )?you are (?:a )?human|captcha|unusual traffic|just a moment'],
  disk: ['read-only file ?system|no space left|disk (?:is )?full|out of (?:disk|space)'],
  memory: ['out of memory|cannot allocate'],
  quota: [
    '(?:hourly|daily|weekly|monthly|usage|spending|sending)(?: \\w+){0,2} limit(?: (?:has been|is|was))? (?:exceeded|reached|hit)',
    '(?:used|consumed) (?:all )?(?<used>\\d[\\d,.]*) ?(?:of|/) ?(?:your )?\\k<used> (?!(?:memory|disk|bytes|[kmgt]i?b)\\b)\\w+',
    '(?:reached|hit|exceeded|exhausted|used up) (?:your|the|its|our) (?:\\w+ ){0,2}(?:hourly|daily|weekly|monthly) (?:\\w+ ){0,2}(?:limit|quota|allowance)',
    'quota(?: (?:is |was |has been )?(?:exceeded|exhausted|used up))?|insufficient[ _]quota|resource[ _]exhausted',
  ],
  /** The tool itself is gone. */
  tool: [
    'mcp error -?\\d+|(?:mcp|tool|language) server (?:is |has |was |process )?(?:disconnected|not connected|not running|exited|crashed|died|closed)',
    '(?:browser|page|context|kernel|transport|session|daemon) (?:(?:is|was|has been) (?:already )?closed|(?:is |has )?(?:dead|died|crashed|disconnected|not running))|target (?:page, context or browser has been )?closed',
  ],
} as const;

export const lexicon = {
  wall: Object.values(walls).flat(),
  /** Not allowed, or not now: another attempt in other words may meet the same. */
  refusal: [
    '(?:permission|access|authorization|authentication|request)s? (?:is |was |has been )?(?:denied|refused|rejected|blocked|failed|required|expired)',
    '(?:is|are|was|were|been) (?:not (?:allowed|permitted|authorized)|denied|blocked|rejected|refused|forbidden)',
    'not (?:allowed|permitted|authorized|(?:signed|logged) in(?:to)?)',
    '(?:is|was|were|has|have) not (?:been )?(?:executed|carried out)',
    'operation not permitted|violates (?:[\\w-]+ ){0,4}(?:policy|constraint)',
    '(?:i|we|you) (?:(?:have|had) (?:no|not the) (?:permissions?|access|rights?)|lack(?:ed)? (?:the )?permissions?)',
    'you (?:(?:do|did) not have|need(?: to have)?|must have)(?: \\w+){0,3} (?:access|permissions?|rights|privileges?|role)',
    'forbidden|unauthori[sz]ed',
    // a page about rate limits is none
    'rate[ _-]?limited|rate[ _-]?limit ?(?:error|exceeded)|rate[ _-]?limit(?:s|ing)? (?:(?:is|was|were|has been|have been) )?(?:exceeded|reached|hit|in effect|applied)|(?:exceed(?:ed|s)?|hit|reached|over|due to)(?: \\w+){0,3} rate[ _-]?limit(?:s|ing)?|too many requests',
    '(?:\\w+ ){0,3}(?:rejected|denied|blocked|declined)(?=[:.]|$)',
    '(?:https?(?:/[\\d.]+)?|status(?: code)?|error(?: code)?|code|returned|response)\\W{0,3}(?:40[1379]|429|451|50[0234])',
  ],
  /** Could not be reached, or gave no answer. */
  unreachable: [
    "(?:can(?:no|’|')t|could ?n[o’']t|cannot|unable to|failed to|did not) (?:reach|connect|resolve|contact|establish)",
    'connection (?:was |is )?(?:refused|reset|closed|timed out|failed|aborted|lost)|not connected',
    '(?:closed|reset|dropped|terminated) the connection|connection to .{1,80} failed',
    '(?:network|host|server|service|endpoint|address) (?:is )?(?:unreachable|down|unavailable|not available|not responding)',
    'unreachable(?!\\W{1,3}0\\b)|(?:name|host)(?: name)? (?:could not be|cannot be|not) resolved?|no route to host|econn\\w+|enotfound|etimedout',
    'timed? ?out|time-?out',
  ],
  /** What was named is not there. */
  absent: [
    'not (?:be )?(?:found|located|installed|available|recogni[sz]ed|present|resolved?|known|a (?:known|recogni[sz]ed))',
    'no such|no (?:module|packages?|attribute|files?) (?:named|called|matching|for|with|in)|not? (?:a )?known|has no attribute|not found',
    "(?:can(?:no|['’])t|cannot|could ?n[o'’]t|unable to|failed to|did(?:n['’]t| not)) (?:be )?(?:find|found|locate|resolve|open|access|stat|match|import)",
    "(?:does|do|did)(?:n['’]t| not) (?:exist|match|appear|occur)",
    'no (?:changes?|replacements?|edits?) (?:was|were|have been) (?:made|applied|performed)',
    '(?:is )?missing|absent|unknown (?:package|command|host|module|option|tool)|(?:command|package) not|404|too much output|too many (?:results|matches)',
    '(?:invalid|unknown) (?:job|task|run|build|process|container|session|resource)(?: id)?',
    '(?:unknown|undefined|unrecogni[sz]ed|cannot query) (?:field|column|argument|property|type|function|method|attribute|key)',
    'no installation candidate|unmet dependencies|held broken packages',
  ],
  /** Nothing is there. */
  hollow: [
    'nothing (?:added )?to commit(?: .{0,60})?|no (?:local )?changes (?:added )?to (?:commit|save)|everything up-to-date',
    'no (?:such )?(?:\\S+ ){0,3}(?:found|match(?:es|ed|ing)?|results?|hits?|entries|rows|records|occurrences|items|documents|data|content)(?: \\S+){0,6}',
    '(?:found|returned|listed|got) (?:0|no|nothing)(?: \\S+){0,4}',
    '0 (?:match(?:es)?|results?|hits?|files?|packages?|rows?|items?|entries|records|documents)(?: (?:found|returned))?',
    'nothing (?:found|match(?:es|ed)|to (?:show|list|display))|(?:none|null|nil|n/a|empty)(?=\\W*$)|is empty|\\(?empty\\)?|\\(nothing\\)|\\(none\\)',
    '(?:in|it) (?:did|does|could|do) not (?:find|know|have) .{0,60}|(?:i )?(?:found|know) nothing.{0,60}',
  ],
  /** All is well. */
  well: [
    '(?:all|everything|looks?|is|are|still) (?:\\w+ )?(?:good|well|fine|clean|ok|green|correct|healthy|up to date|unchanged)',
    `(?:no|0|zero|without(?: any)?) (?:\\w+(?:\\(s\\))? ){0,2}(?:${faults})(?: (?:found|detected|reported|remain(?:ing)?|left))?`,
    // `Error: no signature matches` is none
    `(?:${faults})["']?\\s?[:=]\\s?["']?(?:0|none|false|no(?=["']?\\s*(?:[,;|)}\\]]|$)))`,
    `(?:not|n['’]t) (?:find|see|detect|spot|notice) (?:any|a single) (?:\\w+ ){0,2}(?:${faults})`,
    'healthy|up and running|ready|listening (?:on|at)|up to date|(?:will|does|did) not expire|still valid',
  ],
  /** Whatever was done printed nothing. */
  silent: [
    '(?:no|without(?: any)?|empty|did not produce any|produced no|there (?:is|was) no) (?:output|stdout|text|return value)(?: \\w+){0,2}',
    'outputs?["\']?\\s?[:=]\\s?(?:\\[\\s*\\]|["\']{2}|none|null)',
  ],
  /** What was asked for is done. */
  acknowledgement: [
    'running in (?:the )?background|ok(?:ay)?|success(?:ful(?:ly)?)?|succeeded|done|completed?|finished|passed|passes|pass|valid|accepted|acknowledged|ack',
    'created|updated|deleted|removed|inserted|saved|written|wrote|added|set|changed|modified|moved|copied|renamed|uploaded|downloaded|imported|exported|installed|applied|enabled|disabled|registered|published|sent|queued|scheduled|started|launched|stopped|restarted|restored|closed|opened|merged|committed|pushed|labeled|labelled|assigned|archived|migrated|converted|compiled|generated|stored|executed|configured|rolled out|spawned|placed|typed|clicked|pressed|tapped|swiped|scrolled|hovered|focused|dragged|navigated|entered|submitted|selected|filled|toggled|switched|stepped|advanced|posted|replied|transitioned|marked|tagged|approved|recorded|remembered|noted|connected|attached|mounted|linked|dropped|undone|redone|popped|freed|released|paused|resumed',
    '(?:alter|create|drop|truncate|grant|revoke|comment|reindex|analyze|vacuum|begin|commit)(?: \\w+){0,2}',
    '(?:update|insert|delete|copy|merge|select)(?: \\d+){1,2}',
  ],
} as const;

export type Worded = keyof typeof lexicon;
