import {
  type ChannelOrder,
  type ConnectorContext,
  ConnectorError,
  readEach,
  type UnreadableOrder,
} from '@quayside/connector-kit';
import { run } from './client.ts';
import { bulkOrdersQuery, documents } from './documents.ts';
import { sleep } from './governor.ts';
import { shaped, toHead, toOrder } from './map-order.ts';
import { bulkRow, type RawOrderName, wholeHead, wholeLine } from './raw.ts';

/**
 * A bulk operation reads without points: it pays where paging would take minutes (some 30 points an order). It brings
 * the orders as they were when it ran, in no order.
 */
const PAYS_FROM = 250;
const LARGEST = 64 * 1024 * 1024;
const POLL_MS = 2_000;
const DOWNLOAD_MS = 120_000;

const searchOf = (since: string): string => `updated_at:>='${since}'`;

/** Begins a bulk operation where it pays; its id, or undefined where paging is better or Shopify has none to give. */
export async function beginBulk(ctx: ConnectorContext, since: string): Promise<string | undefined> {
  const counted = await run(ctx, documents.ordersCount, { query: searchOf(since), limit: PAYS_FROM });
  if ((counted.ordersCount?.count ?? 0) < PAYS_FROM) return undefined;
  const { bulkOperationRunQuery } = await run(ctx, documents.runBulk, { query: bulkOrdersQuery(since) });
  // A shop runs five at a time; whoever finds them taken pages instead.
  if (bulkOperationRunQuery?.userErrors.length) return undefined;
  return bulkOperationRunQuery?.bulkOperation?.id;
}

/** running: ask again. failed: page instead. done: every order, oldest change first, and when it was begun. */
export type BulkState =
  | { state: 'running' }
  | { state: 'failed' }
  | { state: 'done'; orders: ChannelOrder[]; unread: UnreadableOrder[]; begunAt: string };

type Orders = Pick<Extract<BulkState, { state: 'done' }>, 'orders' | 'unread'>;

function parseRows(text: string): Orders {
  const heads: RawOrderName[] = [];
  const lines = new Map<string, unknown[]>();
  for (const row of text.split('\n')) {
    if (row === '') continue;
    const parsed = bulkRow.parse(JSON.parse(row));
    const parent = '__parentId' in parsed ? parsed.__parentId : undefined;
    if (typeof parent !== 'string') heads.push(parsed as RawOrderName);
    else lines.set(parent, [...(lines.get(parent) ?? []), parsed]);
  }
  const { items, unread } = readEach(heads, toHead, (head) =>
    toOrder(
      shaped(wholeHead, head),
      (lines.get(head.id) ?? []).map((line) => shaped(wholeLine, line)),
    ),
  );
  const orders = items.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0));
  return { orders, unread };
}

/** Timed out or throttled: the file may still be there. */
const RETRIED: readonly number[] = [408, 429];

/** Returns undefined where the file is gone: Shopify deletes it seven days after the operation (its docs, BulkOperation.url). */
async function download(ctx: ConnectorContext, url: string): Promise<Orders | undefined> {
  const response = await ctx.http.send({
    method: 'GET',
    url,
    effect: false,
    timeoutMs: DOWNLOAD_MS,
    maxBytes: LARGEST,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
  if (response.status !== 200) {
    if (response.status < 500 && !RETRIED.includes(response.status)) return undefined;
    throw new ConnectorError('temporary', `bulk operation result returned HTTP ${response.status}`);
  }
  try {
    return parseRows(response.text);
  } catch (cause) {
    throw new ConnectorError('unexpected', 'unexpected content in bulk operation result', { cause });
  }
}

/** The last result, since it is handed out page by page. One is enough: a first back-fill is rare. */
let last: { id: string; result: BulkState } | undefined;

async function read(ctx: ConnectorContext, id: string): Promise<BulkState> {
  const { bulkOperation } = await run(ctx, documents.bulk, { id });
  if (!bulkOperation) return { state: 'failed' };
  const { createdAt, fileSize, objectCount, status, url } = bulkOperation;
  if (status === 'CREATED' || status === 'RUNNING') return { state: 'running' };
  if (status !== 'COMPLETED' || (fileSize ?? 0) > LARGEST) return { state: 'failed' };
  // An operation that found nothing has no address; one that found orders may lose it when the address expires.
  if (!url && objectCount > 0) return { state: 'failed' };
  const found = url ? await download(ctx, url) : { orders: [], unread: [] };
  return found ? { state: 'done', begunAt: createdAt, ...found } : { state: 'failed' };
}

/** How a bulk operation stands. Waits a little while it runs, so that asking again and again is no burden. */
export async function readBulk(ctx: ConnectorContext, id: string): Promise<BulkState> {
  const key = `${ctx.baseUrl} ${id}`;
  if (last?.id === key) return last.result;
  let result = await read(ctx, id);
  if (result.state === 'running') {
    await sleep(POLL_MS, ctx.signal);
    result = await read(ctx, id);
  }
  if (result.state === 'done') last = { id: key, result };
  return result;
}
