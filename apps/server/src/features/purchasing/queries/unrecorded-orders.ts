import type { UnclaimedOrder, UnrecordedOrder } from '@quayside/contracts';
import { isId, type MessageParams, money } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import { connectorLabel } from '../../../installed/index.ts';
import { findConnections, listStores, problemAnswer } from '../../connections/index.ts';
import { findLines, findOrders, type LineRow, type OrderRow, PLACEABLE, piecesToBuy } from '../../orders/index.ts';
import {
  countLost,
  countUnclaimed,
  type LostFacts,
  type LostRow,
  listLost,
  listUnclaimed,
  type UnclaimedRow,
} from '../lost-repo.ts';
import { isOfBefore } from '../reference.ts';
import { coveredLines } from '../rules/lost-order.ts';

interface Page {
  cursor?: string | undefined;
  page?: number | undefined;
  page_size: number;
}

const pageOf = ({ cursor, page, page_size }: Page) => {
  const after = cursor !== undefined && isId(cursor) ? cursor : undefined;
  return { after, offset: after === undefined ? ((page ?? 1) - 1) * page_size : 0, most: page_size + 1 };
};

const PAID = ['paid', 'processing', 'shipped', 'delivered'];

const factsOf = (row: LostFacts & { found_at: string }, lines: readonly LineRow[]) => ({
  order_no: row.order_number ?? row.source_order_no,
  reference: row.reference,
  remote_state: row.remote_state,
  is_paid: PAID.includes(row.remote_state),
  placed_at: row.placed_at,
  found_at: row.found_at,
  total: row.total === null || row.currency === null ? null : money(row.total, row.currency),
  line_items: row.lines.map(({ variant, quantity }) => {
    const line = lines.find((one) => one.source_variant_id === variant);
    return {
      source_variant_id: variant,
      title: line?.title ?? null,
      variant_title: line?.variant_title ?? null,
      image: line?.image_url ?? null,
      quantity,
    };
  }),
  parcels: row.parcels.map(({ carrier, number, url }) => ({ carrier, tracking_number: number, tracking_url: url })),
});

/** Open orders searched for matching items, and the number of candidates offered. */
const LOOKED_AT = 500;
const OFFERED = 20;

