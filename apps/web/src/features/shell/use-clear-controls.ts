import { useEffect } from 'react';
import { coversControl } from './cover-controls.ts';

const CONTROLS = 'a[href], button, input, select, textarea, label, [role="button"], [role="switch"], [role="combobox"]';

/** The controls of the page under an element's corners and center. */
function controlsUnder(element: Element): DOMRect[] {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points: [number, number][] = [
    [(left + right) / 2, (top + bottom) / 2],
    ...[left + 1, right - 1].flatMap((x) => [top + 1, bottom - 1].map((y): [number, number] => [x, y])),
  ];
  const found = new Set(
    points.flatMap(([x, y]) => document.elementsFromPoint(x, y)).flatMap((one) => one.closest(CONTROLS) ?? []),
  );
  found.delete(element);
  return [...found].map((one) => one.getBoundingClientRect());
}

/**
 * Hides the way back to the top while it would cover a control: content fills a phone's width and leaves it no margin.
 * Loaded with the tabs of phones, so that the first load of a desktop has none of it.
 */
export function useClearControls(): void {
  useEffect(() => {
    const { dataset } = document.documentElement;
    const read = () => {
      const button = document.getElementById('back-to-top');
      const covers = button !== null && coversControl(button.getBoundingClientRect(), controlsUnder(button));
      if (covers) dataset.topCovers = '';
      else delete dataset.topCovers;
    };
    addEventListener('scroll', read, { passive: true });
    // What it lies over also changes without scrolling: rows arrive, a section opens, it appears itself.
    const resized = new ResizeObserver(read);
    resized.observe(document.body);
    const changed = new MutationObserver(read);
    changed.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('scroll', read);
      resized.disconnect();
      changed.disconnect();
      delete dataset.topCovers;
    };
  }, []);
}
