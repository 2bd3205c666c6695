import type { Collection } from '@quayside/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './collections.module.css';
import { useBullets } from './use-bullets.ts';

/** What speaks for a collection, in two or three lines. */
export function BulletList({ slug, wide }: { slug: Collection; wide?: boolean }) {
  const { t } = useTranslation('sourcing');
  const bullets = useBullets(slug);
  return (
    <ul className={classes.bullets} data-wide={wide || undefined} aria-label={t('collection.why')}>
      {bullets.map((bullet) => (
        <li key={bullet}>
          <Check size={14} aria-hidden />
          <span>{t(`collection.${slug}.bullet.${bullet}`)}</span>
        </li>
      ))}
    </ul>
  );
}
