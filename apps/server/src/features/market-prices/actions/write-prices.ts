import { ConnectorError, type ConnectorErrorKind, type MarketPrice } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import type { OpenStore } from '../../connections/index.ts';
import type { MarketPriceResult, MarketPrices } from '../../pricing/index.ts';
import type { ListedVariant } from '../../products/index.ts';
import type { ListEnd, ListToWrite } from '../outcome.ts';
import { type FixedPrice, isOurs, judgePrice, type PriceVerdict } from '../rules/judge-price.ts';
import type { PriceRow } from '../tables.ts';

/** Variants that are read, judged and written together: as many as a request takes. */
const VARIANTS_AT_ONCE = 250;
/** Failures of one price list alone. */
const OF_THE_LIST: readonly ConnectorErrorKind[] = ['rejected', 'not-found', 'unexpected'];

interface Judged {
  variant: ListedVariant;
  row: PriceRow;
  result: MarketPriceResult;
  verdict: PriceVerdict;
}

const fixed = (price: number | null, compareAt: number | null): FixedPrice | null =>
  price === null ? null : { price, compareAt };

export const sentOf = (row: PriceRow): FixedPrice | null => fixed(row.sent_price, row.sent_compare);
export const pendingOf = (row: PriceRow): FixedPrice | null => fixed(row.pending_price, row.pending_compare);
export const wantedOf = (result: MarketPriceResult): FixedPrice | null =>
  'lacks' in result ? null : { price: result.price, compareAt: result.compareAt };

/** A row of which nothing is known yet, or whose price list had another currency. */
const emptyRow = ({ external_variant_id, listing_id }: ListedVariant, currency: string): PriceRow => ({
  external_variant_id,
  listing_id,
  currency,
  held_price: null,
  held_compare: null,
  held_fixed: null,
  sent_price: null,
  sent_compare: null,
  pending_price: null,
  pending_compare: null,
  again: false,
  state: 'read',
  reason: null,
  reason_params: {},
});

export const knownRow = (known: ReadonlyMap<string, PriceRow>, variant: ListedVariant, currency: string): PriceRow => {
  const row = known.get(variant.external_variant_id);
  return row?.currency === currency ? row : emptyRow(variant, currency);
};

/** Judges a variant by what the store has now. */
function judge(
  { list, byRule, known }: ListToWrite,
  variant: ListedVariant,
  result: MarketPriceResult,
  held: MarketPrice,
): Judged {
  const before = knownRow(known, variant, list.currency);
  const there = held.isFixed ? { price: held.price.amount, compareAt: held.compareAtPrice?.amount ?? null } : null;
  const facts = { there, sent: sentOf(before), pending: pendingOf(before) };
  const row: PriceRow = {
    ...before,
    held_price: held.price.amount,
    held_compare: held.compareAtPrice?.amount ?? null,
    held_fixed: held.isFixed,
    // What is there and ours is known to be sent before anything else is pending.
    ...(there && isOurs(facts) ? { sent_price: there.price, sent_compare: there.compareAt } : {}),
  };
  const verdict = judgePrice({ ...facts, wanted: wantedOf(result), byRule, again: before.again });
  return { variant, row, result, verdict };
}

/** The row of a write that is about to be made. */
const pendingRow = ({ row, result }: Judged): PriceRow =>
  'lacks' in result ? row : { ...row, pending_price: result.price, pending_compare: result.compareAt };

/** How a variant's row ends; undefined: it is forgotten. */
function endOf(one: Judged, written: Written, byRule: boolean): PriceRow | undefined {
  const { row, result, verdict, variant } = one;
  const settled: PriceRow = { ...row, pending_price: null, pending_compare: null, reason: null, reason_params: {} };
  const refusal = written.refused.get(variant.external_variant_id);
  switch (verdict) {
    case 'write': {
      const now = written.prices.get(variant.external_variant_id);
      if (refusal !== undefined || !now)
        return {
          ...settled,
          state: 'refused',
          reason: 'MARKET_PRICE_REFUSED',
          reason_params: { detail: refusal ?? '' },
        };
      const [price, compareAt] = [now.price.amount, now.compareAtPrice?.amount ?? null];
      const held = { held_price: price, held_compare: compareAt, held_fixed: true };
      return { ...settled, ...held, sent_price: price, sent_compare: compareAt, again: false, state: 'ours' };
    }
    case 'same':
      return { ...settled, again: false, state: 'ours' };
    case 'agrees':
      return { ...settled, sent_price: null, sent_compare: null, again: false, state: 'read' };
    case 'theirs':
      return { ...settled, state: 'theirs' };
    case 'remove':
      return refusal === undefined
        ? undefined
        : { ...row, state: 'refused', reason: 'MARKET_PRICE_REFUSED', reason_params: { detail: refusal } };
    case 'none':
      if (!byRule || !('lacks' in result)) return undefined;
      return {
        ...settled,
        state: 'unpriced',
        reason: result.lacks,
        reason_params: { countries: (result.countries ?? []).join(', ') },
      };
  }
}

