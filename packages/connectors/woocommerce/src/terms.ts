import { z } from 'zod';
import type { WooClient } from './client.ts';
import { toRefusal } from './failures.ts';
import { isFailed, rawBatch, rawTerm } from './raw.ts';

const answer = rawBatch(rawTerm);

/**
 * The numbers of tags or categories by name; those that are missing are made. One call for a hundred names: the shop
 * answers "exists" with the number for those it has.
 */
export async function termIds(
  client: WooClient,
  kind: 'tags' | 'categories',
  names: readonly string[],
): Promise<number[]> {
  const wanted = [...new Set(names.map((name) => name.trim()).filter(Boolean))];
  const ids: number[] = [];
  for (let start = 0; start < wanted.length; start += 100) {
    const create = wanted.slice(start, start + 100).map((name) => ({ name }));
    const done = await client.send('POST', { path: `products/${kind}/batch`, shape: answer, body: { create } });
    for (const item of done.create) {
      if (!isFailed(item)) {
        ids.push(z.object({ id: z.number() }).parse(item).id);
        continue;
      }
      const known = item.error.data?.resource_id;
      if (item.error.code !== 'term_exists' || known === undefined) throw toRefusal(item.error);
      ids.push(known);
    }
  }
  return ids;
}
