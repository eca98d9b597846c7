/** The skeleton of the page: its script builds everything else. Pure, so that the page's tests serve the same text. */

export interface PageHtmlOptions {
  /** Random, and new for every load. */
  nonce: string;
  /** `webview.cspSource`. */
  cspSource: string;
  scriptUri: string;
  /** Scripts that the first one imports statically, to be preloaded with it. */
  preloadUris: readonly string[];
  styleUri: string;
  /** A BCP 47 tag such as `en` or `pt-br`. */
  locale: string;
  title: string;
}

/** An empty style element, which the toolkit uses to detect `:focus-visible`. The only inline style allowed. */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** Scripts by nonce, which a module passes on to its imports; styles, images and fonts only from our folder; nothing inline. */
function contentSecurityPolicy(nonce: string, cspSource: string): string {
  return [
    "default-src 'none'",
    `style-src ${cspSource} ${EMPTY_STYLE}`,
    `script-src 'nonce-${nonce}'`,
    `img-src ${cspSource}`,
    `font-src ${cspSource}`,
  ].join('; ');
}

export function pageHtml({
  nonce,
  cspSource,
  scriptUri,
  preloadUris,
  styleUri,
  locale,
  title,
}: PageHtmlOptions): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(contentSecurityPolicy(nonce, cspSource))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${preloadUris.map((uri) => `<link rel="modulepreload" nonce="${escapeHtml(nonce)}" href="${escapeHtml(uri)}">\n`).join('')}<link rel="stylesheet" href="${escapeHtml(styleUri)}">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main id="page" aria-label="${escapeHtml(title)}"></main>
<script type="module" nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
