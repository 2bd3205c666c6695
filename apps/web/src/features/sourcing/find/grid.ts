/** Least width of a card, on a large and on a small screen, in pixels. */
export const CARD_WIDTH = { wide: 200, narrow: 140 } as const;
const GAP = { wide: 12, narrow: 10 } as const;

export interface GridFit {
  columns: number;
  gap: number;
  /** Width of one card. */
  card: number;
}

/** How many cards stand side by side in a width. At least one, even where it is too narrow. */
export function fitGrid(width: number, narrow: boolean): GridFit {
  const kind = narrow ? 'narrow' : 'wide';
  const gap = GAP[kind];
  const columns = Math.max(1, Math.floor((width + gap) / (CARD_WIDTH[kind] + gap)));
  return { columns, gap, card: (width - gap * (columns - 1)) / columns };
}

/** The things of one row. */
export const rowAt = <T>(things: readonly T[], row: number, columns: number): T[] =>
  things.slice(row * columns, (row + 1) * columns);
