import { createHash } from 'node:crypto';
import { GOODS, type Good, OPTIONS, STYLES } from './goods.ts';

export interface CjVariant {
  vid: string;
  sku: string;
  key: string;
  /** US cents. */
  price: number;
  grams: number;
  /** Pieces by country of the warehouse, at the start. */
  stock: Record<string, number>;
}

export interface CjProduct {
  pid: string;
  sku: string;
  name: string;
  picture: string;
  category: { id: string; names: readonly [string, string, string]; secondId: string; firstId: string };
  keyNames: string;
  description: string;
  listedNum: number;
  /** false: taken off the shelves, though it can still be asked for. */
  onSale: boolean;
  /** On CJ's own list of what is trending. */
  isTrending: boolean;
  variants: CjVariant[];
}

/** Digits that depend on the text alone, so that the same catalogue comes up in every sandbox. */
const digits = (text: string, count: number): string =>
  (BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) % 10n ** BigInt(count))
    .toString()
    .padStart(count, '1');

const uuid = (text: string): string => {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

/** 0 to below `below`, from the text. */
export const pick = (text: string, below: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % below;

/** All combinations of the good's options; at most two options, a few values of each. */
function combinations(good: Good, seed: string): string[][] {
  return good.options
    .map((name) => {
      const values = OPTIONS[name];
      const from = pick(`${seed} ${name}`, values.length);
      const many = name === 'Color' ? 3 : Math.min(values.length, 3);
      return values.filter((_, at) => (at - from + values.length) % values.length < many);
    })
    .reduce<string[][]>((sets, values) => sets.flatMap((set) => values.map((value) => [...set, value])), [[]]);
}

function variantOf(good: Good, sku: string, values: string[], base: number): CjVariant {
  const key = values.join('-');
  const seed = `${sku} ${key}`;
  const times = key.includes('6pcs') ? 5 : key.includes('3pcs') ? 2.6 : 1 + pick(`${seed} price`, 20) / 100;
  // Bare 19-digit ids, beyond what a double can hold: as CJ's own, and a trap for careless parsers.
  const vid = `1${digits(seed, 18)}`;
  const cn = pick(`${seed} cn`, 12) === 0 ? 0 : 40 + pick(`${seed} pieces`, 9_000);
  const us = pick(`${sku} us`, 5) === 0 ? pick(`${seed} us`, 120) : undefined;
  return {
    vid,
    sku: `${sku}-${key.replaceAll(' ', '')}`,
    key,
    price: Math.round(base * times),
    grams: Math.round(good.grams * Math.max(1, times)),
    stock: { CN: cn, ...(us === undefined ? {} : { US: us }) },
  };
}

function productOf(good: Good, style: string): CjProduct {
  const name = `${style} ${good.name}`;
  const sku = `CJ${digits(name, 10)}`;
  const [first, second, third] = good.category;
  const base = Math.round(good.cost * (1 + STYLES.indexOf(style as (typeof STYLES)[number]) * 0.12));
  return {
    pid: uuid(name),
    sku,
    name,
    picture: good.picture,
    category: {
      id: uuid(`${first}>${second}>${third}`),
      secondId: uuid(`${first}>${second}`),
      firstId: uuid(first),
      names: good.category,
    },
    keyNames: good.options.join('-').replace('Shoe Size', 'Size'),
    description: `<p>${name}. Sturdy make, checked before it leaves the warehouse.</p><ul><li>Weight: ${good.grams} g</li><li>Category: ${third}</li></ul>`,
    listedNum: pick(`${name} listed`, 5_000),
    onSale: pick(`${name} shelf`, 60) !== 0,
    isTrending: pick(`${name} trending`, 12) === 0,
    variants: combinations(good, name).map((values) => variantOf(good, sku, values, base)),
  };
}

/** 300 products, the same in every sandbox. */
export const CATALOGUE: CjProduct[] = GOODS.flatMap((good) => STYLES.map((style) => productOf(good, style)));

const byPid = new Map(CATALOGUE.map((product) => [product.pid, product]));
const bySku = new Map(CATALOGUE.map((product) => [product.sku, product]));
const byVid = new Map(
  CATALOGUE.flatMap((product) => product.variants.map((variant) => [variant.vid, { product, variant }] as const)),
);
const byVariantSku = new Map(
  CATALOGUE.flatMap((product) => product.variants.map((variant) => [variant.sku, { product, variant }] as const)),
);

export const findProduct = (by: { pid?: string; sku?: string; variantSku?: string }): CjProduct | undefined =>
  byPid.get(by.pid ?? '') ?? bySku.get(by.sku ?? '') ?? byVariantSku.get(by.variantSku ?? '')?.product;

export const findVariant = (by: {
  vid?: string;
  sku?: string;
}): { product: CjProduct; variant: CjVariant } | undefined => byVid.get(by.vid ?? '') ?? byVariantSku.get(by.sku ?? '');
