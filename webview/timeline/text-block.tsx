/** A named text of a call: cut to a sensible height until all of it is requested. It can be copied, and its paths opened. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { escapeControls } from '../../src/core/escape-controls.js';
import type { ShownText } from '../../src/protocol/view.js';
import type { Page } from '../page/page.js';
import { LinkButton } from '../ui/button.js';

/** Paths with a folder and an extension as tools print them, optionally with line and column. Not parts of web addresses. */
const pathPattern =
  /(?<![\w./:@-])(?:\.{0,2}\/)?(?:[\w@.+-]{1,80}\/){1,20}[\w@+-][\w@.+-]{0,80}\.[A-Za-z]\w{0,7}(?::(\d{1,6})(?::\d{1,6})?)?(?![\w/])/g;
const MAX_LINKS = 40;
/** Characters laid out until the whole text is requested. */
const PREVIEW_CHARACTERS = 12_000;
/** A text with more lines or characters than this is likely to be higher than the style sheet's limit. */
const HIGH_LINES = 12;
const HIGH_CHARACTERS = 900;
const COPIED_MS = 2000;

interface BlockProps {
  page: Page;
  name: string;
  copyText: string;
  shown: ShownText;
  /** Tells whether the whole text is needed: to be shown or to be copied. */
  needWhole: (needed: boolean) => void;
}

export function TextBlock({ page, name, copyText, shown, needWhole }: BlockProps) {
  const { texts } = page;
  const [isExpanded, setExpanded] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const isCopyDue = useRef(false);
  const pre = useRef<HTMLPreElement>(null);
  const isCut = shown.text.length < shown.kept - 1; // the host has more of the text than it sent
  const source = isExpanded ? shown.text : shown.text.slice(0, PREVIEW_CHARACTERS);
  const content = useMemo(() => {
    const text = escapeControls(source);
    return isDiff(text) ? toneLines(text) : linkPaths(text, page);
  }, [source, page]);
  const write = (): void => {
    void navigator.clipboard.writeText(escapeControls(shown.text)).then(
      () => {
        setCopied(true);
        setTimeout(() => {
          setCopied(false);
        }, COPIED_MS);
      },
      () => {},
    );
  };
  useEffect(() => {
    if (isCopyDue.current && !isCut) {
      isCopyDue.current = false;
      needWhole(isExpanded);
      write();
    }
  });
  /** Copies the whole text, even while only a part of it is shown. */
  const copyAll = (): void => {
    if (isCut) {
      isCopyDue.current = true;
      needWhole(true);
    } else {
      write();
    }
  };
  const toggle = (): void => {
    if (isExpanded && pre.current !== null) {
      pre.current.scrollTop = 0;
    }
    setExpanded(!isExpanded);
    needWhole(!isExpanded || isCopyDue.current);
  };
  const left = shown.length - source.length;
  const isHigh =
    isCut ||
    shown.text.length > HIGH_CHARACTERS ||
    shown.text.split('\n', HIGH_LINES + 1).length > HIGH_LINES;
  // redaction changes a text's length a little: only a real cut is reported
  const isLost = isCut || source.length < shown.text.length || left > source.length / 100 + 200;
  return (
    <div class="block">
      <div class="block-head">
        <span class="block-name">{name}</span>
        {shown.text !== '' && (
          <LinkButton text={isCopied ? texts.get('action.copied') : copyText} run={copyAll} />
        )}
      </div>
      <pre
        ref={pre}
        tabIndex={0}
        role="region"
        aria-label={name}
        dir="ltr"
        data-empty={source === '' ? '' : undefined}
        data-all={isExpanded ? '' : undefined}
      >
        {source === '' ? texts.get('label.noOutput') : content}
      </pre>
      {(isHigh || isLost) && (
        <p class="meta block-foot">
          <span>{isLost && texts.get('label.cut', { count: texts.number(left) })}</span>
          {isHigh && (
            <LinkButton
              text={texts.get(isExpanded ? 'action.showLess' : 'action.showAll')}
              run={toggle}
            />
          )}
        </p>
      )}
    </div>
  );
}

const diffMark = /^(?:@@(?: |$)|diff --git |\*\*\* (?:Begin Patch|Update File|Add File))/m;

function isDiff(text: string): boolean {
  return diffMark.test(text);
}

/** A text of which nothing can be opened. */
export function toneText(text: string): ComponentChildren {
  return isDiff(text) ? toneLines(text) : text;
}

/** Signs and colors tell what came and what went. */
function toneLines(text: string): ComponentChildren[] {
  return text.split('\n').map((line) => {
    const sign = /^(?:\+(?!\+\+ )|-(?!-- ))/.exec(line)?.[0] ?? (diffMark.test(line) ? '@' : '');
    return (
      <span class="diff-line" data-sign={sign}>
        {line}
      </span>
    );
  });
}

function linkPaths(text: string, page: Page): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const found of [...text.matchAll(pathPattern)].slice(0, MAX_LINKS)) {
    const [shown, line] = found;
    const path = line === undefined ? shown : shown.slice(0, shown.indexOf(':'));
    parts.push(
      text.slice(end, found.index),
      <button
        type="button"
        class="path"
        title={page.texts.get('action.openFile', { path })}
        onClick={() => {
          page.openFile({ path, changes: false }, line === undefined ? undefined : Number(line));
        }}
      >
        {shown}
      </button>,
    );
    end = found.index + shown.length;
  }
  return [...parts, text.slice(end)];
}
