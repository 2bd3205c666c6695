import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierCounts } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { type Connection, listConnections, problemAnswer } from '../../connections/index.ts';
import { countSuppliers } from './supplier-counts.ts';

const NONE: SupplierCounts = {
  source_products: 0,
  products: { total: 0, tracking: 0, partial: 0, not_tracking: 0 },
  skus: { total: 0, tracking: 0, not_tracking: 0 },
};

/** Whether a supplier can be asked: by the workplace's connection, or as this installation where its catalogue is open to us. */
function stateOf(deps: Deps, source: SupplierId, mode: Mode, connection: Connection | undefined) {
  if (connection && connection.status !== 'removed') return connection.status;
  const isOpen = deps.connectors.suppliers[source]?.capabilities.feed === true;
  return isOpen && deps.connectors.baseUrl(source, mode) !== undefined ? ('ready' as const) : ('absent' as const);
}

/** The suppliers of a workplace: those it is connected to and those its products come from, with their counts. */
export async function supplierList(deps: Deps, ex: Executor, workplaceId: string, locale: string) {
  const counted = await countSuppliers(ex, workplaceId);
  const connections = await listConnections(ex, workplaceId);
  const nameOf = ({ source, mode }: { source: SupplierId; mode: Mode }) => `${source} ${mode}`;
  const byName = new Map(connections.map((one) => [nameOf({ source: one.supplier, mode: one.mode }), one]));
  const withProducts = new Set(counted.map(nameOf));
  const others = connections
    .map((one) => ({ source: one.supplier, mode: one.mode, ...NONE }))
    .filter((one) => !withProducts.has(nameOf(one)));
  return [...counted, ...others].map(({ source, mode, ...counts }) => {
    const connection = byName.get(nameOf({ source, mode }));
    return {
      ...counts,
      source,
      name: connection?.label ?? deps.connectors.suppliers[source]?.label ?? source,
      is_sandbox: mode === 'sandbox',
      state: stateOf(deps, source, mode, connection),
      problem: problemAnswer(locale, connection?.last_error),
    };
  });
}
