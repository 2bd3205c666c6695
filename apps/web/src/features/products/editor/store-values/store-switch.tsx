import { NativeSelect } from '@mantine/core';
import type { ProductDetail } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import classes from '../editor.module.css';
import { storeValuesQuery } from './use-store-values.ts';
import { hasOwn } from './values.ts';

interface Props {
  product: ProductDetail;
  /** undefined: all stores. */
  value: string | undefined;
  /** Changes of the store on the screen aren't saved yet. */
  isDirty: boolean;
  onChange(storeId: string | undefined): void;
}

/** Chooses whether a product is edited for all stores or for one. Left out while there is no store. */
export function StoreSwitch({ product, value, isDirty, onChange }: Props) {
  const { t } = useTranslation('storeValues');
  const { data } = useQuery(storeValuesQuery(product.id));
  const stores = data?.items ?? [];
  if (stores.length === 0) return null;
  return (
    <NativeSelect
      label={t('label')}
      value={value ?? ''}
      disabled={isDirty}
      description={isDirty ? t('dirty') : undefined}
      className={classes.storeSwitch}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
      data={[
        { value: '', label: t('all') },
        ...stores.map((one) => ({
          value: one.store_id,
          label: hasOwn(one.values) ? t('withOwn', { name: one.store_name }) : one.store_name,
        })),
      ]}
    />
  );
}
