import { type Executor, json, sql } from '../../db/index.ts';
import type { PlacementSetting } from './rules/choose-method.ts';

/** A supplier's settings, as saved. */
export interface PlacementSettingRow extends PlacementSetting {
  supplier: string;
}

/** Settings of all suppliers that have some. */
export const listPlacementSettings = (ex: Executor, workplaceId: string): Promise<PlacementSettingRow[]> =>
  ex.rows<PlacementSettingRow>(sql`select supplier, warehouse, countries, shipping_method, rules from placement_setting
    where workplace_id = ${workplaceId}`);

export const savePlacementSetting = (
  tx: Executor,
  workplaceId: string,
  supplier: string,
  { warehouse, countries, shipping_method: method, rules }: PlacementSetting,
): Promise<number> =>
  tx.run(sql`insert into placement_setting (workplace_id, supplier, warehouse, countries, shipping_method, rules)
    values (${workplaceId}, ${supplier}, ${warehouse}, ${[...countries]}::text[], ${method}, ${json(rules)})
    on conflict (workplace_id, supplier) do update set warehouse = excluded.warehouse, countries = excluded.countries,
      shipping_method = excluded.shipping_method, rules = excluded.rules`);

/** Drops quotes of a supplier that were asked from another warehouse. */
export const dropQuotesOf = (tx: Executor, workplaceId: string, connectionIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from supplier_quote where workplace_id = ${workplaceId}
    and connection_id = any(${connectionIds}::uuid[])`);

/** Names of a supplier's shipping methods in recent quotes and orders. */
export const knownMethods = async (
  ex: Executor,
  workplaceId: string,
  supplier: string,
  connectionIds: readonly string[],
): Promise<string[]> =>
  (
    await ex.rows<{ name: string }>(sql`select distinct option ->> 'serviceName' as name
      from (select options from supplier_quote where workplace_id = ${workplaceId}
          and connection_id = any(${connectionIds}::uuid[]) and state = 'known' order by asked_at desc limit 200) q
        cross join jsonb_array_elements(q.options) as option
      union select shipping_method from (select shipping_method from supplier_order
        where workplace_id = ${workplaceId} and supplier = ${supplier} order by supplier_order_id desc limit 500) p
        where shipping_method is not null
      order by name`)
  ).map((row) => row.name);
