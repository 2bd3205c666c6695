import type { Collection } from '@quayside/contracts';
import { getCollection } from './collections.ts';

/** The texts that each collection has, by their keys in the catalogue. */
export const BULLETS = ['1', '2', '3', '4', '5'] as const;
export type Bullet = (typeof BULLETS)[number];

export interface ChosenBullets {
  /** When they were chosen, in milliseconds. */
  at: number;
  bullets: Bullet[];
}

/** What a browser keeps of it: two or three for each collection that was seen. */
export type SavedBullets = Partial<Record<Collection, ChosenBullets>>;

const KEPT_MS = 24 * 60 * 60_000;
const LEAST = 2;
const MOST = 3;

const bulletOf = (text: unknown): Bullet | undefined => BULLETS.find((bullet) => bullet === text);

/** What stands in the browser's storage; whatever was not written by us counts as nothing. */
export function readBullets(stored: string | null): SavedBullets {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([slug, kept]: [string, Partial<ChosenBullets> | null]) => {
        const bullets = Array.isArray(kept?.bullets) ? kept.bullets.flatMap((one) => bulletOf(one) ?? []) : [];
        const isWhole = bullets.length >= LEAST && bullets.length <= MOST && new Set(bullets).size === bullets.length;
        return getCollection(slug) && isWhole && typeof kept?.at === 'number' ? [[slug, { at: kept.at, bullets }]] : [];
      }),
    );
  } catch {
    return {};
  }
}

/**
 * Two or three of a collection's bullets: those that were chosen within the last 24 hours, else others by chance, in the order
 * of the catalogue. Source: rule B078.
 *
 * @param now milliseconds, by the clock that `stored` was written by.
 * @param random 0 to below 1, as Math.random.
 */
export function getBullets(now: number, stored: ChosenBullets | undefined, random: () => number): ChosenBullets {
  if (stored && stored.at <= now && now - stored.at < KEPT_MS) return stored;
  const count = LEAST + Math.floor(random() * (MOST - LEAST + 1));
  const left: Bullet[] = [...BULLETS];
  const bullets = Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
  return { at: now, bullets: bullets.sort() };
}
