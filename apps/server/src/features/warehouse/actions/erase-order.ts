import type { Db } from '../../../db/index.ts';
import type { Installation } from '../installation-repo.ts';
import { eraseShopper, lockByReference } from '../order-repo.ts';
import { getErasure } from '../rules/erasure.ts';
import { cancelHeld } from './cancel-order.ts';

/**
 * Erases the shopper's personal data of one order; sums, goods and states stay. An unpaid order is cancelled, because it could
 * never be sent. Returns false for an order that is still to be packed or sent: it is left alone. `isForced`: the time is over,
 * so what can be cancelled is, and the rest is erased as it is. Unknown and erased orders count as done.
 */
export const eraseOrder = (
  db: Db,
  customer: Installation,
  { reference, isForced }: { reference: string; isForced: boolean },
): Promise<boolean> =>
  db.global(async (tx) => {
    const order = await lockByReference(tx, customer.installation_id, reference);
    if (!order || order.erased_at) return true;
    const what = getErasure(order.state, isForced);
    if (what === 'wait') return false;
    if (what === 'cancel') await cancelHeld(tx, order, "The customer's personal data was erased.");
    const { countryCode } = order.address;
    await eraseShopper(tx, order.order_id, countryCode ? { countryCode } : {});
    return true;
  });
