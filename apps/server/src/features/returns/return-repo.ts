import type { ReturnDisposition, ReturnKind, ReturnPostalAddress, ReturnState } from '@quayside/contracts';
import { type Executor, empty, json, raw, type Sql, sql } from '../../db/index.ts';
import { RETURN_OPEN, RETURN_TRANSITIONS } from '../../states/order-return.ts';
import { isOneOf } from '../../states/sql.ts';
import type { ReturnLineRow, ReturnRow } from './tables.ts';

const COLUMNS = raw(
  `return_id order_id store_id name order_name kind reason state customer_note customer_keeps outside_window_by address instructions
    send_back_by carrier tracking_number decision_note exchange_order_id requested_by created_at updated_at ended_at`
    .split(/\s+/)
    .map((name) => `r.${name}`)
    .join(', '),
);

export type NewReturn = Pick<
  ReturnRow,
  | 'return_id'
  | 'order_id'
  | 'store_id'
  | 'name'
  | 'order_name'
  | 'kind'
  | 'reason'
  | 'customer_note'
  | 'outside_window_by'
  | 'requested_by'
> & { request_key: string };

/** Writes a return with its lines. The caller locks the order. */
export async function insertReturn(
  tx: Executor,
  workplaceId: string,
  row: NewReturn,
  lines: readonly { line_id: string; quantity: number }[],
): Promise<void> {
  await tx.run(sql`insert into order_return (workplace_id, return_id, order_id, store_id, name, order_name, kind, reason, customer_note,
      outside_window_by, requested_by, request_key)
    values (${workplaceId}, ${row.return_id}, ${row.order_id}, ${row.store_id}, ${row.name}, ${row.order_name}, ${row.kind},
      ${row.reason}, ${row.customer_note}, ${row.outside_window_by}, ${row.requested_by}, ${row.request_key})`);
  await tx.run(sql`insert into order_return_line (workplace_id, return_id, line_id, order_id, quantity)
    select ${workplaceId}, ${row.return_id}, n.line_id, ${row.order_id}, n.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(line_id uuid, quantity integer)
    returning 1`);
}

export const findReturn = (ex: Executor, workplaceId: string, id: string): Promise<ReturnRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from order_return r where r.workplace_id = ${workplaceId} and r.return_id = ${id}`);

export const findReturnByKey = (ex: Executor, workplaceId: string, key: string): Promise<ReturnRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from order_return r where r.workplace_id = ${workplaceId} and r.request_key = ${key}`);

/** Returns of an order, oldest first. */
export const returnsOfOrder = (ex: Executor, workplaceId: string, orderId: string): Promise<ReturnRow[]> =>
  ex.rows(sql`select ${COLUMNS} from order_return r
    where r.workplace_id = ${workplaceId} and r.order_id = ${orderId} order by r.return_id`);

/** Lines of all returns of some orders. */
export const linesOfOrders = (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<ReturnLineRow[]> =>
  ex.rows(sql`select return_id, line_id, quantity, received, disposition from order_return_line
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) order by return_id, line_id`);

export interface ReturnFilter {
  state?: readonly ReturnState[] | undefined;
  open?: boolean | undefined;
  needs_action?: boolean | undefined;
  order_id?: string | undefined;
  store_id?: string | undefined;
  /** Prefix of the order's name. */
  keyword?: string | undefined;
}

const OPEN = isOneOf('r.state', RETURN_OPEN);
const plain = sql`ltrim(r.order_name, '#')`;

/**
 * SQL: a return waits for a person. The only definition, for the list, its counts and each return: requested or arrived
 * items, a refund to repeat, items that the customer keeps, or a date to send them back that has passed.
 */
const needsAction = (now: string): Sql => sql`(${OPEN} and (r.state in ('requested', 'received', 'refund_failed')
  or r.state = 'approved' and (r.customer_keeps or r.send_back_by < ${now}::timestamptz)))`;

/** Those of some returns that wait for a person. */
export const findNeedingAction = async (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
  now: string,
): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ return_id: string }>(sql`select r.return_id from order_return r
        where r.workplace_id = ${workplaceId} and r.return_id = any(${ids}::uuid[]) and ${needsAction(now)}`)
    ).map((row) => row.return_id),
  );

