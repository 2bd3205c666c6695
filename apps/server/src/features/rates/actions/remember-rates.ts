import { rateFromNumber, shortRate } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { readPublished, removeTyped, saveTyped } from '../rate-repo.ts';
import { findPublished } from '../rules/find-rate.ts';

interface UsedRate {
  from: string;
  to: string;
  rate: number;
}

/**
 * Saves rates that somebody used where they differ from those published for `today`, so that they are suggested the next time; using the
 * published one forgets the rate that was typed before.
 */
export async function rememberRates(
  tx: Executor,
  workplaceId: string,
  used: readonly UsedRate[],
  today: string,
): Promise<void> {
  const pairs = new Map(used.map((one) => [`${one.from} ${one.to}`, one]));
  if (pairs.size === 0) return;
  const published = await readPublished(tx, [...new Set(used.flatMap(({ from, to }) => [from, to]))], [today]);
  for (const { from, to, rate } of pairs.values()) {
    const known = findPublished({ from, to, day: today }, published);
    if (known && shortRate(known.rate) === shortRate(rate)) await removeTyped(tx, workplaceId, { from, to });
    else await saveTyped(tx, workplaceId, { from, to }, rateFromNumber(rate));
  }
}
