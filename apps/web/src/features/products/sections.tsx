import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useIsMobile } from '../../lib/use-media.ts';
import classes from './sections.module.css';

const SECTIONS = [
  { key: 'products', to: '/app/products-center' },
  { key: 'auto', to: '/app/products/auto-update' },
  { key: 'suppliers', to: '/app/products-center/supplier-list' },
] as const;
export type ProductSection = (typeof SECTIONS)[number]['key'];

/** The parts of the product center as links. */
function Sections({ active }: { active: ProductSection }) {
  const { t } = useTranslation('monitoring');
  return (
    <nav className={classes.sections} aria-label={t('sections.label')}>
      {SECTIONS.map((section) => (
        <Link
          key={section.key}
          to={section.to as '/app'}
          className={classes.section}
          data-active={section.key === active || undefined}
          aria-current={section.key === active ? 'page' : undefined}
        >
          {t(`sections.${section.key}`)}
        </Link>
      ))}
    </nav>
  );
}

/** In the head of a wide screen. */
export function SectionActions({ active }: { active: ProductSection }) {
  return useIsMobile() ? null : <Sections active={active} />;
}

/** On a phone the sections stand in a row of their own above the page. */
export function SectionRow({ active }: { active: ProductSection }) {
  return useIsMobile() ? (
    <div className={classes.sectionRow}>
      <Sections active={active} />
    </div>
  ) : null;
}