/** Names are compared without a number sign. */
const named = (keyword: string | undefined): Sql => {
  const word = keyword?.replace(/^#/, '');
  return word ? sql`and lower(${plain}) ^@ lower(${word})` : empty;
};

/** A page of returns, newest first. `after`: id of the last one of the previous page. */
export const listReturns = (
  ex: Executor,
  workplaceId: string,
  filter: ReturnFilter,
  page: { after: string | undefined; most: number; now: string },
): Promise<ReturnRow[]> =>
  ex.rows(sql`select ${COLUMNS} from order_return r where r.workplace_id = ${workplaceId}
    ${filter.state ? sql`and r.state = any(${filter.state}::text[])` : empty}
    ${filter.open === undefined ? empty : filter.open ? sql`and ${OPEN}` : sql`and not (${OPEN})`}
    ${filter.needs_action === undefined ? empty : filter.needs_action ? sql`and ${needsAction(page.now)}` : sql`and not ${needsAction(page.now)}`}
    ${filter.order_id ? sql`and (r.order_id = ${filter.order_id} or r.exchange_order_id = ${filter.order_id})` : empty}
    ${filter.store_id ? sql`and r.store_id = ${filter.store_id}` : empty}
    ${named(filter.keyword)}
    ${page.after ? sql`and r.return_id < ${page.after}` : empty}
    order by r.return_id desc limit ${page.most}`);

export const countReturns = (
  ex: Executor,
  workplaceId: string,
  storeId: string | undefined,
  now: string,
): Promise<{ state: ReturnState; n: number; due: number }[]> =>
  ex.rows(sql`select r.state, count(*)::int as n, (count(*) filter (where ${needsAction(now)}))::int as due from order_return r
    where r.workplace_id = ${workplaceId} ${storeId ? sql`and r.store_id = ${storeId}` : empty} group by r.state`);

export interface ReturnPatch {
  kind?: ReturnKind;
  customer_keeps?: boolean;
  address?: ReturnPostalAddress | null;
  instructions?: string;
  send_back_by?: string | null;
  carrier?: string | null;
  tracking_number?: string | null;
  decision_note?: string;
  exchange_order_id?: string;
}

const ENDS: readonly ReturnState[] = Object.values(RETURN_TRANSITIONS)
  .map(({ to }) => to)
  .filter((state) => !(RETURN_OPEN as readonly ReturnState[]).includes(state));

/** Moves a return. The caller locks the order and checked the transition. */
export const moveReturn = (
  tx: Executor,
  workplaceId: string,
  id: string,
  state: ReturnState,
  patch: ReturnPatch = {},
): Promise<number> =>
  tx.run(sql`update order_return set state = ${state}, updated_at = now()
      ${ENDS.includes(state) ? sql`, ended_at = now()` : empty}
      ${patch.kind === undefined ? empty : sql`, kind = ${patch.kind}`}
      ${patch.customer_keeps === undefined ? empty : sql`, customer_keeps = ${patch.customer_keeps}`}
      ${patch.address === undefined ? empty : sql`, address = ${json(patch.address)}`}
      ${patch.instructions === undefined ? empty : sql`, instructions = ${patch.instructions}`}
      ${patch.send_back_by === undefined ? empty : sql`, send_back_by = ${patch.send_back_by}`}
      ${patch.carrier === undefined ? empty : sql`, carrier = ${patch.carrier}`}
      ${patch.tracking_number === undefined ? empty : sql`, tracking_number = ${patch.tracking_number}`}
      ${patch.decision_note === undefined ? empty : sql`, decision_note = ${patch.decision_note}`}
      ${patch.exchange_order_id === undefined ? empty : sql`, exchange_order_id = ${patch.exchange_order_id}`}
    where workplace_id = ${workplaceId} and return_id = ${id}`);

export const receiveLines = (
  tx: Executor,
  workplaceId: string,
  id: string,
  lines: readonly { line_id: string; received: number; disposition: ReturnDisposition | null }[],
): Promise<number> =>
  tx.run(sql`update order_return_line l set received = n.received, disposition = n.disposition
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(line_id uuid, received integer, disposition text)
    where l.workplace_id = ${workplaceId} and l.return_id = ${id} and l.line_id = n.line_id`);

/** Returns of some orders, as the customers of the orders may read them, oldest first. */
export const returnTexts = async (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<{ order_id: string; facts: Record<string, unknown> }[]> =>
  (
    await ex.rows<
      Pick<ReturnRow, 'order_id'>
    >(sql`select r.order_id, r.name, r.kind, r.reason, r.state, r.customer_note, r.instructions,
        r.decision_note, r.carrier, r.tracking_number, r.created_at, r.ended_at from order_return r
      where r.workplace_id = ${workplaceId} and r.order_id = any(${orderIds}::uuid[]) order by r.return_id`)
  ).map(({ order_id, ...facts }) => ({ order_id, facts }));

/** Removes customers' words and what was written to them from the returns of erased orders. */
export const eraseReturns = async (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<number> => {
  await tx.run(sql`update order_return_refund set note = '', error_params = error_params - 'detail' - 'reason'
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
  return tx.run(sql`update order_return set customer_note = '', instructions = '', decision_note = null
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
};
