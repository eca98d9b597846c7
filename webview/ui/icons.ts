/** Our own line icons on a 16 × 16 grid, built as elements: no icon font, no markup. */

export const iconPaths = {
  pulse: 'M1.5 8.5h2.6l1.7-4.6 3 8.6 1.9-5.3.8 1.3h3',
  circle: 'M8 2.7a5.3 5.3 0 1 0 0 10.6A5.3 5.3 0 0 0 8 2.7z',
  dot: 'M8 5.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
  person: 'M8 2.5a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM3 13.6c.2-2.5 2.2-4 5-4s4.8 1.5 5 4',
  hourglass:
    'M4 2.5h8M4 13.5h8M5 2.5c0 3 3 3.5 3 5.5s-3 2.5-3 5.5M11 2.5c0 3-3 3.5-3 5.5s3 2.5 3 5.5',
  eye: 'M1.5 8c1.5-2.7 3.8-4.1 6.5-4.1s5 1.4 6.5 4.1c-1.5 2.7-3.8 4.1-6.5 4.1S3 10.7 1.5 8zM8 6.1a1.9 1.9 0 1 0 0 3.8 1.9 1.9 0 0 0 0-3.8z',
  warning: 'M8 2.3 14.3 13.5H1.7zM8 6.3v3.6M8 11.3v.9',
  bell: 'M4 11.3V7a4 4 0 0 1 8 0v4.3M2.5 11.3h11M6.6 13.6h2.8',
  words: 'M2.5 3h11v7.6H7.6L4.7 13.3v-2.7H2.5zM5 5.7h6M5 8h4',
  alert: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 5v4M8 10.6v.9',
  stop: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM6 6h4v4H6z',
  moon: 'M13 9.6A5.5 5.5 0 0 1 6.4 3 5.6 5.6 0 1 0 13 9.6z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  unplugged:
    'M6.3 4.5 8.6 2.2a3.6 3.6 0 0 1 5.1 5.1l-2.3 2.3M9.7 11.5l-2.3 2.3a3.6 3.6 0 0 1-5.1-5.1l2.3-2.3M2.5 2.5l11 11',
  recording: 'M2 3.5h12v9H2zM6.7 6v4l3.3-2z',
  check: 'm3 8.7 3.3 3.3L13 4.7',
  cross: 'm4 4 8 8M12 4l-8 8',
  denied: 'M8 2.7a5.3 5.3 0 1 0 0 10.6A5.3 5.3 0 0 0 8 2.7zM4.3 4.3l7.4 7.4',
  question: 'M5.6 6.1a2.4 2.4 0 1 1 3.7 2c-.9.6-1.3 1-1.3 1.9M8 11.7v.9',
  running: 'M8 2.7a5.3 5.3 0 1 1-5.3 5.3',
  chevron: 'm6 3.5 4.5 4.5L6 12.5',
  ellipsis: 'M3.5 7.7v.6M8 7.7v.6M12.5 7.7v.6',
  prompt: 'M2.5 3h11v7.6H7.6L4.7 13.3v-2.7H2.5z',
  message: 'M3 4.5h10M3 8h10M3 11.5h6',
  branch:
    'M5 2.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM5 10.7a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM11 4.2a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM5 5.3v5.4M11 6.8c0 2-3.5 1.9-5.6 3.9',
  bulb: 'M5.8 10.5C4.5 9.7 3.7 8.4 3.7 6.8a4.3 4.3 0 0 1 8.6 0c0 1.6-.8 2.9-2.1 3.7v1.3H5.8zM6.5 13.7h3',
  arrow: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM10.1 10.1l3.4 3.4',
  edit: 'M3 13l.7-2.9 7-7a1.5 1.5 0 0 1 2.2 2.2l-7 7z',
  terminal: 'm3 4.5 3.5 3.5L3 11.5M8 12h5',
  again: 'M13 6.4A5.3 5.3 0 1 0 13.3 8.6M13.3 3.2v3.3H10',
  numbers: 'M2.8 6.6c1.6-1.7 3.3-1.7 5 0s3.5 1.7 5.2 0M2.8 10.4c1.6-1.7 3.3-1.7 5 0s3.5 1.7 5.2 0',
  copy: 'M5.5 5.5h7v8h-7zM10 5.5v-3H3.5v8h2',
  diff: 'M8 2.5v7M4.5 6h7M4.5 13h7',
  minus: 'M4 8h8',
  tasks: 'm2 4.4 1.3 1.3 2.2-2.6M2 10.9l1.3 1.3 2.2-2.6M8 4.6h6M8 11.1h6',
  mark: 'M13.2 6.2A5.6 5.6 0 1 0 13.6 8.6M13.6 3v3.4h-3.4M4.7 8.6h1.5l1.2-2.7 1.7 4.7 1-2h1.2',
} as const;
export type IconName = keyof typeof iconPaths;

const SVG = 'http://www.w3.org/2000/svg';

/** Decoration only, hidden from screen readers: the text next to it says the same. */
export class Icon {
  readonly element = document.createElementNS(SVG, 'svg');
  private readonly path = document.createElementNS(SVG, 'path');
  private name: IconName | undefined;

  constructor(name: IconName, className = '') {
    this.element.setAttribute('viewBox', '0 0 16 16');
    this.element.setAttribute('aria-hidden', 'true');
    this.element.setAttribute('class', `icon ${className}`.trimEnd());
    this.element.append(this.path);
    this.set(name);
  }

  set(name: IconName): void {
    if (this.name === name) {
      return;
    }
    this.name = name;
    this.path.setAttribute('d', iconPaths[name]);
    this.element.setAttribute('data-icon', name);
  }
}
