import type { World } from '../core/world.ts';
import { dollars } from './answer.ts';
import { CATALOGUE, type CjProduct, type CjVariant } from './catalogue.ts';
import { getStock, inventories } from './stock.ts';

export const pictureUrl = (world: World, product: CjProduct): string =>
  `${world.baseUrl()}/cj/pictures/${product.pid}.jpg`;

const prices = (product: CjProduct): number[] => product.variants.map((variant) => variant.price);

/** "11.85", or "1.20 -- 3.40" where the variants cost differently. */
function priceText(product: CjProduct): string {
  const [low, high] = [Math.min(...prices(product)), Math.max(...prices(product))];
  return low === high ? dollars(low).toFixed(2) : `${dollars(low).toFixed(2)} -- ${dollars(high).toFixed(2)}`;
}

export interface Search {
  keyWord?: string;
  page: number;
  size: number;
  categoryId?: string;
  lv2categoryList: string[];
  lv3categoryList: string[];
  countryCode?: string;
  /** 0 trending, 1 new, 2 with a video, 3 slow to sell. Source: CJ API 2.0, Product List V2. */
  productFlag?: number;
  startSellPrice?: number;
  endSellPrice?: number;
  orderBy: number;
  sort: 'asc' | 'desc';
  features: string[];
}

function fits(world: World, product: CjProduct, ask: Search): boolean {
  const words = (ask.keyWord ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${product.name} ${product.sku} ${product.category.names.join(' ')}`.toLowerCase();
  const low = dollars(Math.min(...prices(product)));
  const category = product.category;
  return (
    product.onSale &&
    words.every((word) => text.includes(word)) &&
    (!ask.categoryId || category.id === ask.categoryId) &&
    (ask.lv3categoryList.length === 0 || ask.lv3categoryList.includes(category.id)) &&
    (ask.lv2categoryList.length === 0 || ask.lv2categoryList.includes(category.secondId)) &&
    (ask.startSellPrice === undefined || low >= ask.startSellPrice) &&
    (ask.endSellPrice === undefined || low <= ask.endSellPrice) &&
    (ask.productFlag === undefined || (ask.productFlag === 0 && product.isTrending)) &&
    (!ask.countryCode ||
      product.variants.some((variant) =>
        getStock(world, variant.vid).some((row) => row.country === ask.countryCode && row.pieces > 0),
      ))
  );
}

export function searchAnswer(world: World, ask: Search): object {
  const order: Record<number, (product: CjProduct) => number> = {
    1: (product) => product.listedNum,
    2: (product) => Math.min(...prices(product)),
  };
  const by = order[ask.orderBy];
  const found = CATALOGUE.filter((product) => fits(world, product, ask));
  if (by) found.sort((a, b) => (ask.sort === 'asc' ? by(a) - by(b) : by(b) - by(a)));
  const named = ask.features.includes('enable_category');
  const productList = found.slice((ask.page - 1) * ask.size, ask.page * ask.size).map((product) => ({
    id: product.pid,
    nameEn: product.name,
    sku: product.sku,
    spu: product.sku,
    bigImage: pictureUrl(world, product),
    sellPrice: priceText(product),
    nowPrice: null,
    listedNum: product.listedNum,
    categoryId: product.category.id,
    threeCategoryName: named ? product.category.names[2] : null,
    twoCategoryId: product.category.secondId,
    twoCategoryName: named ? product.category.names[1] : null,
    oneCategoryId: product.category.firstId,
    oneCategoryName: named ? product.category.names[0] : null,
    productType: 'ORDINARY_PRODUCT',
    supplierName: '',
    warehouseInventoryNum: product.variants.reduce(
      (sum, variant) => sum + getStock(world, variant.vid).reduce((pieces, row) => pieces + row.pieces, 0),
      0,
    ),
    saleStatus: '3',
  }));
  return {
    pageSize: ask.size,
    pageNumber: ask.page,
    totalRecords: found.length,
    totalPages: Math.ceil(found.length / ask.size),
    content: [{ productList, relatedCategoryList: [], keyWord: ask.keyWord ?? '', keyWordOld: ask.keyWord ?? '' }],
  };
}

export const variantAnswer = (world: World, product: CjProduct, variant: CjVariant, withStock: boolean): object => ({
  vid: variant.vid,
  pid: product.pid,
  variantName: null,
  variantNameEn: `${product.name} ${variant.key.replaceAll('-', ' ')}`,
  variantSku: variant.sku,
  variantImage: pictureUrl(world, product),
  variantUnit: null,
  variantProperty: null,
  variantKey: variant.key,
  variantLength: 120,
  variantWidth: 90,
  variantHeight: 60,
  variantVolume: 648_000,
  variantWeight: variant.grams,
  variantSellPrice: dollars(variant.price),
  variantSugSellPrice: dollars(variant.price * 3),
  createTime: '2025-06-01T00:00:00.000+00:00',
  ...(withStock ? { inventories: inventories(world, variant) } : {}),
});

export const productAnswer = (world: World, product: CjProduct, features: string[]): object => ({
  pid: product.pid,
  productName: JSON.stringify([product.name]),
  productNameEn: product.name,
  productSku: product.sku,
  productImage: pictureUrl(world, product),
  productWeight: String(product.variants[0]?.grams ?? 0),
  productUnit: 'unit(s)',
  productType: 'ORDINARY_PRODUCT',
  categoryId: product.category.id,
  categoryName: product.category.names.join(' / '),
  materialNameEn: '["",""]',
  packingNameEn: '["","plastic_bag"]',
  productKeyEn: product.keyNames,
  sellPrice: dollars(Math.min(...prices(product))),
  description: product.description,
  suggestSellPrice: `${dollars(Math.min(...prices(product)) * 3).toFixed(2)}-${dollars(Math.max(...prices(product)) * 3).toFixed(2)}`,
  listedNum: product.listedNum,
  status: '3',
  supplierName: '',
  variants: product.variants.map((variant) =>
    variantAnswer(world, product, variant, features.includes('enable_inventory')),
  ),
});

/** Three levels; only the third has an id, as at CJ. */
export function categoryAnswer(): object[] {
  const tree = new Map<string, Map<string, Map<string, string>>>();
  for (const { category } of CATALOGUE) {
    const [first, second, third] = category.names;
    const seconds = tree.get(first) ?? new Map<string, Map<string, string>>();
    const thirds = seconds.get(second) ?? new Map<string, string>();
    tree.set(first, seconds.set(second, thirds.set(third, category.id)));
  }
  return [...tree].map(([categoryFirstName, seconds]) => ({
    categoryFirstName,
    categoryFirstList: [...seconds].map(([categorySecondName, thirds]) => ({
      categorySecondName,
      categorySecondList: [...thirds].map(([categoryName, categoryId]) => ({ categoryId, categoryName })),
    })),
  }));
}
