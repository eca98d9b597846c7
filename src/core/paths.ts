/** Names and equality of paths, as texts: nothing here looks at a disk. */

const [SLASH, COLON, BACKSLASH, HOME] = [47, 58, 92, 126];

function isSeparator(unit: number): boolean {
  return unit === SLASH || unit === BACKSLASH;
}

/** The last segment of a path of any platform, whether a separator ends it or not. */
export function baseName(path: string): string {
  let end = path.length;
  while (end > 0 && isSeparator(path.charCodeAt(end - 1))) {
    end -= 1;
  }
  let start = end;
  while (start > 0 && !isSeparator(path.charCodeAt(start - 1))) {
    start -= 1;
  }
  return start === 0 && end === path.length ? path : path.slice(start, end);
}

/**
 * The form in which two paths are compared: equal keys, same file. Separators are `/`, none at the end, and segments `.` are
 * gone. Windows and macOS ignore letter case: their file systems do so unless someone formats them otherwise, and agents and editors
 * write the same path, above all its drive, in either case.
 * @param platform as Node names it
 */
export function pathKey(path: string, platform: string): string {
  const key = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  const bare = mayBeLonger.test(key)
    ? key.replace(/\/\.(?=\/|$)/g, '').replace(/(?<!\/)\/+$/, '')
    : key;
  return platform === 'win32' || platform === 'darwin' ? bare.normalize('NFC').toLowerCase() : bare;
}

const mayBeLonger = /\/\.|\/$/;

export function samePath(one: string, other: string, platform: string): boolean {
  return one === other || pathKey(one, platform) === pathKey(other, platform);
}

/** Whether a folder is, or holds, a path. Both are keys. */
export function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

const windowsPath = /^(?:[A-Za-z]:|\\\\)/;

/**
 * The key of a path in a recording, which does not say the platform: a drive letter or `\\server` makes it a Windows path. Any other
 * path is compared by letter case; backslashes separate there, too, since a relative path may be a Windows one.
 */
export function recordedPathKey(path: string): string {
  return windowsPath.test(path)
    ? pathKey(path, 'win32')
    : pathKey(path.includes('\\') ? path.replaceAll('\\', '/') : path, 'posix');
}

/** Whether one of two recorded folders is, or holds, the other. */
export function areNested(one: string, other: string): boolean {
  const [key, otherKey] = [recordedPathKey(one), recordedPathKey(other)];
  return contains(key, otherKey) || contains(otherKey, key);
}

/** The path from the root, where `folder`, from which it is relative, is known. */
export function wholePath(path: string, folder: string): string {
  const first = path.charCodeAt(0);
  if (
    first === SLASH ||
    first === HOME ||
    first === BACKSLASH ||
    folder === '' ||
    path.charCodeAt(1) === COLON
  ) {
    return path;
  }
  return folder.endsWith('/') ? folder + path : `${folder}/${path}`;
}
