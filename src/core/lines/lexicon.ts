/** The words by which the kind of a line is told: the only list of them. Patterns of whole words, whatever their case. */

export const lexicon = {
  /** Not allowed, or not now: another attempt in other words meets the same wall. */
  refusal: [
    '(?:permission|access|authorization|authentication|request)s? (?:is |was |has been )?(?:denied|refused|rejected|blocked|failed|required|expired)',
    '(?:is|are|was|were|been) (?:not (?:allowed|permitted|authorized)|denied|blocked|rejected|refused|forbidden)',
    'not (?:allowed|permitted|authorized|signed in|logged in)',
    'operation not permitted',
    'read-only file ?system',
    'forbidden|unauthori[sz]ed',
    '(?:invalid|expired|missing|bad|wrong|incorrect)[ _-](?:access[ _-])?(?:token|credentials?|api[ _-]?key|password|signature|grant|session)',
    '(?:token|credentials?|api[ _-]?key|password|session|certificate) (?:is |has |was )?(?:invalid|expired|missing|incorrect|wrong|revoked|rejected)',
    'verify (?:that )?you are (?:a )?human|captcha|unusual traffic|just a moment',
    'rate[ _-]?limit(?:ed|ing|s|error)?|quota(?: (?:is |was |has been )?(?:exceeded|exhausted|used up))?|too many requests|insufficient[ _]quota|resource[ _]exhausted',
    'no space left|disk (?:is )?full|out of (?:memory|disk|space)|cannot allocate',
    'requires? (?:approval|authentication|authorization|a password|root|sudo|administrator)',
    '(?:please )?(?:log|sign) in (?:to continue|again|first)|login required',
    'a terminal is required|must be run (?:as|from)|interactive mode',
    '(?:https?(?:/[\\d.]+)?|status(?: code)?|error(?: code)?|code|returned|response)\\W{0,3}(?:40[1379]|429|451|50[0234])',
  ],
  /** Could not be reached, or gave no answer. */
  unreachable: [
    "(?:can(?:no|’|')t|could ?n[o’']t|cannot|unable to|failed to|did not) (?:reach|connect|resolve|contact|establish)",
    'connection (?:was |is )?(?:refused|reset|closed|timed out|failed|aborted|lost)|not connected',
    '(?:network|host|server|service|endpoint|address) (?:is )?(?:unreachable|down|unavailable|not available|not responding)',
    'unreachable|(?:name|host)(?: name)? (?:could not be|cannot be|not) resolved?|no route to host|econn\\w+|enotfound|etimedout',
    'timed? ?out|time-?out',
  ],
  /** Nothing is there. */
  hollow: [
    'no (?:such )?(?:\\S+ ){0,3}(?:found|match(?:es|ed|ing)?|results?|hits?|entries|rows|records|output|occurrences|items|documents|data|content)(?: \\S+){0,6}',
    '(?:found|returned|listed|got) (?:0|no|nothing)(?: \\S+){0,4}',
    '0 (?:match(?:es)?|results?|hits?|files?|packages?|rows?|items?|entries|records|documents)(?: (?:found|returned))?',
    'nothing (?:found|match(?:es|ed)|to (?:show|list|display))|none|null|nil|n/a|empty|\\(?empty\\)?|\\(nothing\\)|\\(none\\)',
    '(?:in|it) (?:did|does|could|do) not (?:find|know|have) .{0,60}|(?:i )?(?:found|know) nothing.{0,60}',
  ],
  /** All is well. */
  well: [
    '(?:all|everything|looks?|is|are|still) (?:\\w+ )?(?:good|well|fine|clean|ok|green|correct|healthy|up to date|unchanged)',
    '(?:no|0|zero|without(?: any)?) (?:\\w+ )?(?:errors?|failures?|failed|warnings?|exceptions?|issues?|problems?|vulnerabilities|violations|differences|changes|conflicts|findings|unreachable)(?: (?:found|detected|reported))?',
    'healthy|up and running|ready|up to date',
  ],
  /** What was asked for is done. */
  acknowledgement: [
    'ok(?:ay)?|success(?:ful(?:ly)?)?|succeeded|done|completed?|finished|passed|passes|pass|valid|accepted|acknowledged|ack',
    'created|updated|deleted|removed|inserted|saved|written|wrote|added|set|changed|modified|moved|copied|renamed|uploaded|downloaded|imported|exported|installed|applied|enabled|disabled|registered|published|sent|queued|scheduled|started|launched|stopped|restarted|restored|closed|opened|merged|committed|pushed|labeled|labelled|assigned|archived|migrated|converted|compiled|generated|stored|executed|configured|rolled out|spawned|placed|typed|clicked|pressed|selected|filled',
    '(?:alter|create|drop|truncate|grant|revoke|comment|reindex|analyze|vacuum|begin|commit)(?: \\w+){0,2}',
    '(?:update|insert|delete|copy|merge|select)(?: \\d+){1,2}',
  ],
} as const;

export type Worded = keyof typeof lexicon;
