/** Makes a recording anonymous: paths, ids and times of the machine are replaced. */

export interface Places {
  project: string;
  home: string;
  profile: string;
}

/** The time at which a neutral recording begins: 15 January 2026, 10:00 UTC. */
const BEGINS = Date.UTC(2026, 0, 15, 10);
const SESSION = /"session":"([0-9a-f]{8}-[0-9a-f-]{27})/g;

/** Event log in, event log out: the same events at the same intervals. */
export function neutral(text: string, { project, home, profile }: Places): string {
  let plain = text
    .replaceAll(project, '/home/dev/parser')
    .replaceAll(profile, '/home/dev')
    .replaceAll(home, '/home/dev');
  const sessions = new Set([...plain.matchAll(SESSION)].flatMap(([, id]) => id ?? []));
  [...sessions].forEach((id, i) => {
    plain = plain.replaceAll(id, `00000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`);
  });
  const first = Number(/"at":(\d{13})/.exec(plain)?.[1] ?? BEGINS);
  return plain.replace(
    /"(at|time)":(\d{13})\b/g,
    (_, key: string, at: string) => `"${key}":${Number(at) - first + BEGINS}`,
  );
}
