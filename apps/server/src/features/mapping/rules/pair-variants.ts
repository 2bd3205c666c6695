import { compareBarcodes } from './same-barcode.ts';
import { overlap, wordsOf } from './words.ts';

export interface PairedVariant {
  id: string;
  sku: string;
  barcode?: string;
  option_values: readonly string[];
}

export interface Pair {
  id: string;
  /** Absent: nothing resembles it. */
  partner?: string;
  /** 0 to 100. */
  confidence: number;
}

/** Less similar options are a coincidence. */
const LEAST = 50;

interface Worded extends PairedVariant {
  words: ReadonlySet<string>;
}
const worded = (variant: PairedVariant): Worded => ({ ...variant, words: wordsOf(variant.option_values.join(' ')) });

/** How similar two variants are, from 0 to 100. */
export const compareVariants = (a: PairedVariant, b: PairedVariant): number => likeness(worded(a), worded(b), false);

function likeness(a: Worded, b: Worded, alone: boolean): number {
  if (compareBarcodes(a.barcode, b.barcode) === 'gtin') return 100;
  if (a.sku !== '' && a.sku.toLowerCase() === b.sku.toLowerCase()) return 100;
  if (a.words.size === 0 && b.words.size === 0) return 95;
  const share = Math.round(95 * overlap(a.words, b.words));
  // With one variant on both sides there is no other partner.
  return alone ? Math.max(share, 70) : share;
}

/**
 * A partner for each variant among those of another product: the most similar pairs first, each partner once. `alone`:
 * both products have one variant only, which makes a partner of the other likely.
 */
export function pairVariants(
  variants: readonly PairedVariant[],
  others: readonly PairedVariant[],
  alone = variants.length === 1 && others.length === 1,
): Pair[] {
  const partners = others.map(worded);
  const all = variants
    .map(worded)
    .flatMap((one) =>
      partners.flatMap((other) => {
        const confidence = likeness(one, other, alone);
        return confidence < LEAST ? [] : [{ id: one.id, partner: other.id, confidence }];
      }),
    )
    .sort((a, b) => b.confidence - a.confidence);
  const taken = new Set<string>();
  const found = new Map<string, Pair>();
  for (const pair of all) {
    if (found.has(pair.id) || taken.has(pair.partner)) continue;
    taken.add(pair.partner);
    found.set(pair.id, pair);
  }
  return variants.map(({ id }) => found.get(id) ?? { id, confidence: 0 });
}

const key = (values: readonly string[]): string =>
  values
    .map((value) => [...wordsOf(value)].join(' '))
    .sort()
    .join('|');

/** The variant with exactly these option values, in any order; undefined: none or several. */
export function findSameOptions<V extends { option_values: readonly string[] }>(
  values: readonly string[],
  variants: readonly V[],
): V | undefined {
  const found = variants.filter((one) => key(one.option_values) === key(values));
  return found.length === 1 ? found[0] : undefined;
}
