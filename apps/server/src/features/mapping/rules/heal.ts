import type { PROPOSAL_KINDS } from '@quayside/contracts';
import { compareVariants, type PairedVariant, pairVariants } from './pair-variants.ts';
import type { Reason } from './recommend.ts';
import { compareBarcodes } from './same-barcode.ts';
import { overlap, wordsOf } from './words.ts';

export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** A variant by the supplier's id. */
export type SourceVariant = PairedVariant;

/** A bought variant that its supplier product doesn't have as we know it. */
export interface Finding {
  id: string;
  kind: ProposalKind;
  /** The id of the proposed variant of the same supplier product. */
  partner?: string;
  confidence: number;
  reasons: Reason[];
}

/** Of two equally similar variants neither is likely. */
const DOUBT = 30;
/** The id stayed with other options: the supplier may have reused it. */
const REUSED = 40;
const SAME_ID = 98;

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** How well the options agree, from 0 to 1. */
function optionsAgree(a: SourceVariant, b: SourceVariant): number {
  const [left, right] = [a, b].map((one) => wordsOf(one.option_values.join(' '))) as [Set<string>, Set<string>];
  return left.size === 0 && right.size === 0 ? 1 : overlap(left, right);
}

function renamed(variant: SourceVariant, now: SourceVariant): Finding {
  const barcodes = compareBarcodes(variant.barcode, now.barcode);
  const agree = barcodes === 'gtin' ? 1 : barcodes === 'other' ? 0 : optionsAgree(variant, now);
  const options: Reason[] = variant.option_values.length === 0 ? [] : agree === 1 ? ['options'] : ['similar_options'];
  return {
    id: variant.id,
    kind: 'sku_renamed',
    partner: now.id,
    confidence: Math.round(REUSED + (SAME_ID - REUSED) * agree),
    reasons: [
      'same_id',
      ...(barcodes === 'gtin' ? (['gtin'] as const) : agree > 0 ? options : []),
      ...(barcodes === 'other' ? (['other_gtin'] as const) : []),
    ],
  };
}

function reasonsOf(variant: SourceVariant, partner: SourceVariant, alone: boolean): Reason[] {
  const agree = optionsAgree(variant, partner);
  const hasOptions = variant.option_values.length > 0 || partner.option_values.length > 0;
  return [
    ...(compareBarcodes(variant.barcode, partner.barcode) === 'gtin' ? (['gtin'] as const) : []),
    ...(variant.sku !== '' && sameText(variant.sku, partner.sku) ? (['sku'] as const) : []),
    ...(!hasOptions ? (['no_options'] as const) : agree === 1 ? (['options'] as const) : []),
    ...(hasOptions && agree > 0 && agree < 1 ? (['similar_options'] as const) : []),
    ...(alone ? (['only_variant'] as const) : []),
  ];
}

/**
 * Compares the bought variants of one supplier product with those that the supplier has now; undefined: the product is
 * gone. Variants that are bought already are no replacements for others. Returns the missing and renamed ones.
 */
export function findMissing(used: readonly SourceVariant[], now: readonly SourceVariant[] | undefined): Finding[] {
  if (!now) return used.map(({ id }) => ({ id, kind: 'product_gone', confidence: 0, reasons: [] }));
  const there = new Map(now.map((one) => [one.id, one]));
  const found = used.flatMap((variant) => {
    const same = there.get(variant.id);
    const isRenamed = same && variant.sku !== '' && same.sku !== '' && !sameText(variant.sku, same.sku);
    return isRenamed ? [renamed(variant, same)] : [];
  });
  const gone = used.filter((variant) => !there.has(variant.id));
  const bought = new Set(used.map((one) => one.id));
  const free = now.filter((one) => !bought.has(one.id));
  const alone = used.length === 1 && now.length === 1;
  for (const pair of pairVariants(gone, free, alone)) {
    const variant = gone.find((one) => one.id === pair.id);
    const partner = free.find((one) => one.id === pair.partner);
    if (!variant) continue;
    if (!partner) {
      found.push({ id: pair.id, kind: 'variant_gone', confidence: 0, reasons: [] });
      continue;
    }
    const isAmbiguous = free.some(
      (one) => one.id !== partner.id && compareVariants(variant, one) >= pair.confidence && !alone,
    );
    found.push({
      id: pair.id,
      kind: 'variant_gone',
      partner: partner.id,
      confidence: isAmbiguous ? Math.max(0, pair.confidence - DOUBT) : pair.confidence,
      reasons: [...reasonsOf(variant, partner, alone), ...(isAmbiguous ? (['ambiguous'] as const) : [])],
    });
  }
  return found;
}

/** With fewer variants, all of them may be gone for good. */
const LEAST_COMPARED = 20;

/** Whether so much is missing at once that the supplier's response is more likely wrong than its catalog smaller. */
export const isFault = (missing: number, compared: number): boolean =>
  compared >= LEAST_COMPARED && missing * 2 > compared;

export interface HealingSetting {
  healing: 'off' | 'propose' | 'apply';
  min_confidence: number;
  hold_orders: boolean;
}

/** What happens to a proposal without a person: it is applied, held with the orders that need it, or only listed. */
export function decide(
  setting: HealingSetting,
  proposal: { confidence: number; hasPartner: boolean },
): 'apply' | 'hold' | 'list' {
  const isSure = proposal.hasPartner && proposal.confidence >= setting.min_confidence;
  if (setting.healing === 'apply' && isSure) return 'apply';
  return setting.hold_orders ? 'hold' : 'list';
}
