import type { RECOMMENDATION_REASONS } from '@quayside/contracts';
import { samePicture } from './picture-name.ts';
import { compareBarcodes } from './same-barcode.ts';
import { compareHashes } from './same-picture.ts';
import { overlap, wordsOf } from './words.ts';

export type Reason = (typeof RECOMMENDATION_REASONS)[number];
type Mode = 'live' | 'sandbox';

/** Something that a store sold and no supplier is known for. */
export interface SoldVariant {
  mode: Mode;
  sku: string | null;
  title: string;
  variant_title: string | null;
  image_url?: string | null;
  barcode?: string | null;
}

/** A variant of an imported product. */
export interface Candidate {
  mode: Mode;
  product_id: string;
  variant_id: string;
  title: string;
  sku: string;
  source_sku: string;
  option_values: readonly string[];
  image_url?: string | null;
  barcode?: string;
  /** The supplier's variant, where it is known: copies of a product are bought as the same one. */
  source?: string;
  source_product_id?: string;
  source_variant_id?: string;
}

export interface Recommended<C extends Candidate> {
  candidate: C;
  confidence: number;
  reasons: Reason[];
}

/** Less similar titles are a coincidence of common words. */
const LEAST_TITLE = 0.5;
const SAME_TITLE = 0.99;

const sameSku = (a: string, b: string): boolean => a !== '' && a.trim().toLowerCase() === b.trim().toLowerCase();

/** How well the options agree, from 0 to 1. A product without options has only one variant to choose. */
function optionsAgree(sold: SoldVariant, candidate: Candidate): number {
  const wanted = wordsOf(sold.variant_title ?? '');
  const own = wordsOf(candidate.option_values.join(' '));
  if (wanted.size === 0 && own.size === 0) return 1;
  if (wanted.size === 0 || own.size === 0) return 0.5;
  return overlap(wanted, own);
}

/** How much of the remaining doubt pictures remove: the same file name, and the same content. */
const NAME_WEIGHT = 0.4;
const IMAGE_WEIGHT = 0.6;

/** Hashes of pictures by their addresses; see pictures/picture-hash.ts. */
export type Hashes = ReadonlyMap<string, string>;
const NO_HASHES: Hashes = new Map();

/** The confidence before pictures are compared, from 0 to 100. */
function baseConfidence(by: { gtin: boolean; sku: boolean; barcode: boolean }, title: number, options: number): number {
  if (by.gtin) return 96 + 2 * title + 2 * options;
  if (by.sku) return 88 + 6 * title + 6 * options;
  return by.barcode ? 70 + 15 * title + 10 * options : 60 * title + 30 * options;
}

/** Factor where both have a GTIN and they differ: different GTINs are different products by definition. */
const OTHER_GTIN = 0.5;

/** GTINs and SKUs identify a variant, other equal barcodes most likely do; a title and its options only make it likely. */
export function judge<C extends Candidate>(
  sold: SoldVariant,
  candidate: C,
  hashes: Hashes = NO_HASHES,
): Recommended<C> | undefined {
  if (sold.mode !== candidate.mode) return undefined;
  const title = overlap(wordsOf(sold.title), wordsOf(candidate.title));
  const options = optionsAgree(sold, candidate);
  const hasSku = sold.sku !== null && [candidate.sku, candidate.source_sku].some((one) => sameSku(sold.sku ?? '', one));
  const barcodes = compareBarcodes(sold.barcode, candidate.barcode);
  const hasBarcode = barcodes === 'gtin' || barcodes === 'text';
  const look = compareHashes(hashes.get(sold.image_url ?? ''), hashes.get(candidate.image_url ?? ''));
  const isSame = look?.reason === 'same_image';
  if (!hasSku && !hasBarcode && !isSame && title < LEAST_TITLE) return undefined;
  const hasPicture = samePicture(sold.image_url, candidate.image_url);
  const plain = baseConfidence(
    { gtin: barcodes === 'gtin', sku: hasSku, barcode: barcodes === 'text' },
    title,
    options,
  );
  const weight = Math.max(hasPicture ? NAME_WEIGHT : 0, IMAGE_WEIGHT * (look?.strength ?? 0));
  // The same image makes a product likely under any title; options tell its variants apart.
  const byImage = isSame ? (50 + 15 * title + 20 * options) * (0.8 + 0.2 * look.strength) : 0;
  const seen = Math.max(title >= LEAST_TITLE || hasSku || hasBarcode ? plain + (100 - plain) * weight : 0, byImage);
  const confidence = barcodes === 'other' ? seen * OTHER_GTIN : seen;
  const reasons: Reason[] = [
    ...(barcodes === 'gtin' ? (['gtin'] as const) : []),
    ...(hasSku ? (['sku'] as const) : []),
    ...(barcodes === 'text' ? (['barcode'] as const) : []),
    ...(title >= SAME_TITLE ? (['same_title'] as const) : title >= LEAST_TITLE ? (['similar_title'] as const) : []),
    ...(look ? [look.reason] : hasPicture ? (['same_picture'] as const) : []),
    ...(options === 1 && candidate.option_values.length > 0 ? (['options'] as const) : []),
    ...(barcodes === 'other' ? (['other_gtin'] as const) : []),
  ];
  return { candidate, confidence: Math.round(confidence), reasons };
}

const isSameSource = (a: Candidate, b: Candidate): boolean =>
  a.source_variant_id !== undefined &&
  a.source === b.source &&
  a.source_product_id === b.source_product_id &&
  a.source_variant_id === b.source_variant_id;

/** Of two equally good candidates neither is likely. */
const DOUBT = 30;

/** The variant that a sold one probably is, with a confidence of 0 to 100; undefined: nothing is similar. */
export function recommend<C extends Candidate>(
  sold: SoldVariant,
  candidates: readonly C[],
  hashes: Hashes = NO_HASHES,
): Recommended<C> | undefined {
  const judged = candidates
    .flatMap((candidate) => judge(sold, candidate, hashes) ?? [])
    .sort((a, b) => b.confidence - a.confidence);
  const [best, ...others] = judged;
  if (!best) return undefined;
  const second = others.find((one) => !isSameSource(one.candidate, best.candidate));
  if (!second || second.confidence < best.confidence) return best;
  return { ...best, confidence: Math.max(0, best.confidence - DOUBT), reasons: [...best.reasons, 'ambiguous'] };
}
