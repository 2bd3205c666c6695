import { ALARM_KINDS, type AlarmKind, type ShipmentAlarm } from '@quayside/contracts';
import { isId, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findOrders, type StoreNames } from '../../orders/index.ts';
import { type AlarmFilter, countOpenAlarms, listOpenAlarms } from '../alarm-repo.ts';

const MOST_COUNTED = 1000;
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A page of open alarms with their orders, newest first. Throws ALARM_NOT_OPEN for a named one that isn't open. */
export async function listAlarms(
  ex: Executor,
  names: StoreNames,
  workplaceId: string,
  query: AlarmFilter & { cursor?: string | undefined; page_size: number },
): Promise<{ items: ShipmentAlarm[]; next_cursor?: string }> {
  const before = query.cursor && isId(query.cursor) ? { before: query.cursor } : {};
  const found = await listOpenAlarms(ex, workplaceId, query, { ...before, most: query.page_size + 1 });
  if (query.alarm_id && found.length === 0) throw notFoundField('alarm_id', 'ALARM_NOT_OPEN');
  const rows = found.slice(0, query.page_size);
  const orderIds = [...new Set(rows.map((row) => row.order_id))];
  const orders = new Map((await findOrders(ex, workplaceId, orderIds)).map((order) => [order.order_id, order]));
  const stores = await names.with(
    ex,
    workplaceId,
    rows.map((row) => row.store_id),
  );
  const items = rows.flatMap((row): ShipmentAlarm[] => {
    const order = orders.get(row.order_id);
    if (!order) return [];
    const { number, carrier, supplier, until } = row.params;
    return [
      {
        id: row.alarm_id,
        kind: row.kind,
        order_id: row.order_id,
        order_name: order.name,
        store_id: row.store_id,
        store_name: stores.get(row.store_id)?.store_name ?? null,
        is_sandbox: order.mode === 'sandbox',
        shipment_id: row.shipment_id,
        tracking_number: row.shipment_id ? text(number) : null,
        carrier: text(carrier),
        supplier: text(supplier),
        supplier_order_no: row.shipment_id ? null : text(number),
        claim_until: text(until),
        public_tracking_path: `/tracking/${order.public_tracking_id}`,
        opened_at: row.opened_at,
      },
    ];
  });
  const last = rows.at(-1);
  return { items, ...(found.length > rows.length && last ? { next_cursor: last.alarm_id } : {}) };
}

export async function countAlarms(ex: Executor, workplaceId: string, filter: AlarmFilter) {
  const counts = await countOpenAlarms(ex, workplaceId, filter, MOST_COUNTED);
  const byKind = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, counts.get(kind) ?? 0])) as Record<
    AlarmKind,
    number
  >;
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { all, ...byKind, most: MOST_COUNTED };
}
