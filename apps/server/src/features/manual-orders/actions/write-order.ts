import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { addEvents, externalIdOf, nameOf, saveOrders, type VariantMatch } from '../../orders/index.ts';
import type { ManualOrderPorts } from '../ports.ts';
import { type OrderDraft, type Totals, toChannelOrder } from '../rules/draft.ts';

/** An order to write. */
export interface WrittenOrder {
  draft: OrderDraft;
  totals: Totals;
  /** Where each line is bought, by its position; others are looked up by SKU among the store's listings. */
  matches: readonly (VariantMatch | undefined)[];
}

interface Purpose {
  actor: string;
  /** Absent: a sale. */
  purpose?: 'sample' | 'exchange';
}

const idsOf = (number: string) => ({ externalOrderId: externalIdOf(number), name: nameOf(number) });

/**
 * Writes orders as if their store had reported them. Returns their ids in order. Throws unless the numbers were free: the
 * caller checked them under the store's lock.
 */
export async function writeOrders(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  ports: Pick<ManualOrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  store: Pick<Store, 'store_id' | 'mode'>,
  orders: readonly WrittenOrder[],
  { actor, purpose }: Purpose,
): Promise<string[]> {
  const now = deps.clock.now();
  const saved = await saveOrders(
    tx,
    deps,
    ports,
    scope,
    {
      storeId: store.store_id,
      mode: store.mode,
      isManual: true,
      isSample: purpose === 'sample',
      isExchange: purpose === 'exchange',
    },
    orders.map(({ draft, totals, matches }) => ({
      order: toChannelOrder(draft, totals, { ...idsOf(draft.number), now }),
      readAt: now,
      sources: matches,
    })),
  );
  const ids = orders.map(({ draft }) => {
    const id = saved.get(externalIdOf(draft.number));
    if (!id) throw new Error(`order ${draft.number} exists already`);
    return id;
  });
  const kind = purpose === undefined ? 'created_here' : (`${purpose}_created` as const);
  await addEvents(
    tx,
    scope.workplaceId,
    ids.map((orderId) => ({ orderId, kind, actor })),
  );
  return ids;
}

/** The same for one order. */
export async function writeOrder(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  ports: Pick<ManualOrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  store: Pick<Store, 'store_id' | 'mode'>,
  draft: OrderDraft,
  { totals, matches, ...purpose }: Omit<WrittenOrder, 'draft'> & Purpose,
): Promise<string> {
  const [id] = await writeOrders(tx, deps, ports, scope, store, [{ draft, totals, matches }], purpose);
  if (!id) throw new Error('written order not found');
  return id;
}
