import { useEffect, useLayoutEffect, useRef } from 'react';

interface Grid {
  columns: number;
  /** Height of a row with the gap below it. */
  row: number;
  /** Where the grid begins on the page. */
  top: number;
}

/**
 * Holds a card in its place while the number of columns changes: opening the panel makes the list narrower, and what
 * was being looked at must not run away.
 *
 * @param wanted the card to hold when it is in sight, else the first one in sight is held.
 */
export function useAnchor(grid: Grid, wanted: number): void {
  const held = useRef({ index: 0, offset: 0 });
  const latest = useRef({ grid, wanted });

  // Before the new places are painted: the held card goes back to the height at which it stood.
  useLayoutEffect(() => {
    const before = latest.current;
    latest.current = { grid, wanted };
    if (before.wanted !== wanted && isSeen(before.grid, wanted)) {
      held.current = { index: wanted, offset: placeOf(before.grid, wanted) };
    }
    if (before.grid === grid) return;
    const { index, offset } = held.current;
    if (scrollY === 0 && index !== wanted) return;
    scrollTo({ top: placeOf(grid, index) + scrollY - offset });
  }, [grid, wanted]);

  useEffect(() => {
    const note = () => {
      const { grid: now, wanted: own } = latest.current;
      const first = Math.max(0, Math.ceil((scrollY - now.top) / now.row)) * now.columns;
      const index = isSeen(now, own) ? own : first;
      held.current = { index, offset: placeOf(now, index) };
    };
    note();
    addEventListener('scroll', note, { passive: true });
    return () => removeEventListener('scroll', note);
  }, []);
}

/** Where a card begins, from the upper edge of the window. */
const placeOf = (grid: Grid, index: number): number => grid.top + Math.floor(index / grid.columns) * grid.row - scrollY;

const isSeen = (grid: Grid, index: number): boolean =>
  index >= 0 && placeOf(grid, index) > -grid.row && placeOf(grid, index) < innerHeight;
