import type { RefundReason, RefundState, RefundType, SupplierName } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import { type Executor, empty, raw, type Sql, sql } from '../../db/index.ts';
import { type DisputeState, REFUND_OPEN } from '../../states/refund-request.ts';
import { isOneOf } from '../../states/sql.ts';

/** A row of refund_request. Amounts are in minor units of `currency`. */
export interface RequestRow {
  refund_request_id: string;
  order_id: string;
  store_id: string;
  supplier_order_id: string;
  /** null: of a purchase at a marketplace, never sent by a job. */
  connection_id: string | null;
  supplier: SupplierName;
  order_no: string;
  type: RefundType;
  reason: RefundReason;
  amount: number;
  currency: string;
  description: string;
  requested_by: string;
  state: RefundState;
  agreed: number | null;
  received: number | null;
  credited_before: number;
  answer: string | null;
  answered_at: string | null;
  closed_at: string | null;
  via: 'supplier' | 'manual';
  send_state: DisputeState;
  send_attempts: number;
  dispute_id: string | null;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
}

export interface RequestLineRow {
  refund_request_id: string;
  line_id: string;
  quantity: number;
}

const columnsOf = (alias: string): Sql =>
  raw(
    `refund_request_id order_id store_id supplier_order_id connection_id supplier order_no type reason amount currency description
      requested_by state agreed received credited_before answer answered_at closed_at via send_state send_attempts dispute_id error_key
      error_params created_at`
      .split(/\s+/)
      .map((name) => `${alias}.${name}`)
      .join(', '),
  );
const REQUEST_COLUMNS = columnsOf('r');
/** As claimed by the effect. */
export const CLAIMED_COLUMNS = columnsOf('p');

export type NewRequest = Pick<
  RequestRow,
  | 'refund_request_id'
  | 'order_id'
  | 'store_id'
  | 'supplier_order_id'
  | 'connection_id'
  | 'supplier'
  | 'order_no'
  | 'type'
  | 'reason'
  | 'amount'
  | 'currency'
  | 'description'
  | 'requested_by'
  | 'credited_before'
  | 'via'
> & { request_key: string };

/** Writes a request with its lines and photos. The caller locks the order. */
export async function insertRequest(
  tx: Executor,
  workplaceId: string,
  row: NewRequest,
  lines: readonly { line_id: string; quantity: number }[],
  photoIds: readonly string[],
): Promise<void> {
  const id = row.refund_request_id;
  await tx.run(sql`insert into refund_request (workplace_id, refund_request_id, order_id, store_id, supplier_order_id, connection_id,
      supplier, order_no, type, reason, amount, currency, description, requested_by, request_key, credited_before, via, send_state)
    values (${workplaceId}, ${id}, ${row.order_id}, ${row.store_id}, ${row.supplier_order_id}, ${row.connection_id},
      ${row.supplier}, ${row.order_no}, ${row.type}, ${row.reason}, ${row.amount}, ${row.currency}, ${row.description},
      ${row.requested_by}, ${row.request_key}, ${row.credited_before}, ${row.via},
      ${row.via === 'supplier' ? 'requested' : 'not_needed'})`);
  await tx.run(sql`insert into refund_request_line (workplace_id, refund_request_id, line_id, order_id, quantity)
    select ${workplaceId}, ${id}, n.line_id, ${row.order_id}, n.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(line_id uuid, quantity integer)
    returning 1`);
  await tx.run(sql`insert into refund_request_photo (workplace_id, refund_request_id, file_id, order_id)
    select ${workplaceId}, ${id}, n, ${row.order_id} from unnest(${photoIds}::uuid[]) as n
    returning 1`);
}

export const findRequest = (ex: Executor, workplaceId: string, id: string): Promise<RequestRow | undefined> =>
  ex.first(sql`select ${REQUEST_COLUMNS} from refund_request r
    where r.workplace_id = ${workplaceId} and r.refund_request_id = ${id}`);

/** Locks a request, so that no worker sends it meanwhile. The caller locks the order first. */
export const lockRequest = (tx: Executor, workplaceId: string, id: string): Promise<RequestRow | undefined> =>
  tx.first(sql`select ${REQUEST_COLUMNS} from refund_request r
    where r.workplace_id = ${workplaceId} and r.refund_request_id = ${id} for no key update`);

export const findRequestByKey = (ex: Executor, workplaceId: string, key: string): Promise<RequestRow | undefined> =>
  ex.first(sql`select ${REQUEST_COLUMNS} from refund_request r
    where r.workplace_id = ${workplaceId} and r.request_key = ${key}`);

/** Requests of orders, oldest first. */
export const requestsOfOrders = (
  ex: Executor,
  workplaceId: string,
  orderIds: readonly string[],
): Promise<RequestRow[]> =>
  ex.rows(sql`select ${REQUEST_COLUMNS} from refund_request r
    where r.workplace_id = ${workplaceId} and r.order_id = any(${orderIds}::uuid[]) order by r.refund_request_id`);

