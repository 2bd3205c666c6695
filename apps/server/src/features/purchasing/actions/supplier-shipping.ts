import type { ShippingOption, SupplierConnector, SupplierWarehouse } from '@quayside/connector-kit';
import { notFoundField } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type Connection, listConnections, type Problem } from '../../connections/index.ts';
import { getMessageKey } from '../../orders/index.ts';
import { type SampleVariant, sampleVariant } from '../../products/index.ts';
import { askWarehousesJob } from '../jobs/purchasing.ts';
import { knownMethods } from '../placement-setting-repo.ts';
import { findQuote, isStale, questionKey } from '../quote-repo.ts';
import { getQuestion } from '../rules/plan-shipping.ts';
import { beginAskingWarehouses, findWarehousesRow } from '../warehouse-repo.ts';
import { requestQuotes } from './send-questions.ts';

/** An installed supplier by its name in a request. */
export function getSupplier(deps: Deps, source: string, field = 'product_source'): SupplierConnector {
  const connector = deps.connectors.suppliers[source];
  if (!connector) throw notFoundField(field, 'SUPPLIER_NOT_OFFERED', { supplier: source });
  return connector;
}

/** The workspace's connections to a supplier, a live one first. */
const connectionsTo = async (deps: Deps, scope: WorkplaceScope, source: string): Promise<Connection[]> =>
  (await deps.db.read(scope, (ex) => listConnections(ex, scope.workplaceId)))
    .filter((one) => one.supplier === source && one.status !== 'removed')
    .toSorted((a, b) => (a.mode === b.mode ? 0 : a.mode === 'live' ? -1 : 1));

/** What the supplier last reported, and what that is worth now. */
interface Reported {
  /** The first response is still to come. */
  pending: boolean;
  /** When it last responded; null: never. */
  knownAt: string | null;
  problem: Problem | null;
}

export interface KnownCarriers extends Reported {
  names: string[];
  /** Methods offered for one item to the requested country; empty: unknown. */
  offered: readonly ShippingOption[];
  /** The product that `offered` is for. */
  item: Pick<SampleVariant, 'title' | 'variantTitle'> | null;
}

/** The imported item whose shipping the supplier is asked for, and the connection that asks. */
async function findSample(
  deps: Deps,
  { workplaceId, ...scope }: WorkplaceScope,
  source: string,
  connections: readonly Connection[],
): Promise<(SampleVariant & { connectionId: string }) | undefined> {
  for (const { mode, connection_id: connectionId } of connections) {
    const sample = await deps.db.read({ ...scope, workplaceId }, (ex) => sampleVariant(ex, workplaceId, source, mode));
    if (sample) return { ...sample, connectionId };
  }
  return undefined;
}

/** Names of a supplier's shipping methods in recent quotes and orders. */
export async function findMethodNames(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  connections?: readonly Connection[],
): Promise<string[]> {
  const ids = (connections ?? (await connectionsTo(deps, scope, source))).map((one) => one.connection_id);
  return deps.db.read(scope, (ex) => knownMethods(ex, scope.workplaceId, source, ids));
}

/**
 * Shipping methods of a supplier as kept: those of recent quotes and orders, and those it last offered for one of the
 * imported products. Older ones are requested from the supplier; open screens learn of the response.
 */
export async function findCarriers(
  deps: Deps,
  scope: WorkplaceScope,
  source: string,
  countryCode: string,
): Promise<KnownCarriers> {
  const { workplaceId } = scope;
  getSupplier(deps, source);
  const connections = await connectionsTo(deps, scope, source);
  const known = await findMethodNames(deps, scope, source, connections);
  const sample = await findSample(deps, scope, source, connections);
  if (!sample) return { names: known, offered: [], item: null, problem: null, pending: false, knownAt: null };
  const { connectionId, sourceProductId, sourceVariantId } = sample;
  const line = { source_product_id: sourceProductId, source_variant_id: sourceVariantId, pieces: 1 };
  const key = questionKey(getQuestion([line], { countryCode, postalCode: undefined }));
  const row = await deps.db.read(scope, (ex) => findQuote(ex, workplaceId, connectionId, key));
  if (!row || isStale(row)) {
    const ask = { countryCode, lines: [{ sourceProductId, sourceVariantId, quantity: 1 }] };
    await deps.db.tenant(scope, (tx) => requestQuotes(tx, deps, scope, [{ connectionId, key, ask, orderIds: [] }]));
  }
  const offered = row?.options ?? [];
  return {
    names: [...new Set([...offered.map((option) => option.serviceName), ...known])],
    offered,
    item: sample,
    problem:
      row?.state === 'failed' && row.error_key
        ? {
            key: getMessageKey(row.error_key),
            params: { title: sample.title, country: countryCode, ...row.error_params },
          }
        : null,
    pending: !row || row.state === 'asking',
    knownAt: row?.known_at ?? null,
  };
}

export interface KnownWarehouses extends Reported {
  items: readonly SupplierWarehouse[];
}

/**
 * Warehouses of a supplier as kept; none where orders can't name one. Older ones are requested from the supplier; open
 * screens learn of the response.
 */
export async function findWarehouses(deps: Deps, scope: WorkplaceScope, source: string): Promise<KnownWarehouses> {
  const { workplaceId } = scope;
  const none = { items: [], problem: null, pending: false, knownAt: null };
  if (!getSupplier(deps, source).warehouses) return none;
  const [connection] = await connectionsTo(deps, scope, source);
  if (!connection) return none;
  const { connection_id: connectionId, label } = connection;
  const row = await deps.db.read(scope, (ex) => findWarehousesRow(ex, workplaceId, connectionId));
  if (!row || isStale(row))
    await deps.db.tenant(scope, async (tx) => {
      if (await beginAskingWarehouses(tx, workplaceId, connectionId))
        await deps.queue.send(tx, askWarehousesJob, { ...scope, connectionId });
    });
  return {
    items: row?.warehouses ?? [],
    problem:
      row?.state === 'failed' && row.error_key
        ? { key: row.error_key, params: { ...row.error_params, name: label } }
        : null,
    pending: !row || row.state === 'asking',
    knownAt: row?.known_at ?? null,
  };
}
