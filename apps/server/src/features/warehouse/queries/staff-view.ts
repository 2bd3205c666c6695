import type { WarehouseOrder } from '@quayside/contracts';
import { pictureUrl } from '../http/shapes.ts';
import { ORDER_TRANSITIONS, REFUSABLE } from '../rules/order-states.ts';
import { SERVICES } from '../rules/shipping.ts';
import type { OrderView } from './order-view.ts';

function actionsOf(order: OrderView): WarehouseOrder['actions'] {
  const here = order.lines.filter((line) => line.state === 'open' && line.shipped < line.quantity);
  const untouched = here.some((line) => line.shipped === 0);
  return [
    ...(ORDER_TRANSITIONS.pack.from.some((state) => state === order.state) ? (['pack'] as const) : []),
    ...(here.length > 0 && ORDER_TRANSITIONS.ship.from.some((state) => state === order.state)
      ? (['ship'] as const)
      : []),
    ...(untouched && REFUSABLE.includes(order.state) ? (['refuse_line'] as const) : []),
  ];
}

/** An order as the staff's page shows it. */
export function staffView(base: string, order: OrderView): WarehouseOrder {
  const { address, currency } = order;
  const money = (amount: number) => ({ amount, currency });
  return {
    order_id: order.order_id,
    number: `QW-${order.number}`,
    installation: order.installation,
    order_name: order.order_name,
    mode: order.mode,
    state: order.state,
    address: {
      first_name: address.firstName ?? null,
      last_name: address.lastName ?? null,
      company: address.company ?? null,
      address1: address.address1 ?? null,
      address2: address.address2 ?? null,
      city: address.city ?? null,
      province: address.province ?? address.provinceCode ?? null,
      postal_code: address.postalCode ?? null,
      country_code: address.countryCode ?? null,
      phone: address.phone ?? null,
    },
    shipping_service:
      SERVICES.find((service) => service.code === order.shipping_service)?.name ?? order.shipping_service,
    items_cost: money(order.items_cost),
    shipping_cost: money(order.shipping_cost),
    total: money(order.items_cost + order.shipping_cost),
    cancel_reason: order.cancel_reason,
    paid_at: order.paid_at,
    created_at: order.created_at,
    lines: order.lines.map((line) => ({
      line_no: line.line_no,
      sku: line.sku,
      title: line.title,
      option_values: line.option_values,
      image_url: line.image === null ? null : pictureUrl(base, line.image, 320),
      quantity: line.quantity,
      shipped: line.shipped,
      unit_cost: money(line.unit_cost),
      state: line.state,
      reason: line.reason,
    })),
    parcels: order.parcels.map(({ lines, ...parcel }) => ({
      ...parcel,
      lines: lines.map(({ line_no, quantity }) => ({ line_no, quantity })),
    })),
    actions: actionsOf(order),
  };
}
