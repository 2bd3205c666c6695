import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { stepIn } from './reorder.ts';

export interface Grab {
  from: number;
  to: number;
  by: 'pointer' | 'keys';
}

const FAR_ENOUGH = 6;

/** The place whose middle is nearest to a point. */
function nearest(boxes: readonly DOMRect[], x: number, y: number): number {
  let found = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, box] of boxes.entries()) {
    const distance = Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
    if (distance < least) [found, least] = [index, distance];
  }
  return found;
}

/**
 * Moves tiles of a grid with the pointer, and with the keyboard: Space takes a tile up, arrows carry it, Space puts it
 * down, Escape lets it back.
 *
 * @param onMove called once, when the tile is put down at another place.
 */
export function usePictureDrag(
  grid: RefObject<HTMLElement | null>,
  count: number,
  onMove: (from: number, to: number) => void,
) {
  const [grab, setGrab] = useState<Grab>();
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const tiles = () => [...(grid.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];

  function startPointer(event: ReactPointerEvent, from: number, fromHandle: boolean): void {
    if (event.button !== 0 || (event.pointerType !== 'mouse' && !fromHandle)) return;
    const begun = { x: event.clientX, y: event.clientY };
    const boxes = tiles().map((tile) => tile.getBoundingClientRect());
    const startScroll = scrollY;
    let to = from;
    let moving = false;
    const move = (next: PointerEvent) => {
      if (!moving && Math.hypot(next.clientX - begun.x, next.clientY - begun.y) < FAR_ENOUGH) return;
      moving = true;
      next.preventDefault();
      to = nearest(boxes, next.clientX, next.clientY + scrollY - startScroll);
      setGrab({ from, to, by: 'pointer' });
    };
    const end = (last: Event) => {
      stop.current?.();
      setGrab(undefined);
      if (moving && last.type === 'pointerup' && to !== from) onMove(from, to);
    };
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
    stop.current = () => {
      document.removeEventListener('pointermove', move);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      stop.current = undefined;
    };
  }

  /** @returns whether the key was used. */
  function onKey(key: string, at: number): boolean {
    const held = grab?.by === 'keys' ? grab : undefined;
    if (key === ' ' || (held && key === 'Enter')) {
      if (held && held.from !== held.to) onMove(held.from, held.to);
      setGrab(held ? undefined : { from: at, to: at, by: 'keys' });
      return true;
    }
    if (held && key === 'Escape') {
      setGrab(undefined);
      return true;
    }
    const first = tiles()[0];
    const columns = first ? tiles().filter((tile) => tile.offsetTop === first.offsetTop).length : 1;
    const to = stepIn(key, held ? held.to : at, count, columns, document.dir === 'rtl');
    if (to === undefined) return false;
    if (held) setGrab({ ...held, to });
    else tiles()[to]?.focus();
    return true;
  }

  return { grab, startPointer, onKey };
}
