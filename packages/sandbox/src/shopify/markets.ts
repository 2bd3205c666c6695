import { type Call, type Shopify, seen } from './call.ts';
import { connection, LONGEST, type PageArgs, type View } from './connection.ts';
import { badInput, notImplemented, type UserErrorView, userError } from './errors.ts';
import { gid, idOf } from './gid.ts';
import type { PriceListDoc, ProductDoc, ShopSeed, VariantDoc } from './model.ts';
import { cents, decimal, isAmount } from './money.ts';
import { variantView } from './product-view.ts';

type Market = NonNullable<ShopSeed['markets']>[number];
type PriceList = NonNullable<Market['priceList']>;
type Where = Pick<Shopify, 'store'> & { seed: ShopSeed };
type Money = { amount: string; currencyCode: string };
type Fixed = PriceListDoc['fixed'][string];

export interface FixedPriceSet {
  variantId: string;
  price: Money;
  compareAtPrice?: Money | null;
}

/** What a shop has of a price list; one that never changed has no document. */
function documentOf({ seed, store }: Where, id: number): PriceListDoc {
  return store.get(seed.shop, 'priceList', id) ?? { id, isDeleted: false, fixed: {}, updatedAt: store.now() };
}

/** A price list that is there, with its market. */
function findList(where: Where, id: number | undefined) {
  const market = where.seed.markets?.find((one) => one.priceList?.id === id);
  if (!market?.priceList) return undefined;
  const doc = documentOf(where, market.priceList.id);
  return doc.isDeleted ? undefined : { list: market.priceList, doc };
}

const save = ({ seed, store }: Where, doc: PriceListDoc) =>
  store.save(seed.shop, 'priceList', { ...doc, updatedAt: store.now() });

/** What a merchant does in the shop's own admin; undefined removes the fixed price. false: no such price list. */
export function setFixedPrice(where: Where, id: number, variant: string, value: Fixed | undefined): boolean {
  const there = findList(where, id);
  if (!there) return false;
  const { [variant]: _before, ...fixed } = there.doc.fixed;
  save(where, { ...there.doc, fixed: value ? { ...fixed, [variant]: value } : fixed });
  return true;
}

export function deletePriceList(where: Where, id: number): boolean {
  const there = findList(where, id);
  if (there) save(where, { ...there.doc, isDeleted: true, fixed: {} });
  return there !== undefined;
}

const moneyOf = (amount: string, currencyCode: string): View => ({ amount, currencyCode });

/** The price of a variant in a list: a fixed one, or the shop's, converted and adjusted. */
function priceView(
  call: Call,
  { list, doc }: { list: PriceList; doc: PriceListDoc },
  product: ProductDoc,
  variant: VariantDoc,
): View {
  const fixed = doc.fixed[String(variant.id)];
  const computed = (text: string) => decimal(Math.round((cents(text) * list.rate * (100 + list.percent)) / 100));
  const compare = fixed ? fixed.compareAtPrice : variant.compareAtPrice && computed(variant.compareAtPrice);
  return {
    __typename: 'PriceListPrice',
    originType: fixed ? 'FIXED' : 'RELATIVE',
    variant: () => variantView(call, product, variant),
    price: moneyOf(fixed ? fixed.price : computed(variant.price), list.currency),
    compareAtPrice: compare === null ? null : moneyOf(compare, list.currency),
  };
}

const TERM = /^product_id:(\d+)$/;

/** Products of a search by `product_id`, joined by OR; anything else is refused. */
function searched(call: Call, query: string | null | undefined): ProductDoc[] {
  if (!query) throw notImplemented('prices without a search by product_id');
  return query.split(/\s+OR\s+/).flatMap((term) => {
    const id = TERM.exec(term)?.[1];
    if (id === undefined) throw notImplemented(`search syntax for: ${term}`);
    return seen(call, 'product', Number(id)) ?? [];
  });
}

function priceListView(call: Call, there: NonNullable<ReturnType<typeof findList>>): View {
  const { list } = there;
  return {
    __typename: 'PriceList',
    id: gid('PriceList', list.id),
    name: list.name,
    currency: list.currency,
    fixedPricesCount: Object.keys(there.doc.fixed).length,
    parent: {
      adjustment: {
        type: list.percent < 0 ? 'PERCENTAGE_DECREASE' : 'PERCENTAGE_INCREASE',
        value: Math.abs(list.percent),
      },
    },
    prices: (args: PageArgs & { query?: string | null; originType?: string | null }) => {
      const rows = searched(call, args.query).flatMap((product) =>
        product.variants.map((variant) => ({ product, variant })),
      );
      const fits = ({ variant }: { variant: VariantDoc }) =>
        !args.originType || (String(variant.id) in there.doc.fixed ? 'FIXED' : 'RELATIVE') === args.originType;
      return connection(rows.filter(fits), args, ({ product, variant }) => priceView(call, there, product, variant));
    },
  };
}

