import type { StockLevels, StockMove } from '@quayside/connector-kit';

export interface StockCase {
  /** What we wrote last, wherever that was; null: nothing. */
  sent: number | null;
  /** What the store should have. */
  wanted: number;
  /** Null: not kept there; absent: not read. */
  levels: StockLevels;
  /** Where stock of ours may be, the oldest first. */
  sources: readonly string[];
  /** Where it goes. */
  target: string;
}

export interface StockOutcome {
  /** Former locations first, so that a store never shows both. */
  moves: Omit<StockMove, 'externalInventoryItemId'>[];
  /** A former location has more than we wrote there: the rest is the merchant's and stays. */
  kept: boolean;
}

/**
 * Takes what we wrote at former locations away from there, and writes it at the chosen one. At most what we wrote is taken
 * from each. What was sold since then isn't restocked.
 */
export function planMove({ sent, wanted, levels, sources, target }: StockCase): StockOutcome {
  const moves: StockOutcome['moves'] = [];
  const written = Math.max(0, sent ?? 0);
  let found = 0;
  let kept = false;
  /** What the chosen location has beyond ours, where it is one of those that we wrote at. */
  let theirs = 0;
  let isStocked = false;
  for (const locationId of sources) {
    const level = levels.get(locationId) ?? null;
    if (level === null) continue;
    isStocked = true;
    // A push in between may have written it at a second location too, so that each may have all of it.
    const ours = Math.max(0, Math.min(level, written));
    found += ours;
    if (locationId === target) theirs = Math.max(0, level - ours);
    else {
      if (ours > 0) moves.push({ locationId, from: level, to: level - ours });
      if (level > ours && sent !== null) kept = true;
    }
  }
  const from = levels.get(target) ?? null;
  // A push may have written it there in the meantime, so that what is there counts as unsold.
  const elsewhere = sources.includes(target) ? 0 : Math.max(0, from ?? 0);
  const sold = isStocked ? Math.max(0, written - found - elsewhere) : 0;
  const to = Math.max(0, wanted - sold) + theirs;
  if (from !== to) moves.push({ locationId: target, from, to });
  return { moves, kept };
}

/**
 * Whether a write whose answer was lost took effect. All of its levels were written or none, and sales since then move them a
 * little: what the store has now is nearer to the one or to the other.
 */
export function wasWritten(moves: readonly { from: number | null; to: number; now: number | null }[]): boolean {
  const distance = (at: (move: (typeof moves)[number]) => number) =>
    moves.reduce((sum, move) => sum + Math.abs((move.now ?? 0) - at(move)), 0);
  return distance((move) => move.to) < distance((move) => move.from ?? 0);
}
