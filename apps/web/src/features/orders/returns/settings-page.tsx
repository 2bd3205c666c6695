import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SettingCard, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api } from '../../../lib/api.ts';
import { toStoreChoices } from '../../../lib/outside/store-choices.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../../lib/url-state.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { AddressesCard } from './addresses-card.tsx';
import classes from './returns.module.css';
import { SettingForm } from './setting-form.tsx';

const SHAPE = { store: urlPart.text() };

/** How returns work: their window, where items are sent back to, and what customers read about it. */
export default function ReturnSettingsPage() {
  const { t } = useTranslation('returns');
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [{ store }, setUrl] = useUrlState(SHAPE);
  const storeId = stores.some((one) => one.id === store) ? store : '';
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'return-setting', { workplaceId, storeId }),
    queryFn: ({ signal }) =>
      api('GET /orders/returns/v1/setting', { query: storeId ? { store_id: storeId } : {}, signal }),
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <LinkButton
            to="/app/help/$article"
            params={{ article: 'returns-and-exchanges' }}
            size="compact-sm"
            variant="subtle"
          >
            {t('help')}
          </LinkButton>
        }
      />
      <SettingPage>
        <SettingCard title={t('setting.title')} note={t('setting.note')}>
          <div className={classes.form}>
            {stores.length > 0 ? (
              <NativeSelect
                label={t('setting.for')}
                value={storeId}
                data={[{ value: '', label: t('setting.allStores') }, ...toStoreChoices(stores)]}
                onChange={(event) => setUrl({ store: event.currentTarget.value })}
              />
            ) : null}
            {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
            {!data && !error ? <SkeletonBox width="100%" height={360} /> : null}
            {data ? (
              <SettingForm key={`${workplaceId} ${storeId} ${JSON.stringify(data)}`} kept={data} storeId={storeId} />
            ) : null}
          </div>
        </SettingCard>
        <AddressesCard />
      </SettingPage>
    </>
  );
}
