import { type Executor, sql } from '../../db/index.ts';
import { externalIdOf, nameOf, plainNumber } from './rules/manual-number.ts';
import { toSearchTerms } from './rules/search-terms.ts';

/** Numbers that orders of a store have already, as plainNumber compares them: those of manual orders and of the store's own. */
export async function takenNumbers(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const wanted = new Set(numbers.map(plainNumber));
  const terms = [
    ...new Set(numbers.flatMap((number) => toSearchTerms({ name: nameOf(number), skus: [] }).slice(0, 1))),
  ];
  const rows = await ex.rows<{ name: string }>(sql`select o.name from sales_order o
      where o.workplace_id = ${workplaceId} and o.store_id = ${storeId}
        and o.external_order_id = any(${[...wanted].map(externalIdOf)}::text[])
    union all select o.name from order_term t
      join sales_order o on o.workplace_id = ${workplaceId} and o.order_id = t.order_id
      where t.workplace_id = ${workplaceId} and t.term = any(${terms}::text[]) and o.store_id = ${storeId}`);
  return new Set(rows.map(({ name }) => plainNumber(name)).filter((name) => wanted.has(name)));
}

/** How many manual orders a store has. */
export const countManual = async (ex: Executor, workplaceId: string, storeId: string): Promise<number> =>
  (
    await ex.first<{ count: number }>(sql`select count(*)::int as count from sales_order
      where workplace_id = ${workplaceId} and store_id = ${storeId} and is_manual`)
  )?.count ?? 0;

/** An order created here by an earlier request with the same key. */
export const findByRequestKey = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  key: string,
): Promise<{ order_id: string; name: string } | undefined> =>
  ex.first(sql`select order_id, name from sales_order
    where workplace_id = ${workplaceId} and store_id = ${storeId} and request_key = ${key}`);

export const setRequestKey = (tx: Executor, workplaceId: string, orderId: string, key: string): Promise<number> =>
  tx.run(
    sql`update sales_order set request_key = ${key} where workplace_id = ${workplaceId} and order_id = ${orderId}`,
  );
