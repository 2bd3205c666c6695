/** Units of a listed variant that a supplier's stock is enough for; null: unknown. */
export const unitsInStock = (stock: number | null, pieces = 1): number | null =>
  stock === null ? null : Math.floor(stock / pieces);
