import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './back-to-top.module.css';
import { coversControl } from './cover-controls.ts';

const CONTROLS = 'a[href], button, input, select, textarea, label, [role="button"], [role="switch"], [role="combobox"]';
/** Content fills a phone's width, so that the button has no margin to stand in. */
const phone = matchMedia('(max-width: 767.98px)');

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

/** Scrolls back to the top. `isOffered`: whether to show it at this scroll position, in pixels. */
export default function BackToTop({ isOffered }: { isOffered(scrolled: number): boolean }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const read = () => setShown(isOffered(scrollY));
    read();
    addEventListener('scroll', read, { passive: true });
    return () => removeEventListener('scroll', read);
  }, [isOffered]);
  return shown ? <TopButton /> : null;
}

/** On phones it gives way to controls of the page that it would cover. */
function TopButton() {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  const [covers, setCovers] = useState(false);
  useEffect(() => {
    const read = () => {
      const over = phone.matches ? button.current : null;
      setCovers(over !== null && coversControl(over.getBoundingClientRect(), controlsUnder(over)));
    };
    addEventListener('scroll', read, { passive: true });
    // Called once at the start too. What it lies over also changes without scrolling: rows arrive, a section opens.
    const observer = new ResizeObserver(read);
    observer.observe(document.body);
    return () => {
      removeEventListener('scroll', read);
      observer.disconnect();
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label={t('backToTop')}
      data-hint={t('backToTop')}
      data-covers={covers || undefined}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp size={18} aria-hidden />
    </button>
  );
}
