import { type Executor, sql } from '../../../db/index.ts';

/** Something of a workspace that an id of the trail stands for, as it is now. */
export interface Thing {
  id: string;
  name: string;
  /** The product or order that it is shown with, where that is not the thing itself. */
  shown_with: string | null;
  /** What its sums are in; null: it has none. */
  currency: string | null;
}

/**
 * What ids are called, of those that the reader may see; people who were members here too. Each table is asked by its key; an id that is none of them (one of
 * the outside, of something deleted, of a store that the reader is kept from) is not among the answers.
 */
export async function findThings(
  ex: Executor,
  workplaceId: string,
  ids: readonly string[],
): Promise<Map<string, Thing>> {
  if (ids.length === 0) return new Map();
  const these = sql`any(${[...ids]}::uuid[])`;
  const rows = await ex.rows<Thing>(sql`
    with shop as (
      select store_id, coalesce(nullif(store_name, ''), platform_domain) as name, currency from store
      where workplace_id = ${workplaceId}),
    former as materialized (
      select e.entity_id from audit_entry e
      where e.workplace_id = ${workplaceId} and e.entity = 'member' and e.entity_id = any(${[...ids]}::text[]))
    select s.store_id as id, s.name, null::uuid as shown_with, s.currency from shop s where s.store_id = ${these}
    union all select c.connection_id, c.label, null, null from supplier_connection c
      where c.workplace_id = ${workplaceId} and c.connection_id = ${these}
    union all select p.product_id, p.title, null, p.currency from product p
      where p.workplace_id = ${workplaceId} and p.product_id = ${these} and p.deleted_at is null
    union all select v.variant_id, concat_ws(' · ', p.title, nullif(array_to_string(v.option_values, ' / '), '')), p.product_id, p.currency
      from product_variant v join product p on p.workplace_id = v.workplace_id and p.product_id = v.product_id
      where v.workplace_id = ${workplaceId} and v.variant_id = ${these} and p.deleted_at is null
    union all select l.listing_id, concat_ws(' · ', p.title, s.name), p.product_id, p.currency
      from listing l join product p on p.workplace_id = l.workplace_id and p.product_id = l.product_id
      join shop s on s.store_id = l.store_id
      where l.workplace_id = ${workplaceId} and l.listing_id = ${these} and p.deleted_at is null
    union all select o.order_id, o.name, null, o.currency from sales_order o
      where o.workplace_id = ${workplaceId} and o.order_id = ${these}
    union all select b.supplier_order_id, concat_ws(' · ', o.name, c.label), o.order_id, b.currency
      from supplier_order b join sales_order o on o.workplace_id = b.workplace_id and o.order_id = b.order_id
      left join supplier_connection c on c.workplace_id = b.workplace_id and c.connection_id = b.connection_id
      where b.workplace_id = ${workplaceId} and b.supplier_order_id = ${these}
    union all select a.account_id, coalesce(nullif(trim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email), null, null
      from account a where a.account_id = ${these} and (
        exists (select 1 from member m where m.workplace_id = ${workplaceId} and m.account_id = a.account_id)
        or a.account_id::text in (select entity_id from former))`);
  return new Map(rows.map((row) => [row.id, row]));
}
