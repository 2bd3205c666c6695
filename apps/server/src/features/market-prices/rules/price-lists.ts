import type { MarketPriceList, StoreMarket } from '@quayside/connector-kit';

/** A price list with the markets that use it. */
export interface ListOfMarkets extends MarketPriceList {
  markets: { name: string; isActive: boolean }[];
  countries: string[];
  isOpenEnded: boolean;
}

/** The price lists of a store's markets, each once. */
export function priceListsOf(markets: readonly StoreMarket[]): ListOfMarkets[] {
  const pairs = markets.flatMap((market) => market.priceLists.map((list) => ({ list, market })));
  return [...Map.groupBy(pairs, ({ list }) => list.id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        ...first.list,
        markets: own.map(({ market: { name, isActive } }) => ({ name, isActive })),
        countries: [...new Set(own.flatMap(({ market }) => market.countries))].toSorted(),
        isOpenEnded: own.some(({ market }) => market.isOpenEnded),
      },
    ];
  });
}
