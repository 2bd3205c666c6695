import { type Executor, json, type Sql, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { Shippable } from './rules/shipping.ts';

/** A product as it is put into the warehouse. Amounts in the smallest unit of `currency`. */
export interface StockedProduct {
  productId: string;
  /** Who it is for; the sandbox's customers unless told. */
  mode?: Mode;
  title: string;
  descriptionHtml: string;
  categoryPath: string[];
  options: { name: string; values: { value: string; image?: string }[] }[];
  /** Keys of our own pictures, or addresses. */
  images: string[];
  specifications: { name: string; value: string }[];
  currency: string;
  suggestedPrice?: number;
  rating?: number;
  reviewsCount?: number;
  orderVolume?: number;
  listingsCount?: number;
  /** Country of the shelf it lies on, countries it may go to, what makes sending it harder (battery, bulky, ...). */
  shipsFrom: string;
  shipCountries: string[];
  limits: string[];
  /** Country it is made in, and countries the standard service takes it to without a charge. */
  madeIn?: string;
  freeShippingTo?: string[];
  variants: {
    variantId: string;
    sku: string;
    optionValues: string[];
    cost: number;
    weightGrams: number;
    image?: string;
    stock: number;
  }[];
}

/** Adds products or brings them up to date. Stock is what the shelves say: a variant that is known keeps its own. */
export async function putProducts(tx: Executor, products: readonly StockedProduct[]): Promise<void> {
  const rows = products.map((one) => ({
    product_id: one.productId,
    mode: one.mode ?? 'sandbox',
    title: one.title,
    description_html: one.descriptionHtml,
    category_path: one.categoryPath,
    options: one.options,
    images: one.images,
    specifications: one.specifications,
    currency: one.currency,
    suggested_price: one.suggestedPrice ?? null,
    rating: one.rating ?? null,
    reviews_count: one.reviewsCount ?? null,
    order_volume: one.orderVolume ?? null,
    listings_count: one.listingsCount ?? null,
    ships_from: one.shipsFrom,
    ship_countries: one.shipCountries,
    limits: one.limits,
    made_in: one.madeIn ?? null,
    free_shipping_to: one.freeShippingTo ?? [],
  }));
  await tx.run(sql`insert into warehouse.product (product_id, mode, title, description_html, category_path, options, images,
      specifications, currency, suggested_price, rating, reviews_count, order_volume, listings_count, ships_from, ship_countries, limits,
      made_in, free_shipping_to)
    select product_id, mode, title, description_html, category_path, options, images, specifications, currency,
      suggested_price, rating, reviews_count, order_volume, listings_count, ships_from, ship_countries, limits,
      made_in, free_shipping_to
    from jsonb_to_recordset(${json(rows)}) as r (product_id text, mode text, title text, description_html text,
      category_path text[], options jsonb, images text[], specifications jsonb, currency text, suggested_price bigint,
      rating real, reviews_count integer, order_volume integer, listings_count integer, ships_from text, ship_countries text[], limits text[],
      made_in text, free_shipping_to text[])
    on conflict (product_id) do update set title = excluded.title, description_html = excluded.description_html,
      category_path = excluded.category_path, options = excluded.options, images = excluded.images,
      specifications = excluded.specifications, suggested_price = excluded.suggested_price, rating = excluded.rating,
      reviews_count = excluded.reviews_count, order_volume = excluded.order_volume,
      listings_count = excluded.listings_count, ships_from = excluded.ships_from, ship_countries = excluded.ship_countries,
      limits = excluded.limits, made_in = excluded.made_in, free_shipping_to = excluded.free_shipping_to, updated_at = now()`);
  const variants = products.flatMap((product) =>
    product.variants.map((one, position) => ({
      variant_id: one.variantId,
      mode: product.mode ?? 'sandbox',
      product_id: product.productId,
      position,
      sku: one.sku,
      option_values: one.optionValues,
      cost: one.cost,
      weight_grams: one.weightGrams,
      image: one.image ?? null,
      stock: one.stock,
    })),
  );
  await tx.run(sql`insert into warehouse.variant (variant_id, mode, product_id, position, sku, option_values, cost, weight_grams, image, stock)
    select * from jsonb_to_recordset(${json(variants)}) as r (variant_id text, mode text, product_id text, position integer, sku text,
      option_values text[], cost bigint, weight_grams integer, image text, stock integer)
    on conflict (variant_id) do update set position = excluded.position, option_values = excluded.option_values,
      cost = excluded.cost, weight_grams = excluded.weight_grams, image = excluded.image`);
}

/** How many products of our own catalogue lie here as it tells them today: each says where it is made. */
export const countProducts = async (tx: Executor): Promise<number> =>
  (
    await tx.first<{ count: number }>(
      sql`select count(*) from warehouse.product where handle is null and made_in is not null`,
    )
  )?.count ?? 0;

export interface ShelfRow {
  variant_id: string;
  product_id: string;
  cost: number;
  weight_grams: number;
  stock: number;
  currency: string;
  ships_from: string;
  ship_countries: string[];
  limits: string[];
  free_shipping_to: string[];
}

/** A row of a shelf with how many pieces of it are wanted, as the rules of shipping see it. */
export const shippable = (row: ShelfRow, quantity: number): Shippable => ({
  shipsFrom: row.ships_from,
  shipCountries: row.ship_countries,
  limits: row.limits,
  freeTo: row.free_shipping_to,
  grams: row.weight_grams * quantity,
});

const shelf = sql`select v.variant_id, v.product_id, v.cost, v.weight_grams, v.stock, p.currency, p.ships_from,
  p.ship_countries, p.limits, p.free_shipping_to from warehouse.variant v join warehouse.product p using (product_id)`;

/** What customers of a mode may buy: nothing of the other mode, and nothing that is archived. */
const onSale = (mode: Mode): Sql => sql`p.mode = ${mode} and p.status = 'active' and not v.archived`;

/** What a quote needs to know of its goods. Unknown ids are left out. */
export const readShelves = (tx: Executor, mode: Mode, variantIds: readonly string[]): Promise<ShelfRow[]> =>
  tx.rows<ShelfRow>(sql`${shelf} where v.variant_id = any(${[...variantIds]}::text[]) and ${onSale(mode)}`);

/** The same, locked in one order for everybody, so that two orders never wait for each other in a circle. */
export const lockShelves = (tx: Executor, mode: Mode, variantIds: readonly string[]): Promise<ShelfRow[]> =>
  tx.rows<ShelfRow>(
    sql`${shelf} where v.variant_id = any(${[...variantIds]}::text[]) and ${onSale(mode)}
      order by v.variant_id for update of v`,
  );

/**
 * Takes pieces off the shelves; negative quantities put them back. The shelf must hold them (checked under the lock). Locks them in the
 * order of lockShelves, because a cancelation and an order of the same goods would deadlock.
 */
export const moveStock = async (
  tx: Executor,
  moves: readonly { variant_id: string; quantity: number }[],
): Promise<number> =>
  moves.length === 0
    ? 0
    : tx.run(sql`with held as (select variant_id from warehouse.variant
      where variant_id = any(${moves.map((one) => one.variant_id)}::text[]) order by variant_id for update)
    update warehouse.variant v set stock = v.stock - m.quantity
    from held join (select variant_id, sum(quantity)::int quantity
      from jsonb_to_recordset(${json(moves)}) as r (variant_id text, quantity integer) group by variant_id) m using (variant_id)
    where v.variant_id = held.variant_id`);

/** Sets how many pieces of a SKU there are, in every mode that has it. */
export const setStock = (tx: Executor, sku: string, pieces: number): Promise<number> =>
  tx.run(sql`update warehouse.variant set stock = ${pieces} where sku = ${sku}`);

/**
 * What a piece costs from now on, in the smallest unit of `currency`; the product counts as changed, so that customers who read
 * the catalogue hear of it. Answers 0 where there is no such shelf in that currency.
 */
export const setCost = (tx: Executor, sku: string, cost: number, currency: string): Promise<number> =>
  tx.run(sql`with priced as (update warehouse.variant v set cost = ${cost} from warehouse.product p
      where v.sku = ${sku} and p.product_id = v.product_id and p.currency = ${currency} returning v.product_id)
    update warehouse.product p set updated_at = now() from priced where p.product_id = priced.product_id`);
