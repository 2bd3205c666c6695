/** A small seeded generator: the same seed gives the same catalogue on every machine. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** An integer in [min, max]. */
  int(min: number, max: number): number;
  /** True with the given chance. */
  chance(probability: number): boolean;
  /** One of the items; throws RangeError when there is none. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items in random order (all of them when there are fewer). */
  sample<T>(items: readonly T[], count: number): T[];
}

/** 32-bit FNV-1a of a text, for seeds and stable choices. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** mulberry32: fast, good enough for goods on a shelf, never for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)];
    if (item === undefined) throw new RangeError('pick: expected a non-empty list');
    return item;
  };
  const sample = <T>(items: readonly T[], count: number): T[] => {
    const pool = [...items];
    const wanted = Math.min(count, pool.length);
    for (let i = 0; i < wanted; i += 1) {
      const j = i + Math.floor(next() * (pool.length - i));
      const a = pool[i] as T;
      pool[i] = pool[j] as T;
      pool[j] = a;
    }
    return pool.slice(0, wanted);
  };
  return { next, int, pick, sample, chance: (probability) => next() < probability };
}
