/**
 * Words by which a person says of a result that it is as it was, or that it is another one now. Plain data: English, German and
 * some more, matched as whole words; those of scripts without spaces (`dense`) anywhere.
 */

const raw = String.raw;
const thing = raw`(?:problem|issue|error|bug|thing|result|behaviou?r|failure|exception|message|output|picture|crash|fault|symptom|story|place|order|number|value|line|state)`;
const not = raw`(?:not|never|isn[’']?t|wasn[’']?t|hasn[’']?t|haven[’']?t|didn[’']?t|doesn[’']?t|do not|don[’']?t|won[’']?t|can[’']?t|cannot)`;

/** It is as it was, said in so many words. */
export const unchanged = {
  words: [
    raw`(?:no|not|without|zero) (?:\w+ ){0,2}?(?:change|difference|effect|improvement|luck)s?`,
    raw`not (?:a|one) (?:\w+ )?(?:bit )?different|(?:looks |is |are )?identical|unchanged|(?:no|not(?: any)?) better`,
    raw`nothing (?:at all )?(?:(?:has|have|is|was) )?(?:\w+ )?(?:changed|changes|different|happened|happens|improved|works|worked|helped)`,
    raw`${not} (?:\w+ ){0,2}?(?:make|made) (?:a|any) difference|${not} do anything`,
    raw`still (?:\w+ )?(?:not|\w+n[’']t|doesnt|isnt|didnt|cant|wont)(?: (?:working|work|fixed|fix|solved|right|there|showing|show))?`,
    raw`(?:going|running|go|run) (?:\w+ )?in circles|(?:stuck|caught|going) in (?:a|the same) loop|repeating (?:yourself|the same)|how many times|again and again|over and over`,
    raw`(?:still|again|exactly|just|always|it[’']?s|is|gives?|get|got|see|have) (?:\w+ ){0,2}?the (?:\w+ )?same|(?:still )?the (?:very )?same (?:\w+ )?${thing}`,
    raw`same (?:as (?:before|ever|always|an?)|again|old|${thing})|still the old`,
    raw`(?:just|exactly|same|like|as|much) (?:as )?(?:before|always|ever|at the (?:beginning|start))`,
    raw`(?:immer ?noch|noch immer|nach wie vor|weiterhin) (?:so|dasselbe|gleich|das gleiche|(?:\p{L}+ ){0,2}?(?:nicht|nichts|kein\p{L}*))|unverändert|dasselbe|(?:genau )?wie (?:vorher|zuvor|immer|am anfang)`,
    raw`(?:keine?|keinerlei|ohne) (?:\p{L}+ )?(?:änderung|veränderung|unterschied|wirkung|verbesserung|besserung)|(?:der|die|das)(?:selbe| gleiche) (?:fehler|problem|bild|meldung|ergebnis)`,
    raw`nichts (?:\p{L}+ ){0,2}?(?:geändert|verändert|getan|gebracht|genützt)`,
    raw`siguen? igual|no (?:cambi[aóo]|ha cambiado)|(?:lo|el|la) mism[oa](?: (?:error|problema))?`,
    raw`pareil|(?:le|la) même (?:erreur|problème|chose)|rien (?:ne |n[’']a )?chang\p{L}+`,
    raw`continua igual|não mudou|nada mudou|(?:o mesmo|a mesma) (?:erro|problema|coisa)`,
    raw`(?:non è cambiato|non cambia) niente|(?:lo stesso|la stessa) (?:errore|problema|cosa)`,
    raw`ничего не изменилось|то же самое|та же (?:ошибка|проблема)`,
  ],
  dense: [
    '还是(?:一样|老样子|这样)|没有?(?:变化|改变|效果)|没变|没用|(?:同样|一样)的(?:问题|错误)',
    '変わ(?:ら|って(?:い)?)(?:ない|ません)|同じ(?:エラー|問題|結果|まま)',
    '똑같|그대로|변화가 없|변한 게 없',
  ],
};

/** That says it all where it is the whole message, or its first sentence. */
export const bareNo =
  /^\W*(?:same|no+|nope|nah|nein|nee|non|no|nothing|nichts|rien|nada|niente|нет|不行|没有|だめ)\s*(?:[.!…]|$)/iu;

