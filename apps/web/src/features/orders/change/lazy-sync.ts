import { loadTexts } from '../../../i18n/index.ts';
import { loadChunk } from '../../../lib/lazy-chunk.ts';

/** Reads an order's supplier orders at their suppliers and says how it went. Code and texts load with the first use. */
export async function syncOrder(order: { id: string; name: string }): Promise<void> {
  const [part] = await Promise.all([
    loadChunk(() => import('./sync-supplier-orders.ts')),
    loadTexts(['orderDecisions']),
  ]);
  return part.syncSupplierOrders(order);
}
