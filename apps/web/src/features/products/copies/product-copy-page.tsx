import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api, type CallBody, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useMay } from '../../../lib/use-may.ts';
import { copySettingsQuery } from '../bulk/bulk-queries.ts';
import { CarryFields } from '../bulk/carry-fields.tsx';
import classes from './product-copy-page.module.css';

type Setting = CallBody<'PUT /products/copy-product-to-new-store/settings'>;

/** How products of each store are copied to other stores (route R082). Each choice is saved immediately. */
export default function ProductCopyPage() {
  const { t } = useTranslation('bulkPush');
  const client = useQueryClient();
  const { account, workplaceId } = useAccount();
  const why = useMay().why('workspace.change');
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const { data, error, refetch } = useQuery(copySettingsQuery);
  const save = useMutation({
    mutationFn: (body: Setting) => api('PUT /products/copy-product-to-new-store/settings', { body }),
    onSuccess: (next) => client.setQueryData(copySettingsQuery.queryKey, next),
    onError: (failure) => toast('error', errorText(failure)),
  });
  const off = why !== undefined || save.isPending;
  return (
    <>
      <PageHeader title={t('copySettings.title')} note={t('copySettings.intro')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={320} /> : null}
        {data && stores.length < 2 ? (
          <EmptyState
            small
            picture={<Store size={28} strokeWidth={1.5} aria-hidden />}
            title={t('copy.noStore')}
            action={<LinkButton to="/app/channel">{t('copySettings.connect')}</LinkButton>}
          />
        ) : null}
        {data ? (
          <SettingCard
            title={t('copySettings.price')}
            note={t('copySettings.priceNote', { count: data.credits })}
            actions={
              <LinkButton variant="default" size="xs" to="/app/products-center">
                {t('copySettings.choose')}
              </LinkButton>
            }
          >
            {why ? <SettingNote>{why}</SettingNote> : null}
          </SettingCard>
        ) : null}
        {data && stores.length > 1
          ? stores.map((store) => {
              const own = data.items.find((one) => one.store_id === store.id);
              const setting: Setting = {
                store_id: store.id,
                to_store_id: own?.to_store_id ?? null,
                collections: own?.collections ?? false,
                store_values: own?.store_values ?? false,
              };
              const name = store.store_name || store.platform_domain;
              const targets = stores.filter((one) => one.id !== store.id && one.is_sandbox === store.is_sandbox);
              const change = (part: Partial<Setting>) => save.mutate({ ...setting, ...part });
              return (
                <SettingCard key={store.id} title={t('copySettings.from', { store: name })}>
                  <div className={classes.fields}>
                    <NativeSelect
                      label={t('copySettings.to')}
                      value={targets.find((one) => one.id === setting.to_store_id)?.id ?? ''}
                      disabled={off}
                      data={[
                        { value: '', label: t('copySettings.ask') },
                        ...targets.map((one) => ({
                          value: one.id,
                          label: `${one.store_name || one.platform_domain} (${one.currency})`,
                        })),
                      ]}
                      onChange={(event) => change({ to_store_id: event.currentTarget.value || null })}
                    />
                    <CarryFields
                      carry={{ collections: setting.collections, store_values: setting.store_values }}
                      disabled={off}
                      onChange={change}
                    />
                  </div>
                </SettingCard>
              );
            })
          : null}
      </SettingPage>
    </>
  );
}
