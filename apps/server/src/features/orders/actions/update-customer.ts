import type { ChannelAddress } from '@quayside/connector-kit';
import { AppError, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { remapLinesJob } from '../jobs/orders.ts';
import { findLines, lockOrder, putTerms, setAddressEdit } from '../repo.ts';
import { effectiveAddress, formatName, refuseIncomplete, toAddress } from '../rules/address.ts';
import { CHANGEABLE } from '../rules/line-states.ts';
import { toSearchTerms } from '../rules/search-terms.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { addEvents } from './add-events.ts';
import { freeStopped } from './free-stopped.ts';
import { refreshOrders } from './refresh-order.ts';

export interface CustomerEdit {
  order_id: string;
  first_name?: string;
  last_name?: string;
  company?: string;
  address1?: string;
  address2?: string;
  city?: string;
  province?: string;
  province_code?: string;
  postal_code?: string;
  country_code?: string;
  phone?: string;
  email?: string;
  tax_id?: string;
}

function editOf(input: CustomerEdit): ChannelAddress {
  const edit = toAddress(input);
  // The old province's code would contradict the new province.
  if (input.province !== undefined && input.province_code === undefined) edit.provinceCode = '';
  return edit;
}

/**
 * Corrects an order's address for lines not bought yet. Refused when no such line is left (ORDER_ALL_PLACED), and for
 * an incomplete address, with each invalid field.
 */
export async function updateCustomer(deps: Deps, who: Who, input: CustomerEdit): Promise<void> {
  await deps.db.tenant(who.scope, async (tx) => {
    const order = await lockOrder(tx, who.workplaceId, input.order_id);
    if (!order) throw notFoundField('order_id', 'OrderDetailNotFound');
    const lines = await findLines(tx, who.workplaceId, [order.order_id]);
    await applyAddressEdit(tx, deps, who, order, lines, editOf(input));
  });
}

/** Saves corrections of an order's address. The caller locks the order. */
export async function applyAddressEdit(
  tx: Executor,
  deps: Deps,
  who: Who,
  order: OrderRow,
  lines: readonly LineRow[],
  change: ChannelAddress,
  { mayBeIncomplete = false } = {},
): Promise<void> {
  if (order.erased_at) throw new AppError('BAD_REQUEST', 'ORDER_ERASED');
  if (!lines.some((line) => CHANGEABLE.includes(line.state))) throw new AppError('BAD_REQUEST', 'ORDER_ALL_PLACED');
  const edit = { ...order.address_edit, ...change };
  const address = effectiveAddress(order.address, edit);
  if (!mayBeIncomplete) refuseIncomplete(address);
  const derived = {
    ship_country: address.countryCode ?? null,
    customer_name: formatName(address) || order.customer_name,
    customer_email: address.email ?? order.customer_email,
  };
  await freeStopped(tx, who.workplaceId, lines);
  await setAddressEdit(tx, who.workplaceId, order.order_id, edit, derived);
  if (derived.ship_country !== order.ship_country) {
    const { accountId, workplaceId } = who.scope;
    const moved = { accountId, workplaceId, storeId: order.store_id, orderId: order.order_id };
    await deps.queue.send(tx, remapLinesJob, moved);
  }
  const skus = lines.map((line) => line.sku);
  const words = {
    name: order.name,
    customerName: derived.customer_name,
    customerEmail: derived.customer_email,
    skus,
    tags: order.tags,
  };
  await putTerms(tx, who.workplaceId, [{ order_id: order.order_id, terms: toSearchTerms(words) }]);
  await refreshOrders(tx, deps, who.scope, [{ ...order, address_edit: edit, ...derived }]);
  const actor = personName(who.account);
  await addEvents(tx, who.workplaceId, [{ orderId: order.order_id, kind: 'customer_updated', actor }]);
  await publish(tx, who.workplaceId, 'orders', [order.order_id]);
}
