import { type Executor, sql } from '../../db/index.ts';
import type { CheckResult } from './rules/judge-check.ts';
import type { ShippingRow } from './rules/judge-shipping.ts';
import { HELD_SECONDS } from './slot-repo.ts';
import type { ScheduleSlot, SeenRow, TrackedProductRow } from './tables.ts';

/** Watches products; answers those that were not watched yet. */
export async function insertTrackedProducts(
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{
    product_id: string;
  }>(sql`insert into product_watch (workplace_id, product_id, source, mode)
    select ${workplaceId}, product_id, source, mode from product
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[]) and deleted_at is null
    order by product_id on conflict do nothing returning product_id`);
  return rows.map((row) => row.product_id);
}

/** Watches products no more, with all that was seen of them. */
export const deleteTrackedProducts = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<number> =>
  tx.run(sql`delete from product_watch
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);

/** Makes watched products due now, but for those that were looked at within `seconds`; answers which. */
export const makeProductsDue = (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
  seconds: number,
): Promise<TrackedProductRow[]> =>
  tx.rows<TrackedProductRow>(sql`update product_watch set next_look_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
      and (looked_at is null or looked_at < now() - make_interval(secs => ${seconds}))
    returning product_id, source, mode, looked_at, cost_moved, out_of_stock, gone`);

/** When products are due next after the time between looks was changed: no later than it says now. */
export const makeAllProductsDue = (tx: Executor, workplaceId: string, hours: number): Promise<number> =>
  tx.run(sql`update product_watch set next_look_at = seconds_after(looked_at, ${hours * 3600})
    where workplace_id = ${workplaceId} and next_look_at > seconds_after(looked_at, ${hours * 3600})`);

/** A product that is due, with its SKUs at the supplier. */
export interface DueProduct {
  product_id: string;
  source_product_id: string;
  ship_to: string;
  source_variant_ids: string[];
  /** When a quote of its shipping was asked for last; null: never. */
  shipping_asked_at: string | null;
}

/** Takes products that are due for one worker alone. What a dead worker held is due when its lease has ended. */
export const claimDueProducts = (
  tx: Executor,
  turn: ScheduleSlot,
  holder: string,
  most: number,
): Promise<DueProduct[]> =>
  tx.rows<DueProduct>(sql`with due as (
      select product_id from product_watch
      where workplace_id = ${turn.workplaceId} and source = ${turn.source} and mode = ${turn.mode} and next_look_at <= now()
        and (lease_until is null or lease_until < now())
      order by next_look_at, product_id limit ${most} for update skip locked),
    taken as (
      update product_watch w set lease_holder = ${holder}, lease_until = now() + make_interval(secs => ${HELD_SECONDS})
      from due where w.workplace_id = ${turn.workplaceId} and w.product_id = due.product_id returning w.product_id, w.shipping_asked_at)
    select p.product_id, p.source_product_id, p.ship_to, taken.shipping_asked_at,
      array(select v.source_variant_id from product_variant v
        where v.workplace_id = ${turn.workplaceId} and v.product_id = p.product_id order by v.position) as source_variant_ids
    from taken join product p on p.workplace_id = ${turn.workplaceId} and p.product_id = taken.product_id`);

/** Of some products, those that this worker still holds, with what is kept of their shipping; locked. */
export const lockClaimedProducts = async (
  tx: Executor,
  workplaceId: string,
  holder: string,
  productIds: readonly string[],
): Promise<Map<string, ShippingRow>> =>
  new Map(
    (
      await tx.rows<
        ShippingRow & { product_id: string }
      >(sql`select product_id, ships, shipping, told_shipping, shipping_at from product_watch
        where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
          and lease_holder = ${holder}::uuid order by product_id for update`)
    ).map(({ product_id: id, ...row }) => [id, row]),
  );

/** Gives products back that were not looked at; they are due again after `seconds`. */
export const releaseProducts = (
  tx: Executor,
  workplaceId: string,
  holder: string,
  productIds: readonly string[],
  seconds: number,
): Promise<number> =>
  tx.run(sql`update product_watch set lease_holder = null, lease_until = null,
      next_look_at = greatest(next_look_at, now() + make_interval(secs => ${seconds}))
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[]) and lease_holder = ${holder}::uuid`);

/** What was seen of products, by product and variant. */
export async function findSeenVariants(
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Map<string, SeenRow>> {
  const rows = await ex.rows<SeenRow>(sql`select variant_id, product_id, found, cost, stock, seen_at, told_cost
    from variant_watch where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);
  return new Map(rows.map((row) => [row.variant_id, row]));
}

