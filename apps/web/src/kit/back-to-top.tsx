import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './back-to-top.module.css';

const SHOWN_FROM = 500;

/** Leads back up once the page is scrolled by more than 500 px. */
export function BackToTop() {
  const { t } = useTranslation('common');
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const read = () => setShown(scrollY > SHOWN_FROM);
    read();
    addEventListener('scroll', read, { passive: true });
    return () => removeEventListener('scroll', read);
  }, []);
  if (!shown) return null;
  return (
    <button
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
