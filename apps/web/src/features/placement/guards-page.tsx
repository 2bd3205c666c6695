import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { storesInUse } from '../../lib/account.ts';
import { api } from '../../lib/api.ts';
import { toStoreChoices } from '../../lib/outside/store-choices.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../lib/url-state.ts';
import { useAccount } from '../../lib/use-account.ts';
import { CustomsCard } from './customs-card.tsx';
import { GuardForm } from './guard-form.tsx';
import classes from './placement.module.css';

const SHAPE = { store: urlPart.text() };

/** Conditions on buying, of the workspace and of stores with their own. */
export default function GuardsPage() {
  const { t } = useTranslation('placement');
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [{ store }, setUrl] = useUrlState(SHAPE);
  const chosen = stores.some((one) => one.id === store) ? store : '';
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'guards', { workplaceId, store: chosen }),
    queryFn: ({ signal }) => api('GET /orders/v4/guards', { query: chosen ? { store_id: chosen } : {}, signal }),
  });
  return (
    <>
      <PageHeader title={t('guards.title')} />
      <SettingPage>
        {stores.length > 0 ? (
          <NativeSelect
            label={t('guards.for')}
            value={chosen}
            data={[{ value: '', label: t('guards.allStores') }, ...toStoreChoices(stores)]}
            onChange={(event) => setUrl({ store: event.currentTarget.value })}
            className={classes.field}
          />
        ) : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={480} /> : null}
        {chosen ? <CustomsCard storeId={chosen} /> : null}
        {data ? (
          <GuardForm
            key={`${workplaceId} ${chosen} ${JSON.stringify(data)}`}
            kept={data}
            storeId={chosen === '' ? undefined : chosen}
          />
        ) : null}
      </SettingPage>
    </>
  );
}
