interface Known {
  /** null: the supplier doesn't ship there. */
  cost: number | null;
  currency: string;
}

/**
 * What shipping costs to the dearest of some countries. Countries that the supplier excludes don't count. null: it is unknown
 * for one of the others, which are named, or the supplier excludes all.
 */
export function dearestShipping(countries: readonly (readonly [country: string, known: Known | undefined])[]): {
  dearest: { cost: number; currency: string } | null;
  unknown: string[];
} {
  const unknown = countries.flatMap(([country, known]) => (known ? [] : [country]));
  const costs = countries.flatMap(([, known]) =>
    known && known.cost !== null ? [{ cost: known.cost, currency: known.currency }] : [],
  );
  const dearest = costs.toSorted((a, b) => b.cost - a.cost)[0] ?? null;
  return { dearest: unknown.length === 0 ? dearest : null, unknown };
}