interface Written {
  prices: ReadonlyMap<string, Pick<MarketPrice, 'price' | 'compareAtPrice'>>;
  refused: ReadonlyMap<string, string>;
}

/** Variants by product, so many products at a time that their variants fit in a request. */
function groups(variants: readonly ListedVariant[]): ListedVariant[][] {
  const all: ListedVariant[][] = [];
  for (const own of Map.groupBy(variants, (one) => one.external_product_id).values()) {
    const last = all.at(-1);
    if (last && last.length + own.length <= VARIANTS_AT_ONCE) last.push(...own);
    else all.push([...own]);
  }
  return all;
}

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / VARIANTS_AT_ONCE) }, (_, at) =>
    list.slice(at * VARIANTS_AT_ONCE, (at + 1) * VARIANTS_AT_ONCE),
  );

/** Writes what was judged, as many at a time as a request takes. */
async function write(
  { connector, ctx }: OpenStore,
  { list }: ListToWrite,
  judged: readonly Judged[],
): Promise<Written> {
  const prices = new Map<string, Pick<MarketPrice, 'price' | 'compareAtPrice'>>();
  const refused = new Map<string, string>();
  const work = judged.filter(({ verdict }) => verdict === 'write' || verdict === 'remove');
  for (const part of chunks(work)) {
    const set = part.flatMap(({ variant, result, verdict }) =>
      verdict !== 'write' || 'lacks' in result
        ? []
        : [
            {
              externalVariantId: variant.external_variant_id,
              price: money(result.price, list.currency),
              compareAtPrice: result.compareAt === null ? null : money(result.compareAt, list.currency),
            },
          ],
    );
    const remove = part.flatMap(({ variant, verdict }) => (verdict === 'remove' ? variant.external_variant_id : []));
    const done = await connector.writeMarketPrices?.(ctx, { priceListId: list.id, set, remove });
    for (const one of done?.written ?? []) prices.set(one.externalVariantId, one);
    for (const [id, reason] of done?.refused ?? []) refused.set(id, reason);
  }
  return { prices, refused };
}

/**
 * Brings prices of a batch's variants to a price list: reads them, notes what will be written, and writes it. A failure of this
 * list alone is its own; others are thrown.
 */
export async function writePrices(
  open: OpenStore,
  work: ListToWrite,
  variants: readonly ListedVariant[],
  computed: MarketPrices,
  note: (rows: readonly PriceRow[]) => Promise<void>,
): Promise<ListEnd> {
  const { list } = work;
  const rows: PriceRow[] = [];
  const listed = new Set(variants.map((one) => one.external_variant_id));
  const forgotten = [...work.known.keys()].filter((id) => !listed.has(id));
  const end = { priceListId: list.id, rows, forgotten };
  try {
    for (const group of groups(variants)) {
      const externalProductIds = [...new Set(group.map((one) => one.external_product_id))];
      const asked = { priceListId: list.id, currency: list.currency, externalProductIds };
      const read = (await open.connector.readMarketPrices?.(open.ctx, asked)) ?? [];
      const held = new Map(read.map((one) => [one.externalVariantId, one]));
      // A variant that is missing is gone from the store, and its fixed price with it.
      forgotten.push(...group.flatMap(({ external_variant_id: id }) => (held.has(id) ? [] : [id])));
      const judged = group.flatMap((variant) => {
        const there = held.get(variant.external_variant_id);
        const result = computed.prices.get(variant.variant_id) ?? computed.otherwise;
        return there ? [judge(work, variant, result, there)] : [];
      });
      const writes = judged.filter(({ verdict }) => verdict === 'write');
      if (writes.length > 0) await note(writes.map(pendingRow));
      const written = await write(open, work, judged);
      for (const one of judged) {
        const row = endOf(one, written, work.byRule);
        if (row) rows.push(row);
        else forgotten.push(one.variant.external_variant_id);
      }
    }
    return end;
  } catch (error) {
    if (!(error instanceof ConnectorError) || !OF_THE_LIST.includes(error.kind)) throw error;
    const key = error.code === 'price_list_gone' ? 'MARKET_PRICE_LIST_GONE' : 'MARKET_PRICES_REFUSED';
    return { ...end, fault: { key, params: { name: list.name, detail: error.detail.slice(0, 300) } } };
  }
}
