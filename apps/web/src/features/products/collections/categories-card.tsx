import { Button, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingList, SettingNote, SettingRow } from '../../../kit/setting-card.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { PlatformMark } from '../mark.tsx';
import { collectionCategories, storeCollections } from './collection-queries.ts';

/** Which collections supplier categories go to, by store, and whether pushes use them. */
export default function CategoriesCard() {
  const { t } = useTranslation('collections');
  const { list: join } = useFormats();
  const { why } = useMay();
  const client = useQueryClient();
  const { data: lists } = useQuery(storeCollections);
  const { data: categories } = useQuery(collectionCategories);
  const shared = {
    onError: (error: unknown) => toast('error', errorText(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['products'] }),
  };
  const apply = useMutation({
    mutationFn: (body: { store_id: string; applies_categories: boolean }) =>
      api('PUT /products/collection/setting', { body }),
    ...shared,
  });
  const forget = useMutation({
    mutationFn: (body: { store_id: string; category: string }) =>
      api('PUT /products/collection/categories', { body: { ...body, collections: [] } }),
    ...shared,
  });
  if (!lists || lists.stores.length === 0) return null;
  const items = categories?.items ?? [];
  return (
    <SettingCard id="collections" title={t('categories.title')} note={t('categories.note')}>
      {lists.stores.map((store) => {
        const own = items.filter((one) => one.store_id === store.store_id);
        return (
          <div key={store.store_id}>
            <Switch
              label={t('categories.apply', { store: store.store_name })}
              description={t('categories.applyNote')}
              checked={store.applies_categories}
              disabled={why('workspace.change') !== undefined || apply.isPending}
              onChange={(event) =>
                apply.mutate({ store_id: store.store_id, applies_categories: event.currentTarget.checked })
              }
            />
            <SettingList>
              {own.map((one) => (
                <SettingRow
                  key={one.category}
                  picture={<PlatformMark platform={store.platform} />}
                  name={one.category}
                  note={join(one.collections.map(({ title }) => title))}
                >
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('categories.forget', { category: one.category })}
                    data-hint={t('categories.forget', { category: one.category })}
                    disabled={why('products.change') !== undefined || forget.isPending}
                    onClick={() => forget.mutate({ store_id: store.store_id, category: one.category })}
                  >
                    <X size={16} aria-hidden />
                  </Button>
                </SettingRow>
              ))}
            </SettingList>
          </div>
        );
      })}
      {items.length === 0 ? <SettingNote>{t('categories.none')}</SettingNote> : null}
    </SettingCard>
  );
}
