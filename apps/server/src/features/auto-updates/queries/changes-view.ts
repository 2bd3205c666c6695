import type { AutoUpdateChange, SupplierHold } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { listStores, problemAnswer } from '../../connections/index.ts';
import { findVariants, readProductCards } from '../../products/index.ts';
import { openHolds } from '../report-repo.ts';
import { canUndo } from '../rules/can-undo.ts';
import type { ChangeRow, ListingValue } from '../tables.ts';

function valueAnswer(value: ListingValue, currency: string): AutoUpdateChange['after'] {
  if (value.field !== 'price') return value;
  const compare = value.compare ?? null;
  return {
    field: 'price',
    price: money(value.price, currency),
    compare_at: compare === null ? null : money(compare, currency),
  };
}

function supplierAnswer({ facts }: ChangeRow): AutoUpdateChange['supplier'] {
  if (!facts) return null;
  const amount = (one: number | null) => (one === null ? null : money(one, facts.currency));
  return {
    cost_before: amount(facts.cost_was),
    cost_after: amount(facts.cost),
    stock_after: facts.stock,
    shipping_before: amount(facts.shipping_was ?? null),
    shipping_after: amount(facts.shipping ?? null),
    at: facts.at,
  };
}

/** Changes as people see them, with the names of their stores, products and variants. */
export async function changesView(
  ex: Executor,
  workplaceId: string,
  locale: string,
  rows: readonly ChangeRow[],
): Promise<AutoUpdateChange[]> {
  const productIds = [...new Set(rows.map((row) => row.product_id))];
  const stores = new Map((await listStores(ex, workplaceId, true)).map((store) => [store.store_id, store]));
  const cards = new Map((await readProductCards(ex, workplaceId, productIds)).map((card) => [card.product_id, card]));
  const variants = new Map((await findVariants(ex, workplaceId, productIds)).map((one) => [one.variant_id, one]));
  return rows.map((row) => {
    const store = stores.get(row.store_id);
    const variant = row.variant_id === null ? undefined : variants.get(row.variant_id);
    const problem = row.error_key ? { key: row.error_key, params: row.error_params ?? {} } : null;
    return {
      change_id: row.change_id,
      store_id: row.store_id,
      store_name: store?.store_name || store?.platform_domain || '',
      product_id: row.product_id,
      title: row.title,
      image: cards.get(row.product_id)?.image ?? null,
      variant: variant ? variant.option_values.join(' / ') || variant.sku : null,
      cause: row.cause,
      rule: row.rule,
      state: row.state,
      before: row.before && valueAnswer(row.before, row.currency),
      after: valueAnswer(row.after, row.currency),
      supplier: supplierAnswer(row),
      problem: problem && problemAnswer(locale, problem),
      requested_by: row.requested_by,
      can_undo: canUndo(row),
      is_undone: row.undone_by !== null,
      created_at: row.created_at,
      ended_at: row.ended_at,
    };
  });
}

export const holdsView = async (
  ex: Executor,
  deps: Pick<Deps, 'connectors'>,
  workplaceId: string,
): Promise<SupplierHold[]> =>
  (await openHolds(ex, workplaceId)).map(({ facts, mode: _mode, ...hold }) => ({
    ...hold,
    supplier: deps.connectors.suppliers[hold.source]?.label ?? hold.source,
    products: new Set(facts.map((one) => one.product_id)).size,
  }));
