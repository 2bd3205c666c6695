import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Store } from '../../connections/index.ts';
import { addEvents, externalIdOf, nameOf, saveOrder, type VariantMatch } from '../../orders/index.ts';
import type { ManualOrderPorts } from '../ports.ts';
import { type OrderDraft, type Totals, toChannelOrder } from '../rules/draft.ts';

const idsOf = (number: string) => ({ externalOrderId: externalIdOf(number), name: nameOf(number) });

/**
 * Writes an order as if its store had reported it. `matches`: where each line is bought, by its position; others are looked up by SKU
 * among the store's listings. Throws unless the number was free: the caller checked it under the store's lock.
 */
export async function writeOrder(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'clock'>,
  ports: Pick<ManualOrderPorts, 'match' | 'onNewOrders'>,
  scope: WorkplaceScope,
  store: Pick<Store, 'store_id' | 'mode'>,
  draft: OrderDraft,
  {
    totals,
    matches,
    actor,
    purpose,
  }: {
    totals: Totals;
    matches: readonly (VariantMatch | undefined)[];
    actor: string;
    /** Absent: a sale. */
    purpose?: 'sample' | 'exchange';
  },
): Promise<string> {
  const now = deps.clock.now();
  // Lines that don't ship are never bought, so they are not asked for.
  const shipped = matches.filter((_, at) => draft.lines[at]?.requiresShipping);
  const orderId = await saveOrder(
    tx,
    deps,
    {
      onNewOrders: ports.onNewOrders,
      async match(ex, workplaceId, storeId, wanted) {
        const found = await ports.match(ex, workplaceId, storeId, wanted);
        return wanted.map((_, at) => shipped[at] ?? found[at]);
      },
    },
    scope,
    {
      storeId: store.store_id,
      mode: store.mode,
      isManual: true,
      isSample: purpose === 'sample',
      isExchange: purpose === 'exchange',
    },
    { order: toChannelOrder(draft, totals, { ...idsOf(draft.number), now }), readAt: now },
  );
  if (!orderId) throw new Error(`order ${draft.number} exists already`);
  const kind = purpose === undefined ? 'created_here' : (`${purpose}_created` as const);
  await addEvents(tx, scope.workplaceId, [{ orderId, kind, actor }]);
  return orderId;
}
