/** A line icon. Decoration only, hidden from screen readers: the text next to it says the same. */
import { iconPaths, type IconName } from './icons.js';

export function Icon({ name, class: className = '' }: { name: IconName; class?: string }) {
  return (
    <svg
      class={`icon ${className}`.trimEnd()}
      viewBox="0 0 16 16"
      aria-hidden="true"
      data-icon={name}
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
