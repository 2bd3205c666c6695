import { useTranslation } from 'react-i18next';
import { type SectionLink, SectionLinks, SectionLinksRow } from '../../kit/section-links.tsx';
import { useIsMobile } from '../../lib/use-media.ts';

export type ProductSection =
  | 'products'
  | 'inventory'
  | 'auto'
  | 'updates'
  | 'unmapped'
  | 'unsold'
  | 'missing'
  | 'suppliers';

function useSections(active: ProductSection) {
  const { t } = useTranslation('monitoring');
  const sections: (SectionLink & { key: ProductSection })[] = [
    { key: 'products', to: '/app/products-center', label: t('sections.products') },
    { key: 'inventory', to: '/app/inventory', label: t('sections.inventory') },
    { key: 'auto', to: '/app/products/auto-update', label: t('sections.auto') },
    { key: 'updates', to: '/app/products/auto-update/changes', label: t('sections.updates') },
    { key: 'unmapped', to: '/app/products-center/unmapped', label: t('sections.unmapped') },
    { key: 'unsold', to: '/app/products-center/without-supplier', label: t('sections.unsold') },
    { key: 'missing', to: '/app/products-center/missing-variants', label: t('sections.missing') },
    { key: 'suppliers', to: '/app/products-center/supplier-list', label: t('sections.suppliers') },
  ];
  return { label: t('sections.label'), sections, active };
}

/** The parts of the product center, in the head of a wide screen. */
export function SectionActions({ active }: { active: ProductSection }) {
  const links = useSections(active);
  return useIsMobile() ? null : <SectionLinks {...links} />;
}

/** On a phone they stand in a row of their own above the page. */
export function SectionRow({ active }: { active: ProductSection }) {
  return <SectionLinksRow {...useSections(active)} />;
}
