import type { MARKET_PRICE_VERDICTS, MarketPriceRow, MarketPriceTotals } from '@quayside/contracts';
import { money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { type MarketPriceResult, pricesForMarket } from '../../pricing/index.ts';
import { findListedVariants, type ListedVariant } from '../../products/index.ts';
import type { WorkplaceFacts } from '../../sourcing/index.ts';
import { knownRow, pendingOf, sentOf, wantedOf } from '../actions/write-prices.ts';
import { findPrices } from '../price-repo.ts';
import { judgePrice } from '../rules/judge-price.ts';
import type { PriceRow } from '../tables.ts';
import { requirePriceList } from './require-price-list.ts';

type Verdict = (typeof MARKET_PRICE_VERDICTS)[number];

interface Previewed {
  variant: ListedVariant;
  row: PriceRow;
  result: MarketPriceResult;
  verdict: Verdict;
}

const SHOWN = { write: 'write', same: 'same', agrees: 'same', theirs: 'theirs', none: 'none', remove: 'none' } as const;

/** What writing would do, by what is known of the store. */
function judge(variant: ListedVariant, row: PriceRow, result: MarketPriceResult): Previewed {
  const there =
    row.held_fixed && row.held_price !== null ? { price: row.held_price, compareAt: row.held_compare } : null;
  const verdict = judgePrice({
    there,
    sent: sentOf(row),
    pending: pendingOf(row),
    wanted: wantedOf(result),
    byRule: true,
    again: row.again,
  });
  return { variant, row, result, verdict: SHOWN[verdict] };
}

function viewOf({ variant, row, result, verdict }: Previewed, currency: string, locale: string): MarketPriceRow {
  const amount = (value: number) => money(value, currency);
  const maybe = (value: number | null) => (value === null ? null : amount(value));
  return {
    variant: variant.external_variant_id,
    product_id: variant.product_id,
    title: variant.title,
    sku: variant.sku,
    image: variant.image,
    now:
      row.held_price === null
        ? null
        : {
            price: amount(row.held_price),
            compare_at: maybe(row.held_compare),
            is_fixed: row.held_fixed ?? false,
          },
    next:
      'lacks' in result
        ? null
        : {
            price: amount(result.price),
            compare_at: maybe(result.compareAt),
            profit: amount(result.profit),
            floor: amount(result.floor),
          },
    verdict,
    lacks: 'lacks' in result ? result.lacks : null,
    countries: 'lacks' in result ? [...(result.countries ?? [])] : [],
    refused: row.state === 'refused' && row.reason ? say(locale, row.reason, row.reason_params) : null,
  };
}

function totalsOf(all: readonly Previewed[]): MarketPriceTotals {
  const totals: MarketPriceTotals = { variants: all.length, write: 0, same: 0, theirs: 0, none: 0, below_floor: 0 };
  for (const { row, result, verdict } of all) {
    totals[verdict] += 1;
    if (row.held_price !== null && !('lacks' in result) && row.held_price < result.floor) totals.below_floor += 1;
  }
  return totals;
}

export interface PreviewQuery {
  storeId: string;
  priceListId: string;
  verdict?: Verdict | undefined;
  /** The last listing of the page before. */
  after?: string | undefined;
  /** Variants of a page; those of a listing stay together. */
  size: number;
  ownAccounts: WorkplaceFacts['ownAccounts'];
  locale: string;
}

/** Prices of listed products in a price list by the saved rule, a page at a time. The first page counts all. */
export async function previewPrices(
  ex: Executor,
  deps: Pick<Deps, 'clock'>,
  workplaceId: string,
  { storeId, priceListId, verdict, after, size, ownAccounts, locale }: PreviewQuery,
) {
  const { store, list } = await requirePriceList(ex, workplaceId, storeId, priceListId);
  const variants = await findListedVariants(ex, workplaceId, storeId, { after });
  const known = new Map(
    (await findPrices(ex, workplaceId, { storeId, priceListId })).map((row) => [row.external_variant_id, row]),
  );
  const { prices, otherwise, rates } = await pricesForMarket(ex, workplaceId, {
    store: { storeId, mode: store.mode },
    currency: list.currency,
    countries: list.countries,
    isOpenEnded: list.isOpenEnded,
    productIds: [...new Set(variants.map((one) => one.product_id))],
    day: deps.clock.now().slice(0, 10),
    ownAccounts,
  });
  const all = variants.map((variant) =>
    judge(variant, knownRow(known, variant, list.currency), prices.get(variant.variant_id) ?? otherwise),
  );
  const shown = all.filter((one) => verdict === undefined || one.verdict === verdict);
  // A listing is never cut, so that its id is where the next page starts.
  const end = shown.findIndex((one, at) => at >= size && one.variant.listing_id !== shown[at - 1]?.variant.listing_id);
  const page = end < 0 ? shown : shown.slice(0, end);
  const last = end < 0 ? undefined : page.at(-1)?.variant.listing_id;
  return {
    items: page.map((one) => viewOf(one, list.currency, locale)),
    totals: after === undefined ? totalsOf(all) : null,
    rates: rates.map(({ from, to, rate }) => ({ from, to, rate: rate?.rate ?? null, day: rate?.day ?? null })),
    ...(last === undefined ? {} : { next_cursor: last }),
  };
}
