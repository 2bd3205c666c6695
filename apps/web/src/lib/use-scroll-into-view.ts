import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a wide row horizontally until its selected element is visible.
 *
 * @param chosen selector of that element.
 * @param name changes with the selection.
 */
export function useScrollIntoView(line: RefObject<HTMLElement | null>, chosen: string, name: unknown): void {
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
