import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findLines, findOrder } from '../../orders/index.ts';
import { findAddresses } from '../buying-repo.ts';
import { boughtThing } from '../rules/bought-thing.ts';

export interface BuyingAddress {
  line_item_id: string;
  address: string;
}

/** Manual purchase URLs of an order's lines, where saved. Throws OrderDetailNotFound. */
export async function buyingAddresses(ex: Executor, workplaceId: string, orderId: string): Promise<BuyingAddress[]> {
  const order = await findOrder(ex, workplaceId, orderId);
  if (!order) throw notFound('OrderDetailNotFound');
  const lines = await findLines(ex, workplaceId, [orderId]);
  const known = await findAddresses(ex, workplaceId, order.store_id, lines.map(boughtThing));
  return lines.flatMap((line) => {
    const address = known.get(boughtThing(line));
    return address ? [{ line_item_id: line.line_id, address }] : [];
  });
}
