import type { ChannelAddress } from '@quayside/connector-kit';
import type { OrderAddress, OrderDetail } from '@quayside/contracts';
import { money, notFound, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { problemAnswer } from '../../connections/index.ts';
import type { OrderPorts } from '../ports.ts';
import { findLines, findOrder } from '../repo.ts';
import { addressErrors, effectiveAddress } from '../rules/address.ts';
import { getRefundStatus } from '../rules/order-status.ts';
import { getAdjustment, getWarnings } from '../rules/order-summary.ts';
import { orderView, profitRates } from './order-view.ts';
import type { StoreNames } from './store-names.ts';

/** Address fields by their API names. */
/** An address by the names of the API. */
export const addressView = (address: ChannelAddress): OrderAddress => ({
  first_name: address.firstName,
  last_name: address.lastName,
  company: address.company,
  address1: address.address1,
  address2: address.address2,
  city: address.city,
  province: address.province,
  province_code: address.provinceCode,
  postal_code: address.postalCode,
  country_code: address.countryCode,
  phone: address.phone,
  tax_id: address.taxId,
  email: address.email,
});

/** An order with everything a panel shows. Throws ORDER_NOT_FOUND; `lineIds`: filter. */
export async function orderDetail(
  ex: Executor,
  ports: OrderPorts,
  names: StoreNames,
  workplaceId: string,
  orderId: string,
  locale: string,
  lineIds?: readonly string[],
): Promise<OrderDetail> {
  const order = await findOrder(ex, workplaceId, orderId);
  if (!order) throw notFound('OrderDetailNotFound');
  const all = await findLines(ex, workplaceId, [orderId]);
  if (lineIds?.some((id) => !all.some((line) => line.line_id === id)))
    throw notFoundField('line_item_ids', 'LINE_NOT_FOUND');
  const lines = lineIds ? all.filter((line) => lineIds.includes(line.line_id)) : all;
  const stores = await names.with(ex, workplaceId, [order.store_id]);
  const address = effectiveAddress(order.address, order.address_edit);
  const errors = Object.entries(addressErrors(address)).flatMap(([field, problem]) => {
    const answer = problemAnswer(locale, problem);
    return answer ? [[field, answer] as const] : [];
  });
  const supplierOrders = await ports.supplierOrders(ex, workplaceId, orderId, locale);
  const refund_status = getRefundStatus(
    supplierOrders.map((one) => ({ ...one, hasPending: one.refund_pending !== null })),
  );
  const listed = { ...order, refund_status };
  return {
    ...orderView(listed, lines, stores.get(order.store_id), await profitRates(ex, workplaceId, [listed]), locale),
    subtotal: money(order.subtotal, order.currency),
    shipping_total: money(order.shipping_total, order.currency),
    tax_total: money(order.tax_total, order.currency),
    tax_included: order.tax_included,
    fee_total: money(order.fee_total, order.currency),
    discount_total: money(order.discount_total, order.currency),
    adjustment_total: money(getAdjustment(order), order.currency),
    address: addressView(address),
    address_edited: order.address_edit !== null,
    address_errors: Object.fromEntries(errors),
    shipping_method_title: order.shipping_method_title,
    warnings: getWarnings(order).flatMap((key) => problemAnswer(locale, { key, params: {} }) ?? []),
    payment_method: order.payment_method,
    note: order.note,
    public_tracking_path: `/tracking/${order.public_tracking_id}`,
    source_orders: supplierOrders,
    shipments: await ports.shipments(ex, workplaceId, orderId, locale),
  };
}
