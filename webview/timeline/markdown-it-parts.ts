/**
 * Stands in for packages that the Markdown parser imports (esbuild.js): `entities` and `uc.micro`, as the browser knows names and kinds of
 * characters without tables of 80 KB, and `linkify-it`, as addresses stay text.
 */
export default Object;

export const P = /\p{P}/u;
export const S = /\p{S}/u;

/** @param entity such as `&auml;` */
export function decodeHTML(entity: string): string {
  // the parser drops white space at a body's start
  const { body } = new DOMParser().parseFromString(`.${entity}`, 'text/html');
  return body.textContent.slice(1);
}

/** The same, unless only a part of it is a name: `&notit;`. */
export function decodeHTMLStrict(entity: string): string {
  const decoded = decodeHTML(entity);
  return decoded.length > 1 && decoded.endsWith(';') ? entity : decoded;
}
