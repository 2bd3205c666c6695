import { notFound, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findLines, lockOrder } from '../../orders/index.ts';
import { forgetAddress, saveAddress } from '../buying-repo.ts';
import { type BuyingAddress, buyingAddresses } from '../queries/buying-addresses.ts';
import { boughtThing } from '../rules/bought-thing.ts';

/**
 * Saves where an order's lines are bought manually, for the store's next order with the same items; null removes it.
 * All or nothing; throws OrderDetailNotFound, LINE_NOT_FOUND.
 */
export async function saveBuyingAddresses(
  deps: Pick<Deps, 'db'>,
  { scope, workplaceId }: Pick<Who, 'scope' | 'workplaceId'>,
  orderId: string,
  items: readonly { line_item_id: string; address: string | null }[],
): Promise<BuyingAddress[]> {
  return deps.db.tenant(scope, async (tx) => {
    // Locked, so that its store is not transferred to another workspace meanwhile.
    const order = await lockOrder(tx, workplaceId, orderId);
    if (!order) throw notFound('OrderDetailNotFound');
    const lines = new Map((await findLines(tx, workplaceId, [orderId])).map((line) => [line.line_id, line]));
    for (const [at, { line_item_id: id, address }] of items.entries()) {
      const line = lines.get(id);
      if (!line) throw notFoundField(`items.${at}.line_item_id`, 'LINE_NOT_FOUND');
      const thing = boughtThing(line);
      if (address === null) await forgetAddress(tx, workplaceId, order.store_id, thing);
      else await saveAddress(tx, workplaceId, order.store_id, { thing, title: line.title, address });
    }
    return buyingAddresses(tx, workplaceId, orderId);
  });
}
