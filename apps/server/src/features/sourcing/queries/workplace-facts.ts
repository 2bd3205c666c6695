import type { SupplierId } from '@quayside/connector-kit';
import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';

const KEPT_MS = 5_000;
const KEPT_MOST = 10_000;

export interface WorkplaceFacts {
  /** Mode of the default store. */
  storeMode: Mode | undefined;
  /** Connected on-demand suppliers. */
  onDemand: { supplier: SupplierId; mode: Mode }[];
  /** Suppliers with prices of the owner's own account, with its connection. */
  ownAccounts: Record<Mode, ReadonlyMap<SupplierId, string>>;
  /** On-demand suppliers waiting to be reconnected. */
  waiting: { supplier: SupplierId; mode: Mode }[];
}

/** Facts about a workplace for searches, cached for seconds, because searches run at every keystroke. */
export function workplaceFacts(deps: Deps) {
  const kept = new Map<string, { facts: WorkplaceFacts; at: number }>();

  async function read({ accountId, workplaceId }: WorkplaceScope): Promise<WorkplaceFacts> {
    // For the whole workplace, not limited to a member's stores.
    const scope = { accountId, workplaceId };
    const rows = await deps.db.read(scope, (ex) =>
      ex.rows<{ supplier: SupplierId | null; mode: Mode; status: string; own: string | null }>(sql`
        select null::text as supplier, mode, status, null::uuid as own from store where workplace_id = ${scope.workplaceId} and is_default
        union all select supplier, mode, status, case when payer <> 'wallet' then connection_id end from supplier_connection
          where workplace_id = ${scope.workplaceId} and status in ('active', 'needs_reconnect')`),
    );
    const searched = (wanted: string) =>
      rows.flatMap(({ supplier, mode, status }) =>
        supplier && status === wanted && !deps.connectors.suppliers[supplier]?.capabilities.feed
          ? [{ supplier, mode }]
          : [],
      );
    const ownIn = (mode: Mode) =>
      new Map(rows.flatMap((row) => (row.supplier && row.own && row.mode === mode ? [[row.supplier, row.own]] : [])));
    return {
      ownAccounts: { live: ownIn('live'), sandbox: ownIn('sandbox') },
      storeMode: rows.find((row) => row.supplier === null)?.mode,
      onDemand: searched('active'),
      waiting: searched('needs_reconnect'),
    };
  }

  return async (scope: WorkplaceScope): Promise<WorkplaceFacts> => {
    const known = kept.get(scope.workplaceId);
    if (known && Date.now() - known.at < KEPT_MS) return known.facts;
    const facts = await read(scope);
    kept.delete(scope.workplaceId);
    if (kept.size >= KEPT_MOST) kept.delete(kept.keys().next().value ?? '');
    kept.set(scope.workplaceId, { facts, at: Date.now() });
    return facts;
  };
}

/** Default mode: that of the default store, else the installation's. */
export const usualMode = (deps: Deps, facts: WorkplaceFacts): Mode =>
  facts.storeMode ?? (deps.config.sandbox ? 'sandbox' : 'live');
