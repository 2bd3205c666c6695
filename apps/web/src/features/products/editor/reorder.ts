/** A list with one thing moved to another place; places beyond the ends count as the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const target = Math.max(0, Math.min(list.length - 1, to));
  if (from === target || from < 0 || from >= list.length) return [...list];
  const next = [...list];
  const [thing] = next.splice(from, 1);
  if (thing !== undefined) next.splice(target, 0, thing);
  return next;
}

/**
 * Where arrow keys lead in a grid that wraps, or undefined for other keys.
 *
 * @param columns how many things stand in one row.
 */
export function stepIn(key: string, from: number, count: number, columns: number, rtl: boolean): number | undefined {
  const forward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const backward = rtl ? 'ArrowRight' : 'ArrowLeft';
  const by =
    key === forward ? 1 : key === backward ? -1 : key === 'ArrowDown' ? columns : key === 'ArrowUp' ? -columns : 0;
  if (by === 0) return key === 'Home' ? 0 : key === 'End' ? count - 1 : undefined;
  const to = from + by;
  return to < 0 || to >= count ? from : to;
}
