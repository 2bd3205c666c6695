import { type Draft, PLAIN_FIELDS, type PlainField, same, VARIANT_FIELDS, type VariantField } from './draft.ts';

export interface Rebased {
  draft: Draft;
  /** What both sides changed; the draft keeps the person's own. */
  conflicts: { field: PlainField | VariantField; variantId?: string }[];
}

/**
 * A person's changes put onto a product that somebody else saved meanwhile: what only one side changed is taken from
 * that side; what both changed stays as the person at this screen has it, and is told.
 *
 * @param base the product that the person began with.
 * @param theirs the product as it is saved now.
 */
export function rebase(base: Draft, mine: Draft, theirs: Draft): Rebased {
  const conflicts: Rebased['conflicts'] = [];
  const draft: Draft = { ...theirs, variants: { ...theirs.variants } };
  for (const field of PLAIN_FIELDS) {
    if (same(base[field], mine[field])) continue;
    Object.assign(draft, { [field]: mine[field] });
    if (!same(base[field], theirs[field]) && !same(mine[field], theirs[field])) conflicts.push({ field });
  }
  for (const [variantId, saved] of Object.entries(theirs.variants)) {
    const begun = base.variants[variantId];
    const own = mine.variants[variantId];
    if (!begun || !own) continue;
    const next = { ...saved };
    for (const field of VARIANT_FIELDS) {
      if (same(begun[field], own[field])) continue;
      Object.assign(next, { [field]: own[field] });
      if (!same(begun[field], saved[field]) && !same(own[field], saved[field])) conflicts.push({ field, variantId });
    }
    draft.variants[variantId] = next;
  }
  return { draft, conflicts };
}
