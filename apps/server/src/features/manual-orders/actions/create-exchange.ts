import { AppError, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { lockStoreAlone, storeMovingError } from '../../connections/index.ts';
import { effectiveAddress, nameOf, type OrderRow, refuseIncomplete, type VariantMatch } from '../../orders/index.ts';
import type { ManualOrderPorts } from '../ports.ts';
import { type DraftLine, totalsOf } from '../rules/draft.ts';
import { freeNumber } from './create-order.ts';
import { writeOrder } from './write-order.ts';

export interface ExchangeLine extends Omit<DraftLine, 'unitPrice'> {
  /** Where it is bought; undefined: found by SKU among the store's listings. */
  match: VariantMatch | undefined;
}

/**
 * Creates the order that replaces returned items of another one: a paid manual order with a price of zero, to the same
 * address and in the same language. Locks the store, so the caller locks no order before. Throws with the field for an incomplete address.
 */
export async function createExchange(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  ports: Pick<ManualOrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  order: OrderRow,
  { lines, note, actor }: { lines: readonly ExchangeLine[]; note: string; actor: string },
): Promise<{ order_id: string; name: string }> {
  const { workplaceId } = scope;
  const store = await lockStoreAlone(tx, workplaceId, order.store_id);
  if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
  if (store.moving === 'carrying') throw storeMovingError(store.platform_domain);
  const email = order.customer_email;
  const address = { ...effectiveAddress(order.address, order.address_edit), ...(email ? { email } : {}) };
  refuseIncomplete(address);
  const number = await freeNumber(tx, workplaceId, order.store_id, 'E');
  const draft = {
    number,
    currency: order.currency,
    isPaid: true,
    address,
    ...(order.customer_locale ? { customerLocale: order.customer_locale } : {}),
    ...(order.shipping_method_title ? { shippingMethod: order.shipping_method_title } : {}),
    shipping: 0,
    discount: 0,
    tax: 0,
    taxIncluded: false,
    note,
    lines: lines.map(({ match: _match, ...line }) => ({ ...line, unitPrice: 0 })),
  };
  const totals = totalsOf(draft);
  if (typeof totals === 'string') throw new AppError('UNPROCESSABLE_ENTITY', totals);
  const order_id = await writeOrder(tx, deps, ports, scope, store, draft, {
    totals,
    matches: lines.map((line) => line.match),
    actor,
    purpose: 'exchange',
  });
  return { order_id, name: nameOf(number) };
}
