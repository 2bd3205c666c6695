import { type RefObject, useEffect } from 'react';

/**
 * Moves a line that is wider than the screen so far that its chosen part is in sight: where one is must not be hidden.
 *
 * @param chosen a selector of the chosen part inside the line.
 * @param name changes with what is chosen.
 */
export function useInSight(line: RefObject<HTMLElement | null>, chosen: string, name: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for what is chosen
  useEffect(() => {
    const around = line.current;
    const part = around?.querySelector<HTMLElement>(chosen);
    if (!around || !part || around.scrollWidth <= around.clientWidth) return;
    const [outer, inner] = [around.getBoundingClientRect(), part.getBoundingClientRect()];
    const margin = 24;
    if (inner.left < outer.left + margin) around.scrollLeft += inner.left - outer.left - margin;
    else if (inner.right > outer.right - margin) around.scrollLeft += inner.right - outer.right + margin;
  }, [line, chosen, name]);
}
