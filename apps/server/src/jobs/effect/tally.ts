import type { Db } from '../../db/index.ts';

/** Attempt counts of this process since it started, by effect and outcome. */
export interface Tally {
  add(effect: string, outcome: string): void;
  counts(): { effect: string; outcome: string; times: number }[];
}

function createTally(): Tally {
  const times = new Map<string, Map<string, number>>();
  return {
    add(effect, outcome) {
      const ofEffect = times.get(effect) ?? new Map<string, number>();
      times.set(effect, ofEffect.set(outcome, (ofEffect.get(outcome) ?? 0) + 1));
    },
    counts: () =>
      [...times].flatMap(([effect, ends]) => [...ends].map(([outcome, n]) => ({ effect, outcome, times: n }))),
  };
}

const tallies = new WeakMap<Db, Tally>();

/** The tally shared by everything that uses one database. */
export function createWorkTally(db: Db): Tally {
  const tally = tallies.get(db) ?? createTally();
  tallies.set(db, tally);
  return tally;
}
