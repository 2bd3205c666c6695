import { type ChannelConnector, ConnectorError } from '@quayside/connector-kit';
import { z } from 'zod';
import { createClient } from './client.ts';
import { isFailed, rawBatch } from './raw.ts';
import { BATCH } from './variations.ts';

const answer = rawBatch(z.object({ id: z.number() }));

/**
 * Writes quantities, a hundred in a call: variations through their product, simple products together. Writing the same
 * number again changes nothing. Items that the shop does not have are named by their references in `lines`.
 */
export const setStock: ChannelConnector['setStock'] = async (ctx, items) => {
  const client = createClient(ctx);
  const groups = new Map<string, typeof items>();
  for (const item of items) {
    const simple = item.externalVariantId === item.externalProductId;
    const path = simple ? 'products/batch' : `products/${item.externalProductId}/variations/batch`;
    groups.set(path, [...(groups.get(path) ?? []), item]);
  }
  const missing: string[] = [];
  for (const [path, group] of groups) {
    for (let start = 0; start < group.length; start += BATCH) {
      const part = group.slice(start, start + BATCH);
      const update = part.map((item) => ({
        id: Number(item.externalVariantId),
        manage_stock: true,
        stock_quantity: item.quantity,
      }));
      const done = await client.send('POST', { path, shape: answer, body: { update } });
      done.update.forEach((result, index) => {
        const ref = part[index]?.ref;
        if (isFailed(result) && ref !== undefined) missing.push(ref);
      });
    }
  }
  if (missing.length > 0)
    throw new ConnectorError('not-found', `${missing.length} products are not in the shop any more`, {
      lines: missing,
    });
};