function marketView(call: Call, market: Market): View {
  const there = findList(call, market.priceList?.id);
  const catalog = {
    __typename: 'MarketCatalog',
    id: gid('MarketCatalog', market.id),
    title: market.name,
    status: 'ACTIVE',
    priceList: () => there && priceListView(call, there),
  };
  return {
    __typename: 'Market',
    id: gid('Market', market.id),
    name: market.name,
    status: market.isDraft ? 'DRAFT' : 'ACTIVE',
    type: 'REGION',
    conditions: {
      regionsCondition: {
        applicationLevel: 'SPECIFIED',
        regions: (args: PageArgs) =>
          connection(market.countries, args, (code) => ({
            __typename: 'MarketRegionCountry',
            id: gid('MarketRegionCountry', market.id),
            name: code,
            code,
          })),
      },
    },
    catalogs: (args: PageArgs) => connection(there ? [catalog] : [], args, (one) => one),
  };
}

export function findMarket(call: Call, id: string): View | null {
  const found = call.seed.markets?.find((one) => one.id === idOf('Market', id));
  return found ? marketView(call, found) : null;
}

export const listMarkets = (call: Call, args: PageArgs & { type?: string | null }): View =>
  connection(!args.type || args.type === 'REGION' ? (call.seed.markets ?? []) : [], args, (one) =>
    marketView(call, one),
  );

export function findPriceList(call: Call, id: string): View | null {
  const there = findList(call, idOf('PriceList', id));
  return there ? priceListView(call, there) : null;
}

function variantOf(call: Call, id: string): { product: ProductDoc; variant: VariantDoc } | undefined {
  const number = idOf('ProductVariant', id);
  const owner = number === undefined ? undefined : call.store.byKey(call.seed.shop, 'variant', String(number));
  const product = owner === undefined ? undefined : call.store.get(call.seed.shop, 'product', owner);
  const variant = product?.variants.find((one) => one.id === number);
  return product && variant ? { product, variant } : undefined;
}

const tooLong = (list: readonly unknown[]) => {
  if (list.length > LONGEST) throw badInput(`The input array size is greater than the maximum allowed of ${LONGEST}`);
};

const LIST_GONE = userError('Price list does not exist.', ['priceListId'], 'PRICE_LIST_NOT_FOUND');

function judgePrice(call: Call, list: PriceList, one: FixedPriceSet, at: number): UserErrorView[] {
  const field = (name: string) => ['prices', String(at), name];
  if (!variantOf(call, one.variantId))
    return [userError('The specified product variant does not exist.', field('variantId'), 'VARIANT_NOT_FOUND')];
  const prices = [one.price, ...(one.compareAtPrice ? [one.compareAtPrice] : [])];
  if (prices.some(({ currencyCode }) => currencyCode !== list.currency))
    return [
      userError(
        "The specified currency does not match the price list's currency.",
        field('price'),
        'PRICE_LIST_CURRENCY_MISMATCH',
      ),
    ];
  if (prices.some(({ amount }) => !isAmount(amount))) return [userError('Price is invalid.', field('price'), 'BLANK')];
  return [];
}

/** Adds or replaces fixed prices, all of them or none. */
export function addFixedPrices(call: Call, args: { priceListId: string; prices: FixedPriceSet[] }): View {
  tooLong(args.prices);
  const there = findList(call, idOf('PriceList', args.priceListId));
  if (!there) return { prices: null, userErrors: [LIST_GONE] };
  const userErrors = args.prices.flatMap((one, at) => judgePrice(call, there.list, one, at));
  if (userErrors.length > 0) return { prices: null, userErrors };
  const doc = { ...there.doc, fixed: { ...there.doc.fixed } };
  for (const { variantId, price, compareAtPrice } of args.prices)
    doc.fixed[String(idOf('ProductVariant', variantId))] = {
      price: Number(price.amount).toFixed(2),
      compareAtPrice: compareAtPrice ? Number(compareAtPrice.amount).toFixed(2) : null,
    };
  save(call, doc);
  const prices = args.prices.flatMap(({ variantId }) => {
    const own = variantOf(call, variantId);
    return own ? [priceView(call, { list: there.list, doc }, own.product, own.variant)] : [];
  });
  return { prices, userErrors: [] };
}

/** Deletes fixed prices, all of them or none. */
export function deleteFixedPrices(call: Call, args: { priceListId: string; variantIds: string[] }): View {
  tooLong(args.variantIds);
  const there = findList(call, idOf('PriceList', args.priceListId));
  if (!there) return { deletedFixedPriceVariantIds: null, userErrors: [LIST_GONE] };
  const userErrors = args.variantIds.flatMap((id, at) =>
    String(idOf('ProductVariant', id)) in there.doc.fixed
      ? []
      : [userError('Only fixed prices can be deleted.', ['variantIds', String(at)], 'PRICE_NOT_FIXED')],
  );
  if (userErrors.length > 0) return { deletedFixedPriceVariantIds: null, userErrors };
  const gone = new Set(args.variantIds.map((id) => String(idOf('ProductVariant', id))));
  const fixed = Object.fromEntries(Object.entries(there.doc.fixed).filter(([id]) => !gone.has(id)));
  save(call, { ...there.doc, fixed });
  return { deletedFixedPriceVariantIds: args.variantIds, userErrors: [] };
}
