import type { Collection } from '@quayside/contracts';
import { useEffect, useState } from 'react';
import { type Bullet, getBullets, readBullets } from './bullets.ts';

const STORAGE_NAME = 'quayside.collection-bullets';

const stored = () => {
  try {
    return readBullets(localStorage.getItem(STORAGE_NAME));
  } catch {
    return {};
  }
};

/** Keeps what was chosen beside what other collections have. */
function keep(slug: Collection, chosen: ReturnType<typeof getBullets>): void {
  const kept = stored();
  if (kept[slug]?.at === chosen.at) return;
  try {
    localStorage.setItem(STORAGE_NAME, JSON.stringify({ ...kept, [slug]: chosen }));
  } catch {
    // A browser that keeps nothing shows others with the next reload.
  }
}

/** The bullets of a collection, the same for a day in this browser. */
export function useBullets(slug: Collection): Bullet[] {
  const [chosen] = useState(() => getBullets(Date.now(), stored()[slug], Math.random));
  useEffect(() => keep(slug, chosen), [slug, chosen]);
  return chosen.bullets;
}
