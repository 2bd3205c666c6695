import type { Executor } from '../../../db/index.ts';
import { findDeliveryDays } from '../page-repo.ts';
import { estimateDelivery, getDeliveryDays } from '../rules/estimate.ts';
import type { ShipmentRow } from '../tables.ts';

type Parcel = Pick<ShipmentRow, 'source' | 'state' | 'shipped_at' | 'destination' | 'shipping_method'>;

/**
 * When a parcel probably arrives, by the workplace's own deliveries of its supplier to its country: with its shipping
 * method if there are enough, else with any. null: delivered, or too few to tell.
 */
export async function deliveryEstimate(
  ex: Executor,
  workplaceId: string,
  { source, state, shipped_at, destination, shipping_method }: Parcel,
  now: number,
): Promise<{ from: string; to: string } | null> {
  if (state === 'delivered' || !source || !destination) return null;
  const way = { source, country: destination };
  const byMethod = shipping_method
    ? getDeliveryDays(await findDeliveryDays(ex, workplaceId, { ...way, method: shipping_method }))
    : undefined;
  const days = byMethod ?? getDeliveryDays(await findDeliveryDays(ex, workplaceId, way));
  return estimateDelivery(shipped_at, days, now) ?? null;
}
