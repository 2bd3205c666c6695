import type { ProductDetail } from '@quayside/contracts';

type Product = Pick<ProductDetail, 'options'> & {
  variants: Pick<ProductDetail['variants'][number], 'variant_id' | 'option_values'>[];
};

/** Names of the options that a product can be split by: those with variants of several values. */
export const splitOptions = ({ options, variants }: Product): string[] =>
  options.flatMap(({ name }, at) => (new Set(variants.map((one) => one.option_values[at])).size > 1 ? [name] : []));

/** Groups of variants by the numbers that they were given, in the order of the numbers. 1 is the product itself. */
export function toGroups(variants: Product['variants'], numbers: Readonly<Record<string, number>>): string[][] {
  const groups = Map.groupBy(variants, (one) => numbers[one.variant_id] ?? 1);
  return [...groups].sort(([a], [b]) => a - b).map(([, own]) => own.map((one) => one.variant_id));
}

/** How many products a variant can be given to: those in use and one more. */
export const choicesFor = (numbers: Readonly<Record<string, number>>, most: number): number =>
  Math.min(Math.max(1, ...Object.values(numbers)) + 1, most);
