/** Pieces of a supplier's variant that one unit of a store's variant takes at most. Separate from the calls, so that screens load no schemas. */
export const MOST_PIECES = 99;
