import { createHash } from 'node:crypto';

export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** From `least` to below `most`. */
  between(least: number, most: number): number;
  pick<T>(all: readonly T[]): T;
  uuid(): string;
}

/** The same numbers for the same seed. */
export function randomOf(seed: string): Random {
  let n = 0;
  const bytes = (): Buffer => {
    n += 1;
    return createHash('sha256').update(`${seed} ${n}`).digest();
  };
  const next = () => bytes().readUInt32BE(0) / 2 ** 32;
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (all) => all[Math.floor(next() * all.length)] as (typeof all)[number],
    // UUID version 8: made by us.
    uuid() {
      const hex = bytes().toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
  };
}
