import { AppError, estimateProfit, money, toNumber } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { type Quote, quoteShipping } from '../actions/quote-shipping.ts';
import { readSource, type SourceName, type SourceWithFacts } from '../actions/read-source.ts';
import { optionAnswer } from '../answers.ts';
import { variantPrice } from '../source-row.ts';
import { saveQuoted } from '../zone-repo.ts';

interface Pick {
  skuId?: string;
  quantity: number;
  shipFrom?: string;
}

const cheapestVariant = (row: SourceWithFacts) => [...row.detail.variants].sort((a, b) => a.cost - b.cost)[0];

/** The requested variant, else the cheapest. Throws SOURCE_VARIANT_NOT_FOUND. */
function variantOf(row: SourceWithFacts, skuId: string | undefined) {
  const { variants } = row.detail;
  const variant = skuId ? variants.find((one) => one.sourceVariantId === skuId) : cheapestVariant(row);
  if (!variant) throw new AppError('NOT_FOUND', 'SOURCE_VARIANT_NOT_FOUND');
  return variant;
}

/**
 * Cards show one item of the cheapest variant: a quote for exactly that becomes their figure, and open lists are
 * updated.
 */
async function keepFigure(
  deps: Deps,
  scope: Scope,
  name: SourceName,
  row: SourceWithFacts,
  quote: Quote,
): Promise<void> {
  const [best] = quote.options;
  if (best && best.amount.currency !== row.currency) return;
  const quoted = {
    source: name.source,
    mode: name.mode,
    askedAs: quote.askedAs,
    country: name.shipTo,
    sourceKey: row.source_key,
    cheapest: best && {
      cost: best.amount.amount,
      daysMin: best.deliveryDaysMin ?? null,
      daysMax: best.deliveryDaysMax ?? null,
    },
    quotedAt: quote.quotedAt,
  };
  const isChanged = await deps.db.global((tx) => saveQuoted(tx, quoted));
  const { workplaceId } = scope;
  if (isChanged && workplaceId)
    await deps.db.tenant(scope, (tx) => publish(tx, workplaceId, 'sources', [name.sourceProductId]));
}

/** Shipping options of a quantity of one variant to the destination. */
export async function getLogistics(deps: Deps, scope: Scope, name: SourceName, pick: Pick) {
  const row = await readSource(deps, scope, name);
  const variant = variantOf(row, pick.skuId);
  const line = {
    sourceProductId: row.source_product_id,
    sourceVariantId: variant.sourceVariantId,
    quantity: pick.quantity,
  };
  const { source, mode, shipTo: countryCode } = name;
  const quote = await quoteShipping(deps, scope, {
    source,
    mode,
    countryCode,
    ...(pick.shipFrom ? { shipFrom: pick.shipFrom } : {}),
    lines: [line],
  });
  const isCardsQuestion =
    pick.quantity === 1 && !pick.shipFrom && variant.sourceVariantId === cheapestVariant(row)?.sourceVariantId;
  if (isCardsQuestion) await keepFigure(deps, scope, name, row, quote);
  return { row, variant, quote };
}

/** Cost of a product at a destination, and profit at the suggested price. Source: decision A33. */
export async function priceDetail(deps: Deps, scope: Scope, name: SourceName, pick: Pick) {
  const { row, variant, quote } = await getLogistics(deps, scope, name, pick);
  const { currency } = row;
  const price = money(variantPrice(row, variant.cost), currency);
  const cost = money(variant.cost, currency);
  const cheapest = quote.options[0];
  const left = cheapest ? estimateProfit(price, cost, cheapest.amount) : undefined;
  return {
    source: row.source,
    source_product_id: row.source_product_id,
    sku_id: variant.sourceVariantId,
    ship_to: name.shipTo,
    currency,
    rsp_price_usd: toNumber(price),
    suggested_by: row.rsp === null ? ('rule' as const) : ('supplier' as const),
    cost: toNumber(cost),
    cost_money: cost,
    shipping: cheapest ? optionAnswer(cheapest, 0) : null,
    ships: cheapest !== undefined,
    estimated_profit: left ? toNumber(left.profit) : null,
    margin: left?.margin ?? null,
  };
}
