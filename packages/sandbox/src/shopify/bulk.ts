import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, Kind, parse } from 'graphql';
import type { Call, Shopify } from './call.ts';
import type { View } from './connection.ts';
import { type UserErrorView, userError } from './errors.ts';
import { gid } from './gid.ts';
import type { BulkDoc } from './model.ts';
import { findShop } from './seed.ts';

const RUN_MS = 500;
const AT_ONCE = 5;

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const edgesOf = (value: unknown): Row[] | undefined =>
  isRow(value) && Array.isArray(value.edges)
    ? value.edges.flatMap((edge) => (isRow(edge) && isRow(edge.node) ? [edge.node] : []))
    : undefined;

export const bulkFile = (shopify: Shopify, id: number): string =>
  join(shopify.world.dataDir, 'shopify-files', `bulk-${id}.jsonl`);

/** Why Shopify takes no such query for a bulk operation: one root field, a connection, written with edges. */
function whyNot(query: string): string | undefined {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return `Invalid bulk query: ${error instanceof Error ? error.message : String(error)}`;
  }
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== 'query')
    return 'Bulk queries must be queries';
  if (operation.variableDefinitions?.length) return 'Bulk queries cannot have variables';
  if (operation.selectionSet.selections.length !== 1) return 'Bulk queries must have one top-level field';
  return query.includes('edges') ? undefined : 'Bulk queries must contain at least one connection';
}

export function startBulk(call: Call, query: string): { made: BulkDoc } | { errors: UserErrorView[] } {
  const { clientId, scopes, seed, store } = call;
  const reason = whyNot(query);
  if (reason) return { errors: [userError(reason, ['query'], 'INVALID')] };
  const running = store
    .list(seed.shop, 'bulk', { by: 'id', limit: 100_000, hidden: true })
    .filter((one) => one.status === 'CREATED' && one.clientId === clientId);
  if (running.length >= AT_ONCE) {
    return { errors: [userError('Too many bulk operations are running', null, 'LIMIT_REACHED')] };
  }
  const made: BulkDoc = {
    id: store.next(),
    status: 'CREATED',
    query,
    clientId,
    scopes: [...scopes],
    objectCount: 0,
    rootObjectCount: 0,
    fileSize: null,
    createdAt: store.now(),
    completedAt: null,
  };
  store.save(seed.shop, 'bulk', made);
  store.later(seed.shop, 'bulk', made.id, RUN_MS);
  return { made };
}

/** A node and all below it as lines of JSON: what hangs on a connection is a line of its own that names its parent. */
function linesOf(node: Row, parent: string | undefined): Row[] {
  const own: Row = {};
  const below: Row[] = [];
  for (const [name, value] of Object.entries(node)) {
    const children = edgesOf(value);
    if (children) below.push(...children.flatMap((child) => linesOf(child, String(node.id))));
    else own[name] = value;
  }
  return [parent === undefined ? own : { ...own, __parentId: parent }, ...below];
}

/** Runs a bulk operation that was begun. `execute` reads the query with every page. */
export async function finishBulk(
  shopify: Shopify,
  shop: string,
  id: number,
  execute: (call: Call, query: string) => Promise<Row>,
): Promise<void> {
  const seed = findShop(shop);
  const doc = shopify.store.get(shop, 'bulk', id);
  if (!seed || doc?.status !== 'CREATED') return;
  const call: Call = { ...shopify, seed, clientId: doc.clientId, scopes: new Set(doc.scopes), hidden: false };
  const completedAt = shopify.store.now();
  try {
    const [root] = Object.values(await execute(call, doc.query));
    const nodes = edgesOf(root) ?? [];
    const lines = nodes.flatMap((node) => linesOf(node, undefined));
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    mkdirSync(join(shopify.world.dataDir, 'shopify-files'), { recursive: true });
    writeFileSync(bulkFile(shopify, id), text);
    const counts = { objectCount: lines.length, rootObjectCount: nodes.length, fileSize: Buffer.byteLength(text) };
    shopify.store.save(shop, 'bulk', { ...doc, ...counts, status: 'COMPLETED', completedAt });
  } catch (error) {
    shopify.world.log(`shopify bulk operation: ${String(error)}`);
    shopify.store.save(shop, 'bulk', { ...doc, status: 'FAILED', completedAt });
  }
}

export function bulkView(call: Call, one: BulkDoc): View {
  const done = one.status === 'COMPLETED' && one.objectCount > 0;
  return {
    __typename: 'BulkOperation',
    id: gid('BulkOperation', one.id),
    status: one.status,
    type: 'QUERY',
    query: one.query,
    errorCode: one.status === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null,
    createdAt: one.createdAt,
    completedAt: one.completedAt,
    objectCount: String(one.objectCount),
    rootObjectCount: String(one.rootObjectCount),
    fileSize: one.fileSize === null ? null : String(one.fileSize),
    url: done ? `${call.world.baseUrl()}/shopify/${call.seed.shop}/cdn/bulk/${one.id}.jsonl` : null,
    partialDataUrl: null,
  };
}
