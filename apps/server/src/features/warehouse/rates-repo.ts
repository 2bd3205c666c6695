import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { ShippingRate } from './rules/catalog/drafts.ts';
import { ownPrices, type PriceList, SANDBOX_PRICES } from './rules/price-list.ts';

interface RateRow {
  ships_from: string;
  country: string;
  service: string;
  parcel: number;
  per_kg: number;
  processing_min: number;
  processing_max: number;
  delivery_min: number;
  delivery_max: number;
}

/** The operator's shipping rates, in the order of country, origin and service. */
export async function readRates(tx: Executor): Promise<ShippingRate[]> {
  const rows = await tx.rows<RateRow>(sql`select ships_from, country, service, parcel, per_kg, processing_min,
    processing_max, delivery_min, delivery_max from warehouse.shipping_rate order by country, ships_from, service`);
  return rows.map((row) => ({
    shipsFrom: row.ships_from,
    country: row.country,
    service: row.service,
    parcel: row.parcel,
    perKg: row.per_kg,
    processingDays: [row.processing_min, row.processing_max],
    deliveryDays: [row.delivery_min, row.delivery_max],
  }));
}

/** Puts a whole list of rates in the place of the one before. */
export async function replaceRates(tx: Executor, rates: readonly ShippingRate[]): Promise<void> {
  await tx.run(sql`delete from warehouse.shipping_rate`);
  const rows = rates.map((rate) => ({
    ships_from: rate.shipsFrom,
    country: rate.country,
    service: rate.service,
    parcel: rate.parcel,
    per_kg: rate.perKg,
    processing_min: rate.processingDays[0],
    processing_max: rate.processingDays[1],
    delivery_min: rate.deliveryDays[0],
    delivery_max: rate.deliveryDays[1],
  }));
  await tx.run(sql`insert into warehouse.shipping_rate (ships_from, country, service, parcel, per_kg, processing_min,
      processing_max, delivery_min, delivery_max)
    select ships_from, country, service, parcel, per_kg, processing_min, processing_max, delivery_min, delivery_max
    from jsonb_to_recordset(${json(rows)}) as r (ships_from text, country text, service text, parcel bigint, per_kg bigint,
      processing_min integer, processing_max integer, delivery_min integer, delivery_max integer)
    on conflict do nothing`);
}

/** What shipping costs the customers of a mode: the operator's own rates, or those of the sandbox's made-up world. */
export const findPrices = async (tx: Executor, mode: Mode): Promise<PriceList> =>
  mode === 'sandbox' ? SANDBOX_PRICES : ownPrices(await readRates(tx));
