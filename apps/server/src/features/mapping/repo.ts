import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { importedVariants, type SourceVariantName } from '../products/index.ts';
import type { ChoiceRow, ComponentRow, NewMapping, SavedChoice } from './tables.ts';

const choices = (workplaceId: string, where: Sql): Sql => sql`select m.mapping_id, m.store_id, m.external_product_id,
    m.external_variant_id, m.title as mapped_title, m.variant_title as mapped_variant_title, m.priority, m.ship_to,
    c.position,
    c.source, c.mode, c.source_product_id, c.source_variant_id, c.source_sku, c.title, c.option_values, c.quantity,
    c.image_url, c.unit_cost, c.cost_currency
  from variant_mapping m
  join mapping_component c on c.workplace_id = ${workplaceId} and c.mapping_id = m.mapping_id
  where m.workplace_id = ${workplaceId} and ${where}
  order by m.store_id, m.external_variant_id, m.priority, c.position`;

/** Choices with the imported variants: their current facts win over those of the day of the mapping. */
async function withImported(ex: Executor, workplaceId: string, rows: readonly SavedChoice[]): Promise<ComponentRow[]> {
  const key = (one: SourceVariantName) =>
    [one.source, one.mode, one.source_product_id, one.source_variant_id].join(' ');
  const names = rows.map(({ mode, source, source_product_id, source_variant_id }) => ({
    mode,
    source,
    source_product_id,
    source_variant_id,
  }));
  const imported = new Map((await importedVariants(ex, workplaceId, names)).map((one) => [key(one), one]));
  return rows.map((row) => {
    const known = imported.get(key(row));
    return {
      ...row,
      product_id: known?.product_id ?? null,
      variant_id: known?.variant_id ?? null,
      image_url: known?.image_url ?? row.image_url,
      unit_cost: known?.cost ?? row.unit_cost,
      cost_currency: known?.currency ?? row.cost_currency,
    };
  });
}

async function read(ex: Executor, workplaceId: string, where: Sql): Promise<ChoiceRow[]> {
  const rows = await withImported(ex, workplaceId, await ex.rows<SavedChoice>(choices(workplaceId, where)));
  return [...Map.groupBy(rows, (row) => row.mapping_id).values()].flatMap(([first, ...further]) =>
    first ? [{ ...first, further }] : [],
  );
}

/** Supplier choices of a store's variants. */
export const findChoices = (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
): Promise<ChoiceRow[]> =>
  externalVariantIds.length === 0
    ? Promise.resolve([])
    : read(
        ex,
        workplaceId,
        sql`m.store_id = ${storeId} and m.external_variant_id = any(${[...externalVariantIds]}::text[])`,
      );

/** Supplier choices of stores' variants of which one buys a supplier's product. */
export const findChoicesOfSource = (
  ex: Executor,
  workplaceId: string,
  source: SupplierId,
  mode: Mode,
  sourceProductId: string,
): Promise<ChoiceRow[]> =>
  read(
    ex,
    workplaceId,
    sql`(m.store_id, m.external_variant_id) in (select o.store_id, o.external_variant_id
        from mapping_component s join variant_mapping o on o.workplace_id = ${workplaceId} and o.mapping_id = s.mapping_id
        where s.workplace_id = ${workplaceId} and s.source = ${source} and s.mode = ${mode}
          and s.source_product_id = ${sourceProductId})`,
  );

/** Variants of a store's product with supplier choices. */
export const findMappedOfProduct = (
  ex: Executor,
  workplaceId: string,
  externalProductId: string,
): Promise<{ store_id: string; external_variant_id: string; title: string; variant_title: string }[]> =>
  ex.rows(sql`select distinct store_id, external_variant_id, title, variant_title from variant_mapping
    where workplace_id = ${workplaceId} and external_product_id = ${externalProductId}
    order by store_id, external_variant_id`);

/** Which variants of a store have supplier choices. */
export async function mappedVariants(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (externalVariantIds.length === 0) return new Set();
  const rows = await ex.rows<{ id: string }>(sql`select distinct external_variant_id as id from variant_mapping
    where workplace_id = ${workplaceId} and store_id = ${storeId}
      and external_variant_id = any(${[...externalVariantIds]}::text[])`);
  return new Set(rows.map((row) => row.id));
}

/** Two changes of mappings wait for each other, so that none mixes its choices with another's. */
export const lockMappings = (tx: Executor, workplaceId: string): Promise<unknown> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`variant_mapping ${workplaceId}`}, 0))`);

/** Removes all choices of a store's variants. */
export async function deleteMappings(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
): Promise<void> {
  await tx.run(sql`delete from mapping_component where workplace_id = ${workplaceId} and mapping_id in (
    select mapping_id from variant_mapping where workplace_id = ${workplaceId} and store_id = ${storeId}
      and external_variant_id = any(${[...externalVariantIds]}::text[]))`);
  await tx.run(sql`delete from variant_mapping where workplace_id = ${workplaceId} and store_id = ${storeId}
    and external_variant_id = any(${[...externalVariantIds]}::text[])`);
}

export async function insertMappings(tx: Executor, workplaceId: string, rows: readonly NewMapping[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into variant_mapping (workplace_id, mapping_id, store_id, external_product_id, external_variant_id, title,
      variant_title, priority, ship_to)
    select ${workplaceId}, n.mapping_id, n.store_id, n.external_product_id, n.external_variant_id, n.title, n.variant_title,
      n.priority, array(select jsonb_array_elements_text(n.ship_to))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(mapping_id uuid, store_id uuid, external_product_id text,
      external_variant_id text, title text, variant_title text, priority integer, ship_to jsonb) returning 1`);
  const components = rows.flatMap(({ components: own, mapping_id }) =>
    own.map((component, at) => ({ ...component, mapping_id, position: at + 1 })),
  );
  await tx.run(sql`insert into mapping_component (workplace_id, mapping_id, position, source, mode, source_product_id,
      source_variant_id, source_sku, title, option_values, image_url, unit_cost, cost_currency, quantity)
    select ${workplaceId}, n.mapping_id, n.position, n.source, n.mode, n.source_product_id, n.source_variant_id, n.source_sku, n.title,
      array(select jsonb_array_elements_text(n.option_values)), n.image_url, n.unit_cost, n.cost_currency, n.quantity
    from jsonb_to_recordset(${JSON.stringify(components)}::jsonb) as n(mapping_id uuid, position integer, source text, mode text,
      source_product_id text, source_variant_id text, source_sku text, title text, option_values jsonb, image_url text,
      unit_cost bigint, cost_currency text, quantity integer) returning 1`);
}