export const findTrackedProducts = (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<TrackedProductRow[]> =>
  ex.rows<TrackedProductRow>(sql`select w.product_id, w.source, w.mode, w.looked_at, w.cost_moved, w.out_of_stock, w.gone,
      coalesce(v.out_variants, 0)::int as out_variants, coalesce(v.variants, 0)::int as variants
    from product_watch w
    left join (select workplace_id, product_id, count(*) as variants,
        count(*) filter (where not found or stock = 0) as out_variants
      from variant_watch where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])
      group by workplace_id, product_id) v on v.workplace_id = w.workplace_id and v.product_id = w.product_id
    where w.workplace_id = ${workplaceId} and w.product_id = any(${[...productIds]}::uuid[])`);

/** Writes down what looks found, and when the products are due again. */
export async function saveChecks(
  tx: Executor,
  workplaceId: string,
  looks: ReadonlyMap<string, Pick<CheckResult, 'rows' | 'marks'> & { shipping: ShippingRow }>,
  everyHours: number,
): Promise<void> {
  const rows = [...looks.values()].flatMap((one) => one.rows);
  await tx.run(sql`insert into variant_watch (workplace_id, variant_id, product_id, found, cost, stock, seen_at, told_cost)
    select ${workplaceId}, r.variant_id, r.product_id, r.found, r.cost, r.stock, r.seen_at, r.told_cost
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(variant_id uuid, product_id uuid, found boolean, cost bigint,
      stock integer, seen_at timestamptz, told_cost bigint)
    on conflict (workplace_id, variant_id) do update set found = excluded.found, cost = excluded.cost, stock = excluded.stock,
      seen_at = excluded.seen_at, told_cost = excluded.told_cost`);
  const marks = [...looks].map(([product_id, one]) => ({ product_id, ...one.marks, ...one.shipping }));
  await tx.run(sql`update product_watch w set cost_moved = r.cost_moved, out_of_stock = r.out_of_stock, gone = r.gone,
      ships = r.ships, shipping = r.shipping, told_shipping = r.told_shipping, shipping_at = r.shipping_at,
      looked_at = now(), next_look_at = now() + make_interval(hours => ${everyHours}), lease_holder = null, lease_until = null
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as r(product_id uuid, cost_moved boolean, out_of_stock boolean, gone boolean,
      ships boolean, shipping bigint, told_shipping bigint, shipping_at timestamptz)
    where w.workplace_id = ${workplaceId} and w.product_id = r.product_id`);
}

/** Notes that quotes of products' shipping were asked for. */
export const noteShippingAsked = async (
  tx: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<void> => {
  if (productIds.length === 0) return;
  await tx.run(sql`update product_watch set shipping_asked_at = now()
    where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`);
};

/** What is known of the shipping of tracked products, by product. */
export const findShipping = async (
  ex: Executor,
  workplaceId: string,
  productIds: readonly string[],
): Promise<Map<string, ShippingRow>> =>
  new Map(
    (
      await ex.rows<
        ShippingRow & { product_id: string }
      >(sql`select product_id, ships, shipping, told_shipping, shipping_at from product_watch
        where workplace_id = ${workplaceId} and product_id = any(${[...productIds]}::uuid[])`)
    ).map(({ product_id: id, ...row }) => [id, row]),
  );

/** The owner has taken the supplier's cost over: the next move is measured from it, and nothing is marked. */
export async function clearCostChange(tx: Executor, workplaceId: string, productId: string): Promise<void> {
  await tx.run(sql`update variant_watch set told_cost = cost
    where workplace_id = ${workplaceId} and product_id = ${productId} and found and cost is not null`);
  await tx.run(
    sql`update product_watch set cost_moved = false where workplace_id = ${workplaceId} and product_id = ${productId}`,
  );
}
