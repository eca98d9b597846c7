export function shownText(path: string): { selector: string; message: string }[];
