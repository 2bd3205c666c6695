/** Choices of taking in stores' products. Separate from the calls, so that screens load no schemas. */

export const ADOPTION_STATES = ['running', 'done', 'failed', 'cancelled'] as const;
export type AdoptionState = (typeof ADOPTION_STATES)[number];

/** Why a product of a store can't be taken in. */
export const ADOPTION_REFUSALS = [
  'kind',
  'too_many_variants',
  'any_value',
  'unreadable',
  'no_title',
  'no_variants',
  'too_many_options',
  'same_options',
] as const;
