import { type RefObject, useEffect, useState } from 'react';

const REST_MS = 4000;
/** Scroll offset in pixels from which new rows at the top would move the content being read. */
const SCROLLED = 240;

/** Whether a person is interacting with an element: pointer movement within 4 s, or scrolled down. */
export function useIsInteracting(element: RefObject<HTMLElement | null>): boolean {
  const [pointer, setPointer] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const own = element.current;
    if (!own) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => setPointer(false);
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      setPointer(true);
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
    };
    const onScroll = () => setScrolled(scrollY > SCROLLED);
    own.addEventListener('pointermove', onMove, { passive: true });
    own.addEventListener('pointerleave', rest);
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      own.removeEventListener('pointermove', onMove);
      own.removeEventListener('pointerleave', rest);
      removeEventListener('scroll', onScroll);
    };
  }, [element]);
  return pointer || scrolled;
}
