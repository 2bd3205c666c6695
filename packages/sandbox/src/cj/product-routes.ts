import { z } from 'zod';
import type { World } from '../core/world.ts';
import { CjRefusal, dollars } from './answer.ts';
import { findProduct, findVariant } from './catalogue.ts';
import { isCountry, quotes } from './freight.ts';
import { categoryAnswer, productAnswer, searchAnswer, variantAnswer } from './product-answers.ts';
import { type getCalls, many, needed, one, read } from './routes.ts';
import { getArea, getStock, inventories } from './stock.ts';

const count = (min: number, max: number, standard: number) =>
  z.coerce.number().int().min(min).max(max).default(standard);
const price = z.coerce.number().min(0).optional();

const searchQuery = z.object({
  keyWord: z.string().max(200).optional(),
  page: count(1, 1_000, 1),
  size: count(1, 100, 10),
  categoryId: z.string().optional(),
  countryCode: z.string().optional(),
  productFlag: z.coerce.number().int().min(0).max(3).optional(),
  startSellPrice: price,
  endSellPrice: price,
  orderBy: count(0, 4, 0),
  sort: z.enum(['asc', 'desc']).default('desc'),
});

const freightBody = z.object({
  startCountryCode: z.string().min(1),
  endCountryCode: z.string().min(1),
  zip: z.string().nullish(),
  products: z.array(z.object({ vid: z.string().min(1), quantity: z.number().int().min(1) })).min(1),
});

function variantFor(vid: string) {
  const found = findVariant({ vid });
  if (!found) throw new CjRefusal(1602000, 'Variant not found');
  return found;
}

function productFor(by: Parameters<typeof findProduct>[0]) {
  const found = findProduct(by);
  if (!found) throw new CjRefusal(1602001, 'Product not found');
  if (!found.onSale) throw new CjRefusal(1602002, 'Product has been removed from shelves');
  return found;
}

export function addProductCalls(call: ReturnType<typeof getCalls>, world: World): void {
  call('GET', '/product/getCategory', () => categoryAnswer());
  call('GET', '/product/listV2', ({ query }) =>
    searchAnswer(world, {
      ...read(searchQuery, query),
      lv2categoryList: many(query.lv2categoryList),
      lv3categoryList: many(query.lv3categoryList),
      features: many(query.features),
    }),
  );
  call('GET', '/product/query', ({ query }) => {
    const product = productFor({ pid: one(query.pid), sku: one(query.productSku), variantSku: one(query.variantSku) });
    return productAnswer(world, product, many(query.features));
  });
  call('GET', '/product/variant/query', ({ query }) => {
    const product = productFor({ pid: one(query.pid), sku: one(query.productSku), variantSku: one(query.variantSku) });
    return product.variants.map((variant) => variantAnswer(world, product, variant, false));
  });
  call('GET', '/product/variant/queryByVid', ({ query }) => {
    const { product, variant } = variantFor(needed(query, 'vid'));
    return variantAnswer(world, product, variant, many(query.features).includes('enable_inventory'));
  });
  call('GET', '/product/stock/queryByVid', ({ query }) => {
    const { variant } = variantFor(needed(query, 'vid'));
    return getStock(world, variant.vid).map(({ country, pieces }) => ({
      vid: variant.vid,
      areaId: String(getArea(country).areaId),
      areaEn: getArea(country).areaEn,
      countryCode: country,
      storageNum: pieces,
      totalInventoryNum: pieces,
      cjInventoryNum: 0,
      factoryInventoryNum: pieces,
      stock: [],
    }));
  });
  call('GET', '/product/stock/getInventoryByPid', ({ query }) => {
    const product = productFor({ pid: needed(query, 'pid') });
    return {
      inventories: [],
      variantInventories: product.variants.map((variant) => ({
        vid: variant.vid,
        inventory: inventories(world, variant),
      })),
    };
  });
  call('GET', '/product/globalWarehouseList', () =>
    ['CN', 'US'].map((countryCode) => ({
      ...getArea(countryCode),
      countryCode,
      nameEn: getArea(countryCode).areaEn,
      valueEn: countryCode,
      disabled: false,
    })),
  );
  call('POST', '/logistic/freightCalculate', ({ body }) => {
    const ask = read(freightBody, body);
    if (!isCountry(ask.endCountryCode)) throw new CjRefusal(1605002, 'country code not found');
    for (const line of ask.products) variantFor(line.vid);
    return quotes(ask.startCountryCode, ask.endCountryCode, ask.products).map((quote) => ({
      logisticAging: `${quote.days[0]}-${quote.days[1]}`,
      logisticPrice: dollars(quote.cents),
      logisticPriceCn: Math.round(quote.cents * 7.1) / 100,
      logisticName: quote.name,
    }));
  });
}
