/** As much of the parser's types as is used. */
declare module 'markdown-it' {
  export interface Token {
    type: string;
    tag: string;
    nesting: -1 | 0 | 1;
    content: string;
    children: Token[] | null;
    /** A paragraph in a list without empty lines. */
    hidden: boolean;
    attrGet(name: string): string | null;
  }
  export default class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean });
    parse(source: string, env: object): Token[];
  }
}
