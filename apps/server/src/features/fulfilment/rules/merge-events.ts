interface Scan {
  at: string;
  state: string;
  description: string;
}

const MINUTE = 60_000;
/** Two sources round the time of one scan. */
const ROUNDED_MS = 10 * MINUTE;
/** Farthest apart that two local times of one moment are. */
const ZONES_MS = 26 * 60 * MINUTE;
/** Time zones differ by multiples of this. */
const ZONE_STEP_MS = 15 * MINUTE;

const words = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Time between two reports of one scan; undefined: two different scans. */
function distance(a: Scan, b: Scan): number | undefined {
  const apart = Math.abs(Date.parse(a.at) - Date.parse(b.at));
  if (a.state === b.state && apart <= ROUNDED_MS) return apart;
  const isShifted = apart <= ZONES_MS && apart % ZONE_STEP_MS === 0;
  return isShifted && words(a.description) !== '' && words(a.description) === words(b.description) ? apart : undefined;
}

/**
 * Events without those that other sources reported before: the same state at about the same time, or the same words
 * with the time of another zone. Each known event stands for one event at most, the closest.
 */
export function withoutDuplicates<E extends Scan>(events: readonly E[], known: readonly Scan[]): E[] {
  if (known.length === 0) return [...events];
  const pairs = events
    .flatMap((event, at) => known.map((one, of) => ({ at, of, apart: distance(event, one) })))
    .filter((pair): pair is { at: number; of: number; apart: number } => pair.apart !== undefined)
    .sort((a, b) => a.apart - b.apart || a.at - b.at);
  const doubled = new Set<number>();
  const used = new Set<number>();
  for (const { at, of } of pairs) {
    if (doubled.has(at) || used.has(of)) continue;
    doubled.add(at);
    used.add(of);
  }
  return events.filter((_, at) => !doubled.has(at));
}