/** A first sentence that says no more than that it does not work. */
export const bareNot =
  /^\W*(?:(?:no|nope|sorry|unfortunately|hm+)\W+)*(?:(?:it|this|that)(?:[’']?s| is| was)? )?(?:still )?(?:not|isn[’']?t|doesn[’']?t|did ?n[’']?t|did not|does not) (?:it|work(?:ing)?|fixed|fix(?: (?:it|the (?:issue|problem|bug)))?|solved|resolved|help|show(?:ing)?|right|there|visible)\s*(?:[.!,;…\n]|$)/iu;

/** Something is as it was: by these words alone it may be anything. */
export const lasting = {
  words: [
    raw`still|same|nope|(?<!\b(?:will|would|should|must|can|could|to|shall|may|be|are|is) (?:be )?)always|weiterhin|noch`,
    raw`siguen?|todavía|aún|toujours|ainda|ancora|(?:всё|все) (?:ещё|еще)|по-прежнему`,
  ],
  dense: ['还是|仍然?|依然|依旧', 'まだ', '아직|여전히'],
};

/** Something is not so, which may be anything else. */
export const negations = {
  words: [raw`${not}|nicht|kein(?:e|en)?|no (?:funciona|sirve)|ne|pas|não|non|не`],
  dense: ['没|不', 'ない|ません', '안 '],
};

/** Something is back as it was. */
export const returns = {
  words: [
    raw`again|once more|back (?:on|in|to|at)|wieder|erneut|otra vez|de nuevo|encore|de novo|di nuovo|опять|снова`,
  ],
  dense: ['又', 'また', '또'],
};

/** A message of no more than this asks for a repetition. */
export const bareAgain =
  /^\W*(?:(?:and|ok|please|now|then|hm+)\W+)*(?:again|once more|nochmal|noch einmal|wieder|encore|otra vez)(?:\W+(?:please|bitte))?\W*$/i;

/** Requests, and what the agent is quoted with: such words in them say nothing of the result. */
export const asides = {
  words: [
    raw`you (?:said|say|told|claim\w*|wrote)[^.,;!?\n]*?(?= but |[.,;!?\n])`,
    raw`(?<!\b(?:i|we|they|you) )(?:do not|don[’']?t) \w+|(?:still )?not (?:yet )?(?:finished|done|complete|ready)(?: yet)?`,
    raw`(?:do|make|apply|use|add|give|write|repeat|keep) (?:\w+ ){0,2}(?:the )?same`,
    raw`(?:run|try|do|make|put|go|check|test|start|open|read|look|show|send|build|commit|push|undo|play|explain|ask|bring|turn|set|change|roll) (?:\S+ ){0,4}?(?:again|once more|back)`,
    raw`(?:again|once more),? (?:please,? )?(?:for|with)|same (?:again )?(?:for|with|goes)`,
    raw`are you still|(?:i|we)(?: am| are|[’']?m|[’']?re)? still(?! (?:only|just|get|see|have|hear|fac|hav|receiv|stuck|notic|experienc)\w*)`,
    raw`mach \S+(?: \S+){0,3} (?:wieder|nochmal|noch einmal)|noch (?:einen?|ein|eins|zwei)|encore une?|otro más|ancora un[oa]?`,
  ],
  dense: [],
};

/** What an editor or a harness puts around a person's words, pictures, and files that are named for their content. */
export const surroundings = [
  raw`<([a-z]+[-_](?:reminders?|context|details|notes?|instructions|info|state|files?|selection))\b[^>]{0,400}>[^]*?</\1>`,
  raw`</?[a-z][\w-]*(?:\s[^<>\n]{0,400})?>`,
  raw`(?<![\w@])@[\w.~-]*[./][\w./~-]*|#(?:file|folder|selection|sym|codebase|changes)\b(?::\S+)?`,
  raw`\[(?:image|screenshot|file|attachment|pasted)[^\]\n]{0,80}\]`,
  raw`['"][^'"\n]{0,200}\.(?:png|jpe?g|gif|webp|mov|mp4)['"]|[^\s'"]{1,200}\.(?:png|jpe?g|gif|webp|mov|mp4)\b`,
];

const more =
  '(?:bigg|small|larg|dark|light|bright|wid|narrow|high|low|slow|fast|soft|strong|bold|thinn|thick|long|short|loud|quiet|warm|cool|round|tight|clos)er';

/** It is better, something else is wrong, or more or less of it is wished for. */
export const moves = {
  words: [
    raw`better|closer|nearly|almost|progress|partly|half ?way|getting there|(?:next|another|different|new|other) (?:\w+ )?(?:one|${thing})|one more thing|now,? but|any ?more|no longer|any longer`,
    raw`(?:works?|fixed|gone|solved|good|fine|right|perfect|there) now|now (?:\w+ )?(?:works|fixed|gone|fine)|(?:is|are) (?:now )?(?:gone|fixed|solved)`,
    raw`besser|beinahe|näher|ein anderer fehler|mejor|casi|mieux|presque|melhor|quase|meglio|quasi|лучше|почти`,
    raw`a (?:bit|little|touch|tad|shade|hair)|slightly|\w+ enough|too (?!long\b|often\b|late\b|much time\b)\w+|(?:some|much|even) (?:more|less)|half (?:of )?that|twice as`,
    raw`(?:some|many|a few|most)(?: are)?(?: left)?|(?<=make it |much |even )${more}|${more}(?=\s*(?:$|[.,!?]|please|again|but|and|still|now))`,
    raw`ein (?:bisschen|wenig)|etwas|zu \p{L}+|un poco|un peu|um pouco|un po|немного`,
  ],
  dense: ['好多了|好一点|差不多|一点|现在|ほぼ|良くなった|今度は|少し|이제|조금|거의'],
};

/** Said first in a sentence, it praises what was done, unless a "but" follows. */
export const praise =
  /(?:^|[.!?]\s+)(?:ok(?:ay)?|yes|yep|yeah|works|fine|right|better|fits|perfect|lovely|love it|spot on|excellent|gut|passt|ja|good(?! morning| day| evening)|great|nice|cool|super)\b(?![^.!?\n]*\bbut\b)/i;

/** A message that begins so makes a proposal. */
export const proposal =
  /^\s*(?:(?:please|ok|hm+|and|then)[, ]+)*(?:try|maybe|perhaps|what if|what about|how about|could (?:it|this)|have you tried|did you try|versuch|vielleicht)\b/i;

/** What comes after these is a place. */
export const placeWords =
  '(?:in|on|at|for|with|under|inside|auf|im|bei|beim|am|für|en|dans|sur|em)';

/** What a message may ask for, first in a clause. */
export const orders =
  'align|bring|center|centre|ensure|make sure|refer|consult|add|also|allow|apply|ask|build|call|change|check|clear|commit|compare|copy|create|delete|draw|drop|explain|format|give|hide|import|increase|inspect|insert|limit|list|load|log|look|measure|merge|mock|move|open|print|put|read|reduce|remove|rename|replace|rewrite|run|search|set|show|sort|start|store|swap|switch|test|trace|translate|try|turn|undo|update|use|wrap|write|füge|nimm|zeig|setz|ändere|prüfe|schreib|versuch|benutze|lösche';

/** No more than these agrees to what the agent proposes, or wants it to go on. */
export const agreement =
  /^\W*(?:(?:yes|yeah?|yep|ok(?:ay)?|sure|please|ja|gut|then|just|and|all|both|of|it|go|do|fix|apply|proceed|continue|ahead|on|that|this|them|now|mach|weiter|bitte|alles)\b\W*){1,6}$/i;

/** Words that are numbers. */
export const numberWords: ReadonlySet<string> = new Set(
  'once twice thrice two three four five six seven eight nine ten zwei drei vier fünf einmal zweimal dreimal'.split(
    ' ',
  ),
);

/** Words that say nothing of what a message is about: grammar, and what a person does to look. */
export const emptyWords: ReadonlySet<string> = new Set(
  [
    'add put make want need the and but for that this its are was were been being you your our them they his her from not yes now then nope also either very',
    'what why how when where which who will would can could should did does done doing have has had just only please look looks even see find found get got gets give says said say saying tell told telling think thought claim claimed mean meant',
    'really much all any some there here out off over about into again still same always changed change fix fixed fixes work works working problem issue cause back once more time times',
    'unfortunately sadly sorry thank thanks hey right wrong correct okay isn wasn hasn didn doesn don won nothing anything something thing things like with than too try tried',
    'reload reloaded restarted rebooted refresh refreshed installed deployed flashed waited tested checked updated cleared opened cache browser morning today yesterday minute minutes hour hours other step steps schritt',
    'der die das den dem des ein eine einen und oder aber nicht ist sind war ich wir sie mir mich dir bitte jetzt noch immer wieder hat haben mal doch auch schon nur wie was soll nichts kein nein sich steht leider geflasht neu gestartet geladen',
  ]
    .join(' ')
    .split(' '),
);
