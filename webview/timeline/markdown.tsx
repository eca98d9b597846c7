/** A message of an agent, drawn as the Markdown that it is: elements and text only. HTML and addresses stay text, pictures are their words. */
import type { ComponentChildren } from 'preact';
import { h } from 'preact';
import MarkdownIt, { type Token } from 'markdown-it';

const parser = new MarkdownIt({ html: false, linkify: false });

/** Elements that are drawn as they are; of any other, only what it holds. */
const plainTags = new Set('p ul li strong em s blockquote table thead tbody tr th td'.split(' '));

interface OpenElement {
  token: Token | undefined;
  children: ComponentChildren[];
}

export function Markdown({ text }: { text: string }) {
  return (
    <div class="text markdown" tabIndex={0}>
      {drawTokens(parser.parse(text, {}))}
    </div>
  );
}

function drawTokens(tokens: readonly Token[]): ComponentChildren[] {
  const all: OpenElement = { token: undefined, children: [] };
  const open = [all];
  for (const token of tokens) {
    if (token.nesting === 1) {
      open.push({ token, children: [] });
      continue;
    }
    const drawn = token.nesting === 0 ? drawLeaf(token) : drawElement(open.pop() ?? all);
    (open.at(-1) ?? all).children.push(drawn);
  }
  return all.children;
}

function drawElement({ token, children }: OpenElement): ComponentChildren {
  const { tag = '' } = token ?? {};
  if (/^h\d$/.test(tag)) {
    return <p class="markdown-heading">{children}</p>;
  }
  if (tag === 'ol') {
    return <ol start={Number(token?.attrGet('start') ?? 1)}>{children}</ol>;
  }
  if (tag === 'a') {
    const address = token?.attrGet('href') ?? '';
    const isWhole = children.length === 1 && children[0] === address;
    return (
      <span title={address}>
        {children}
        {!isWhole && <span class="meta">{` (${address})`}</span>}
      </span>
    );
  }
  return plainTags.has(tag) && token?.hidden !== true ? h(tag, {}, children) : children;
}

function drawLeaf({ type, content, children }: Token): ComponentChildren {
  switch (type) {
    case 'inline':
      return drawTokens(children ?? []);
    case 'code_inline':
      return <code>{content}</code>;
    case 'fence':
    case 'code_block':
      return <pre tabIndex={0}>{content.replace(/\n$/, '')}</pre>;
    case 'softbreak':
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    default:
      return content;
  }
}
