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
  // Chosen, and deleted in the store since.
  'gone',
] as const;

export const ADOPTION_SEARCH_STATES = ['reading', 'ready', 'failed'] as const;
export type AdoptionSearchState = (typeof ADOPTION_SEARCH_STATES)[number];
/** Products that a search shows, and that can be chosen at a time; more are brought in as all that match. */
export const MOST_ADOPTION_FOUND = 500;
export const LONGEST_ADOPTION_KEYWORD = 100;
