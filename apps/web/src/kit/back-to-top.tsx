import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './back-to-top.module.css';

/** Scrolls back to the top. `isOffered`: whether to show it at this scroll position, in pixels. */
export function BackToTop({ isOffered }: { isOffered(scrolled: number): boolean }) {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const read = () => setShown(isOffered(scrollY));
    read();
    addEventListener('scroll', read, { passive: true });
    return () => removeEventListener('scroll', read);
  }, [isOffered]);
  if (!shown) return null;
  return (
    <button
      id="back-to-top"
      type="button"
      className={classes.button}
      aria-label={t('backToTop')}
      data-hint={t('backToTop')}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp size={18} aria-hidden />
    </button>
  );
}
