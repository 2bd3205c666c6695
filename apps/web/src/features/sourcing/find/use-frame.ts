import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element and where it begins on the page, kept up to date. */
export function useFrame<E extends HTMLElement>(): [RefObject<E | null>, { width: number; top: number }] {
  const own = useRef<E>(null);
  const [frame, setFrame] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = own.current;
    if (!element) return;
    const read = () => {
      const box = element.getBoundingClientRect();
      const next = { width: Math.floor(box.width), top: Math.round(box.top + scrollY) };
      setFrame((before) => (before.width === next.width && before.top === next.top ? before : next));
    };
    read();
    const sized = new ResizeObserver(read);
    sized.observe(element);
    sized.observe(document.body);
    return () => sized.disconnect();
  }, []);
  return [own, frame];
}