/** Requests for a supplier order that the supplier may still refund, oldest first. */
export const openRequestsOf = (ex: Executor, workplaceId: string, supplierOrderId: string): Promise<RequestRow[]> =>
  ex.rows(sql`select ${REQUEST_COLUMNS} from refund_request r
    where r.workplace_id = ${workplaceId} and r.supplier_order_id = ${supplierOrderId} and ${isOneOf('r.state', REFUND_OPEN)}
    order by r.refund_request_id`);

export interface RequestFilter {
  state?: readonly RefundState[] | undefined;
  order_id?: string | undefined;
  store_id?: string | undefined;
}

const matches = ({ order_id, store_id }: RequestFilter) => sql`
  ${order_id ? sql`and r.order_id = ${order_id}` : empty} ${store_id ? sql`and r.store_id = ${store_id}` : empty}`;

/** A page of requests, newest first. `after`: id of the last one of the previous page. */
export const listRequests = (
  ex: Executor,
  workplaceId: string,
  filter: RequestFilter,
  page: { after: string | undefined; offset: number; most: number },
): Promise<RequestRow[]> =>
  ex.rows(sql`select ${REQUEST_COLUMNS} from refund_request r where r.workplace_id = ${workplaceId}
    ${filter.state ? sql`and r.state = any(${filter.state}::text[])` : empty} ${matches(filter)}
    ${page.after ? sql`and r.refund_request_id < ${page.after}` : empty}
    order by r.refund_request_id desc limit ${page.most} offset ${page.offset}`);

export const countRequests = (
  ex: Executor,
  workplaceId: string,
  filter: RequestFilter,
): Promise<{ state: RefundState; n: number }[]> =>
  ex.rows(sql`select r.state, count(*)::int as n from refund_request r where r.workplace_id = ${workplaceId} ${matches(filter)}
    group by r.state`);

export const linesOfRequests = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<RequestLineRow[]> =>
  ex.rows(sql`select refund_request_id, line_id, quantity from refund_request_line
    where workplace_id = ${workplaceId} and refund_request_id = any(${ids}::uuid[]) order by refund_request_id, line_id`);

/** Requests for some supplier orders, by line. */
export const requestedLines = (
  ex: Executor,
  workplaceId: string,
  supplierOrderIds: readonly string[],
): Promise<(Pick<RequestRow, 'supplier_order_id' | 'state' | 'send_state'> & { line_id: string })[]> =>
  ex.rows(sql`select r.supplier_order_id, r.state, r.send_state, l.line_id from refund_request r
    join refund_request_line l on l.workplace_id = r.workplace_id and l.refund_request_id = r.refund_request_id
    where r.workplace_id = ${workplaceId} and r.supplier_order_id = any(${supplierOrderIds}::uuid[])`);

/** Supplier orders with a request that the supplier didn't take, a page by the request's id. */
export const unsentRequests = (
  ex: Executor,
  workplaceId: string,
  after: string,
  most: number,
): Promise<Pick<RequestRow, 'refund_request_id' | 'supplier_order_id'>[]> =>
  ex.rows(sql`select refund_request_id, supplier_order_id from refund_request
    where workplace_id = ${workplaceId} and send_state = 'failed' and state = 'pending' and refund_request_id > ${after}::uuid
    order by refund_request_id limit ${most}`);

export const photosOfRequests = (
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<{ refund_request_id: string; file_id: string }[]> =>
  ex.rows(sql`select refund_request_id, file_id from refund_request_photo
    where workplace_id = ${workplaceId} and refund_request_id = any(${ids}::uuid[])`);

export interface RequestPatch {
  state?: RefundState;
  type?: RefundType;
  agreed?: number | null;
  received?: number | null;
  credited_before?: number;
  answer?: string | null;
  send_state?: DisputeState;
  /** The supplier answered just now, unless it did before. */
  answered?: true;
  /** Nothing more is expected from now on. */
  closed?: true;
}

/** Changes a request. The caller locks the order. */
export const patchRequest = (tx: Executor, workplaceId: string, id: string, patch: RequestPatch): Promise<number> =>
  tx.run(sql`update refund_request set updated_at = t.now
      ${patch.state === undefined ? empty : sql`, state = ${patch.state}`}
      ${patch.type === undefined ? empty : sql`, type = ${patch.type}`}
      ${patch.agreed === undefined ? empty : sql`, agreed = ${patch.agreed}::bigint`}
      ${patch.received === undefined ? empty : sql`, received = ${patch.received}::bigint`}
      ${patch.credited_before === undefined ? empty : sql`, credited_before = ${patch.credited_before}::bigint`}
      ${patch.answer === undefined ? empty : sql`, answer = ${patch.answer}`}
      ${patch.send_state === undefined ? empty : sql`, send_state = ${patch.send_state}`}
      ${patch.answered ? sql`, answered_at = coalesce(answered_at, t.now)` : empty}
      ${patch.closed ? sql`, closed_at = t.now` : empty}
    from (select now() as now) t where workplace_id = ${workplaceId} and refund_request_id = ${id}`);
