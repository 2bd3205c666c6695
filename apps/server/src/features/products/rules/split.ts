import { isSplit, type SplitOptions } from '@quayside/contracts';

/** Cuts a list into `count` parts whose sizes differ by one at most, the larger ones first. */
function evenParts<T>(list: readonly T[], count: number): T[][] {
  const size = Math.floor(list.length / count);
  const larger = list.length % count;
  const parts: T[][] = [];
  for (let at = 0; parts.length < count; ) {
    const length = size + (parts.length < larger ? 1 : 0);
    parts.push(list.slice(at, at + length));
    at += length;
  }
  return parts;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
  return parts;
}

const cut = <T>(list: readonly T[], options: SplitOptions): T[][] =>
  options.split_handle === 'max_product'
    ? evenParts(list, Math.min(list.length, Math.max(1, options.max_create_products)))
    : chunks(list, Math.max(1, options.max_variants_per_product));

/**
 * The parts that a product becomes in a store: every variant in exactly one, in the product's order, the same parts each
 * time. As many as resultingProducts says (rules B258 to B261).
 */
export function splitVariants<T>(variants: readonly T[], options: SplitOptions): T[][] {
  if (!isSplit(variants.length, options)) return [[...variants]];
  if (options.split_logic === 'all') return cut(variants, options);
  const kept = variants.slice(0, options.threshold);
  return [...(kept.length > 0 ? [kept] : []), ...cut(variants.slice(options.threshold), options)];
}

/** The title of one part among several. */
export const partTitle = (title: string, part: number, parts: number): string =>
  parts === 1 ? title : `${title} (${part}/${parts})`;
