import type { SupplierId } from '@quayside/connector-kit';
import { type Executor, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { type RestOfUnit, type Unit, unitsInStock } from './rules/multiples.ts';

/** What one unit of a store's variant takes of a supplier's variant. */
export interface Multiple {
  external_variant_id: string;
  source: string;
  mode: Mode;
  source_product_id: string;
  source_variant_id: string;
  pieces: number;
}

/** Replaces what units of a store's variants take of suppliers' variants; of several choices the largest number counts. */
export async function saveMultiples(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
  rows: readonly Multiple[],
): Promise<void> {
  await tx.run(sql`delete from store_multiple where workplace_id = ${workplaceId} and store_id = ${storeId}
    and external_variant_id = any(${[...externalVariantIds]}::text[])`);
  const several = rows.filter((row) => row.pieces > 1);
  if (several.length === 0) return;
  await tx.run(sql`insert into store_multiple (workplace_id, store_id, external_variant_id, source, mode, source_product_id,
      source_variant_id, pieces)
    select ${workplaceId}, ${storeId}, n.external_variant_id, n.source, n.mode, n.source_product_id, n.source_variant_id, n.pieces
    from (select external_variant_id, source, mode, source_product_id, source_variant_id, max(pieces) as pieces
      from jsonb_to_recordset(${JSON.stringify(several)}::jsonb) as r(external_variant_id text, source text, mode text,
        source_product_id text, source_variant_id text, pieces integer)
      group by external_variant_id, source, mode, source_product_id, source_variant_id) n returning 1`);
}

/** A part of a bundle that a store's variant is. */
export interface BundlePart extends Multiple {
  choice: number;
  position: number;
  /** Of one piece when it was mapped. */
  unit_cost: number | null;
}

/** Replaces the parts of the bundles that a store's variants are. */
export async function saveBundles(
  tx: Executor,
  workplaceId: string,
  storeId: string,
  externalVariantIds: readonly string[],
  rows: readonly BundlePart[],
): Promise<void> {
  await tx.run(sql`delete from store_bundle_part where workplace_id = ${workplaceId} and store_id = ${storeId}
    and external_variant_id = any(${[...externalVariantIds]}::text[])`);
  if (rows.length === 0) return;
  await tx.run(sql`insert into store_bundle_part (workplace_id, store_id, external_variant_id, choice, position, source, mode,
      source_product_id, source_variant_id, pieces, unit_cost)
    select ${workplaceId}, ${storeId}, n.external_variant_id, n.choice, n.position, n.source, n.mode, n.source_product_id,
      n.source_variant_id, n.pieces, n.unit_cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(external_variant_id text, choice integer, position integer,
      source text, mode text, source_product_id text, source_variant_id text, pieces integer, unit_cost bigint) returning 1`);
}

/** Variants in stores of which one unit takes more than one piece of what they are listed from. */
export interface ListedMultiple extends Unit {
  store_id: string;
  variant_id: string;
}

interface FoundPart {
  store_id: string;
  listing_id: string;
  variant_id: string;
  choice: number;
  pieces: number;
  /** The variant that the listing is made from. */
  is_own: boolean;
  product_id: string;
  source: SupplierId;
  mode: Mode;
  source_product_id: string;
  /** It is another product than the listed one. */
  is_other: boolean;
  /** The country that it is imported for; of a part that isn't, that of the listed product. */
  ship_to: string;
  /** The part as it is imported; null: it isn't. */
  part_product_id: string | null;
  part_variant_id: string | null;
  cost: number | null;
  stock: number | null;
}

/** The parts of listed bundles with what is known of them, for listings of these products or with these parts. */
const readParts = (ex: Executor, workplaceId: string, where: Sql): Promise<FoundPart[]> =>
  ex.rows<FoundPart>(sql`select l.store_id, l.listing_id, l.product_id, lv.variant_id, b.choice, b.pieces,
      p.source = b.source and p.mode = b.mode and p.source_product_id = b.source_product_id
        and v.source_variant_id = b.source_variant_id as is_own,
      b.source, b.mode, b.source_product_id, (b.source, b.mode, b.source_product_id) <> (p.source, p.mode, p.source_product_id) as is_other,
      coalesce(known.ship_to, p.ship_to) as ship_to,
      known.product_id as part_product_id, known.variant_id as part_variant_id, coalesce(known.cost, b.unit_cost) as cost, known.stock
    from store_bundle_part b
      join listing l on l.workplace_id = ${workplaceId} and l.store_id = b.store_id and l.state <> 'removed'
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
        and lv.external_variant_id = b.external_variant_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
      left join lateral (select kv.product_id, kv.variant_id, kv.cost, kv.stock, k.ship_to
        from product k join product_variant kv on kv.workplace_id = ${workplaceId} and kv.product_id = k.product_id
          and kv.source_variant_id = b.source_variant_id
        where k.workplace_id = ${workplaceId} and k.source = b.source and k.mode = b.mode
          and k.source_product_id = b.source_product_id and k.deleted_at is null
        order by k.copied_from nulls first, k.product_id limit 1) known on true
    where b.workplace_id = ${workplaceId} and ${where}
    order by l.store_id, lv.variant_id, b.choice, b.position`);

type Costs = ReadonlyMap<string, number>;

/** The parts of a listed bundle: those of the first choice that buys the variant that it is listed from. */
function partsBought(parts: readonly FoundPart[]): FoundPart[] {
  const choice = parts.find((part) => part.is_own)?.choice;
  return parts.filter((part) => part.choice === choice);
}

/** What a unit takes besides its own variant. `costs`: other costs of imported parts. */
function restOf(parts: readonly FoundPart[], costs?: Costs): (RestOfUnit & { pieces: number }) | undefined {
  const own = partsBought(parts);
  const others = own.filter((part) => !part.is_own);
  const pieces = own.find((part) => part.is_own)?.pieces;
  if (pieces === undefined || others.length === 0) return undefined;
  const costOf = (part: FoundPart): number => costs?.get(part.part_variant_id ?? '') ?? part.cost ?? 0;
  const units = others.flatMap((part) => unitsInStock(part.stock, part.pieces) ?? []);
  const shipped = others.flatMap(({ is_other, mode, ship_to, source, source_product_id }) =>
    is_other
      ? [
          [
            `${source} ${source_product_id}`,
            { source, mode, sourceProductId: source_product_id, shipTo: ship_to },
          ] as const,
        ]
      : [],
  );
  return {
    pieces,
    cost: others.reduce((sum, part) => sum + costOf(part) * part.pieces, 0),
    units: units.length > 0 ? Math.min(...units) : null,
    shipped: [...new Map(shipped).values()],
  };
}

/** Multiples and bundles among the listed variants of products. `costs`: as for `multiplesIn`. */
export async function readMultiples(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[] | undefined,
  storeId?: string,
  costs?: Costs,
): Promise<ListedMultiple[]> {
  const multiples = await ex.rows<ListedMultiple>(sql`select l.store_id, lv.variant_id, max(m.pieces) as pieces
    from store_multiple m
      join listing l on l.workplace_id = ${workplaceId} and l.store_id = m.store_id and l.state <> 'removed'
      join listing_variant lv on lv.workplace_id = ${workplaceId} and lv.listing_id = l.listing_id
        and lv.external_variant_id = m.external_variant_id
      join product p on p.workplace_id = ${workplaceId} and p.product_id = l.product_id and p.source = m.source and p.mode = m.mode
        and p.source_product_id = m.source_product_id
      join product_variant v on v.workplace_id = ${workplaceId} and v.variant_id = lv.variant_id
        and v.source_variant_id = m.source_variant_id
    where m.workplace_id = ${workplaceId}
      ${productIds ? sql`and l.product_id = any(${[...productIds]}::uuid[])` : sql``}
      ${storeId === undefined ? sql`` : sql`and m.store_id = ${storeId}`}
    group by l.store_id, lv.variant_id`);
  const parts = await readParts(
    ex,
    workplaceId,
    sql`true ${productIds ? sql`and l.product_id = any(${[...productIds]}::uuid[])` : sql``}
      ${storeId === undefined ? sql`` : sql`and b.store_id = ${storeId}`}`,
  );
  const keyOf = (row: { store_id: string; variant_id: string }): string => `${row.store_id} ${row.variant_id}`;
  const found = new Map(multiples.map((row) => [keyOf(row), row]));
  for (const [key, own] of Map.groupBy(parts, keyOf)) {
    const rest = restOf(own, costs);
    const [first] = own;
    if (!rest || !first) continue;
    const { pieces, ...others } = rest;
    const known = found.get(key)?.pieces ?? 1;
    found.set(key, {
      store_id: first.store_id,
      variant_id: first.variant_id,
      pieces: Math.max(known, pieces),
      rest: others,
    });
  }
  return [...found.values()];
}

/** The same for one store by variant; those of one piece are missing. `costs`: other costs of imported parts than those saved. */
export const multiplesIn = async (
  ex: Executor,
  workplaceId: string,
  storeId: string,
  productIds: readonly string[] | undefined,
  costs?: Costs,
): Promise<ReadonlyMap<string, Unit>> =>
  new Map(
    (await readMultiples(ex, workplaceId, productIds, storeId, costs)).map(({ variant_id, pieces, rest }) => [
      variant_id,
      rest ? { pieces, rest } : { pieces },
    ]),
  );

/** A listed bundle with the imported variants that it takes. */
export interface ListedBundle {
  store_id: string;
  listing_id: string;
  product_id: string;
  variant_id: string;
  parts: {
    product_id: string | null;
    variant_id: string | null;
    pieces: number;
    is_own: boolean;
    cost: number | null;
    stock: number | null;
  }[];
}

/** Listed bundles that take variants of these products, or are listed from them. */
export async function bundlesWith(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<ListedBundle[]> {
  const ids = [...productIds];
  const parts = await readParts(
    ex,
    workplaceId,
    sql`(l.product_id = any(${ids}::uuid[]) or exists (select 1 from store_bundle_part o
        join product op on op.workplace_id = ${workplaceId} and op.source = o.source and op.mode = o.mode
          and op.source_product_id = o.source_product_id and op.product_id = any(${ids}::uuid[])
        where o.workplace_id = ${workplaceId} and o.store_id = b.store_id and o.external_variant_id = b.external_variant_id))`,
  );
  return [...Map.groupBy(parts, (part) => `${part.listing_id} ${part.variant_id}`).values()].flatMap((all) => {
    const own = partsBought(all);
    const [first] = own;
    if (!first || own.length < 2) return [];
    const { listing_id, product_id, store_id, variant_id } = first;
    return [
      {
        store_id,
        listing_id,
        product_id,
        variant_id,
        parts: own.map((part) => ({
          product_id: part.part_product_id,
          variant_id: part.is_own ? part.variant_id : part.part_variant_id,
          pieces: part.pieces,
          is_own: part.is_own,
          cost: part.cost,
          stock: part.stock,
        })),
      },
    ];
  });
}

/** Pieces that units of bundles take of variants of these products, by variant. */
export const piecesOfParts = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<{ variant_id: string; pieces: number }[]> =>
  ex.rows<{ variant_id: string; pieces: number }>(sql`select distinct v.variant_id, b.pieces from product p
      join product_variant v on v.workplace_id = ${workplaceId} and v.product_id = p.product_id
      join store_bundle_part b on b.workplace_id = ${workplaceId} and b.source = p.source and b.mode = p.mode
        and b.source_product_id = p.source_product_id and b.source_variant_id = v.source_variant_id
    where p.workplace_id = ${workplaceId} and p.product_id = any(${[...productIds]}::uuid[])`);
