import { ActionIcon } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { Feather } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../lib/use-may.ts';
import { useEnhance } from './use-enhance.ts';

/** Among the actions of a product's row: leads to the enhancer with it. Where the person may not, it says why. */
export function EnhanceIcon({ row }: { row: ProductSummary }) {
  const { t } = useTranslation('products');
  const enhance = useEnhance();
  const why = useMay().why('products.change');
  return (
    <ActionIcon
      size={28}
      aria-label={t('enhance.named', { name: row.title })}
      aria-disabled={why ? true : undefined}
      data-disabled={why ? true : undefined}
      data-hint={why ?? t('enhance.action')}
      onClick={why ? undefined : () => enhance([row])}
    >
      <Feather size={15} aria-hidden />
    </ActionIcon>
  );
}