/** The newest orders with unplaced lines. */
const openOrders = async (ex: Executor, workplaceId: string): Promise<string[]> =>
  (
    await ex.rows<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${workplaceId} and placement_status in ('ready', 'needs_attention')
      order by placed_at desc, order_id desc limit ${LOOKED_AT}`)
  ).map((row) => row.order_id);

interface Around {
  orders: ReadonlyMap<string, OrderRow>;
  lines: ReadonlyMap<string, LineRow[]>;
}

/** Lines of an order that a supplier order would be recorded for. */
const covers = (row: LostRow, supplier: string, mode: string, order: OrderRow, lines: readonly LineRow[]) =>
  order.cancelled_at || order.mode !== mode
    ? []
    : coveredLines(
        supplier,
        row.lines,
        lines.map((line) => ({ ...line, wanted: piecesToBuy(line) })),
        (state) => PLACEABLE.includes(state),
      );

/** Why a supplier order was not recorded. */
function reasonOf(
  row: LostRow,
  order: OrderRow | undefined,
  lines: readonly LineRow[],
  covered: readonly { differs: boolean }[],
): { key: string; params: MessageParams } {
  if (!order) return { key: isOfBefore(row.reference) ? 'UNRECORDED_WHY_OLD' : 'UNRECORDED_WHY_NO_ORDER', params: {} };
  const params = { order: order.name };
  if (order.cancelled_at) return { key: 'UNRECORDED_WHY_CANCELLED', params };
  const same = lines.filter((line) => row.lines.some((one) => one.variant === line.source_variant_id));
  const placing = same.some((line) => line.state === 'placing');
  if (placing) return { key: 'UNRECORDED_WHY_PLACING', params };
  if (covered.length === 0) {
    const bought = same.find((line) => line.source_order_no !== null);
    return bought
      ? { key: 'UNRECORDED_WHY_BOUGHT', params: { ...params, other: bought.source_order_no ?? '' } }
      : { key: 'UNRECORDED_WHY_OTHER_ITEMS', params };
  }
  const whole = covered.length === same.length && covered.every((line) => !line.differs);
  return { key: whole ? 'UNRECORDED_WHY_NOT_PLACED' : 'UNRECORDED_WHY_DIFFERENT', params };
}

/** A page of unrecorded supplier orders of this workplace, newest first. */
export async function unrecordedOrders(
  ex: Executor,
  workplaceId: string,
  query: Page,
  locale: string,
): Promise<{ items: UnrecordedOrder[]; next_cursor?: string; total: number }> {
  const found = await listLost(ex, workplaceId, pageOf(query));
  const rows = found.slice(0, query.page_size);
  const connections = new Map(
    (await findConnections(ex, workplaceId, [...new Set(rows.map((row) => row.connection_id))])).map((one) => [
      one.connection_id,
      one,
    ]),
  );
  const homeless = rows.some((row) => row.order_id === null && isOfBefore(row.reference));
  const offered = homeless ? await openOrders(ex, workplaceId) : [];
  const ids = [...new Set([...rows.flatMap((row) => row.order_id ?? []), ...offered])];
  const around: Around = {
    orders: new Map((await findOrders(ex, workplaceId, ids)).map((order) => [order.order_id, order])),
    lines: Map.groupBy(await findLines(ex, workplaceId, ids), (line) => line.order_id),
  };
  const stores = new Map((await listStores(ex, workplaceId, true)).map((store) => [store.store_id, store]));
  const nameOf = (order: OrderRow) => {
    const store = stores.get(order.store_id);
    return { id: order.order_id, name: order.name, store_name: store?.store_name || (store?.platform_domain ?? '') };
  };
  const items = rows.flatMap((row): UnrecordedOrder[] => {
    const connection = connections.get(row.connection_id);
    if (!connection) return [];
    const order = around.orders.get(row.order_id ?? '');
    const lines = around.lines.get(row.order_id ?? '') ?? [];
    const covered = order ? covers(row, connection.supplier, connection.mode, order, lines) : [];
    const fits = (id: string): boolean => {
      const one = around.orders.get(id);
      return (
        one !== undefined &&
        covers(row, connection.supplier, connection.mode, one, around.lines.get(id) ?? []).length > 0
      );
    };
    const candidates = row.order_id === null && isOfBefore(row.reference) ? offered.filter(fits).slice(0, OFFERED) : [];
    const titled = order ? lines : candidates.flatMap((id) => around.lines.get(id) ?? []);
    const reason = problemAnswer(locale, reasonOf(row, order, lines, covered));
    if (!reason) throw new Error('reason has no message');
    return [
      {
        id: row.lost_order_id,
        source: connection.supplier as UnrecordedOrder['source'],
        is_sandbox: connection.mode === 'sandbox',
        payer: connection.payer,
        ...factsOf(row, titled),
        order: order ? nameOf(order) : null,
        candidates: candidates.flatMap((id) => {
          const one = around.orders.get(id);
          return one ? [nameOf(one)] : [];
        }),
        reason,
        may_record: covered.length > 0 || candidates.length > 0,
      },
    ];
  });
  const last = rows.at(-1);
  return {
    items,
    total: await countLost(ex, workplaceId),
    ...(found.length > rows.length && last ? { next_cursor: last.lost_order_id } : {}),
  };
}

const unclaimedView = (row: UnclaimedRow, locale: string): UnclaimedOrder => {
  const key = isOfBefore(row.reference) ? 'UNCLAIMED_WHY_OLD' : 'UNCLAIMED_WHY_NO_WORKSPACE';
  const reason = problemAnswer(locale, { key, params: { supplier: connectorLabel(row.supplier) } });
  if (!reason) throw new Error('reason has no message');
  return {
    id: row.unclaimed_order_id,
    source: row.supplier as UnclaimedOrder['source'],
    is_sandbox: row.mode === 'sandbox',
    ...factsOf(row, []),
    reason,
  };
};

/** A page of orders on shared supplier accounts without a workplace, newest first. */
export async function unclaimedOrders(
  ex: Executor,
  query: Page,
  locale: string,
): Promise<{ items: UnclaimedOrder[]; next_cursor?: string; total: number }> {
  const found = await listUnclaimed(ex, pageOf(query));
  const rows = found.slice(0, query.page_size);
  const last = rows.at(-1);
  return {
    items: rows.map((row) => unclaimedView(row, locale)),
    total: await countUnclaimed(ex),
    ...(found.length > rows.length && last ? { next_cursor: last.unclaimed_order_id } : {}),
  };
}
