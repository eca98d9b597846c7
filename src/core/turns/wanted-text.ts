/** Whether a person asks for something written, so that notes are the work itself. */

const LONGEST_PROMPT = 8000;
/** What is written for people, in English and German. */
const written =
  /\b(?:docs?|document\w*|readme|changelog|release notes?|runbooks?|notes?|summar\w+|reports?|plan(?:s|ning)?|specs?|specification\w*|proposal|rfc|adr|wiki|articles?|blog|posts?|chapters?|translat\w+|markdown|write[- ]?up|guides?|tutorials?|manual|handbook|letters?|essays?|story|stories|texts?|paper|checklists?|memory bank|faq|glossary|dokument\w*|handbuch|anleitung\w*|notiz\w*|zusammenfass\w*|berichte?|plane?|konzept\w*|übersetz\w*|artikel|kapitel|brief|protokoll)\b|\.(?:mdx?|txt|rst|adoc|org)\b/i;

export function wantsText(prompt: string): boolean {
  return written.test(prompt.slice(0, LONGEST_PROMPT));
}
