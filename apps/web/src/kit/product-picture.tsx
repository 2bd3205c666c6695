import { Package } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { LAZY_NEAR_PX } from '../theme/layout.ts';
import classes from './product-picture.module.css';

let observer: IntersectionObserver | undefined;
const wanted = new WeakMap<Element, () => void>();

function whenNear(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue;
        observer?.unobserve(entry.target);
        wanted.get(entry.target)?.();
      }
    },
    // scrollMargin: lists that scroll in a dialog cut off what is outside of them.
    { rootMargin: `${LAZY_NEAR_PX}px`, scrollMargin: `${LAZY_NEAR_PX}px` },
  );
  wanted.set(element, run);
  observer.observe(element);
  return () => observer?.unobserve(element);
}

interface Props {
  src: string | null | undefined;
  /** Alt text; empty when the name is beside it. */
  alt: string;
  /** Edge in pixels; `fill`: a square that fills its container. */
  size?: number | 'fill';
}

/** A product image: never distorted, lazy-loaded, with a placeholder when missing. */
export function ProductPicture({ src, alt, size = 40 }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  const [near, setNear] = useState(false);
  const [failed, setFailed] = useState<string>();

  useEffect(() => (box.current ? whenNear(box.current, () => setNear(true)) : undefined), []);

  const missing = !src || failed === src;
  const style = size === 'fill' ? undefined : { width: size, height: size };
  return (
    <span ref={box} className={classes.box} data-fill={size === 'fill' || undefined} style={style}>
      {missing ? (
        <span className={classes.none}>
          {alt ? <span className="visually-hidden">{alt}</span> : null}
          <Package size={size === 'fill' ? 32 : Math.round(size * 0.45)} strokeWidth={1.5} aria-hidden />
        </span>
      ) : near ? (
        <img src={src} alt={alt} decoding="async" className={classes.picture} onError={() => setFailed(src)} />
      ) : null}
    </span>
  );
}
