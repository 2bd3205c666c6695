import type { ProductSummary } from '@quayside/contracts';
import { Link2, Replace } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import classes from './mapping.module.css';

const SuppliersDrawer = lazyChunk(() =>
  import('./suppliers-drawer.tsx').then((part) => ({ default: part.SuppliersDrawer })),
);
const ReplaceDrawer = lazyChunk(() => import('./replace-drawer.tsx').then((part) => ({ default: part.ReplaceDrawer })));

/** Where a product's variants are bought. */
export function MappingSection({ product }: { product: ProductSummary }) {
  const { t } = useTranslation('mapping');
  const [drawer, setDrawer] = useState<'suppliers' | 'replace'>();
  const [ever, setEver] = useState<readonly string[]>([]);
  const open = (one: 'suppliers' | 'replace') => {
    setEver((now) => [...now, one]);
    setDrawer(one);
  };
  const close = () => setDrawer(undefined);
  return (
    <PanelSection title={t('suppliers.section')}>
      <div className={classes.buttons}>
        <MayButton
          needs="products.change"
          size="xs"
          variant="default"
          leftSection={<Link2 size={14} aria-hidden />}
          onClick={() => open('suppliers')}
        >
          {t('suppliers.open')}
        </MayButton>
        <MayButton
          needs="products.change"
          size="xs"
          variant="default"
          leftSection={<Replace size={14} aria-hidden />}
          onClick={() => open('replace')}
        >
          {t('replace.open')}
        </MayButton>
      </div>
      <Suspense fallback={null}>
        {ever.includes('suppliers') ? (
          <SuppliersDrawer product={product} open={drawer === 'suppliers'} onClose={close} />
        ) : null}
        {ever.includes('replace') ? (
          <ReplaceDrawer product={product} open={drawer === 'replace'} onClose={close} />
        ) : null}
      </Suspense>
    </PanelSection>
  );
}
