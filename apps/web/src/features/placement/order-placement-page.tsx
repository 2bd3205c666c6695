import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../lib/url-state.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './placement.module.css';
import { SourceForm } from './source-form.tsx';

const SHAPE = { source: urlPart.text() };

/** How orders are placed: for each supplier its warehouse, countries and shipping methods (screen R069). */
export default function OrderPlacementPage() {
  const { t } = useTranslation('placement');
  const { workplaceId } = useAccount();
  const [{ source: chosen }, setUrl] = useUrlState(SHAPE);
  const suppliers = useQuery({
    queryKey: queryKeys.list('suppliers', { page: 'placement' }),
    queryFn: ({ signal }) => api('GET /connections/suppliers', { signal }),
  });
  const sources = [...new Set(suppliers.data?.items.map((one) => one.supplier))];
  const source = sources.find((one) => one === chosen) ?? sources[0];
  const setting = useQuery({
    queryKey: queryKeys.part('orders', 'placement-setting', { source, workplaceId }),
    queryFn: ({ signal }) =>
      api('GET /orders/v4/settings/{product_source}', { params: { product_source: source ?? '' }, signal }),
    enabled: source !== undefined,
  });
  const error = suppliers.error ?? setting.error;
  return (
    <>
      <PageHeader title={t('title')} />
      <SettingPage>
        {source ? (
          <NativeSelect
            label={t('source')}
            description={t('sourceNote')}
            value={source}
            data={sources.map((one) => ({ value: one, label: connectorName(one) }))}
            onChange={(event) => setUrl({ source: event.currentTarget.value })}
            className={classes.field}
          />
        ) : null}
        {suppliers.data && !source ? <EmptyState title={t('noSupplier')} text={t('noSupplierText')} /> : null}
        {error && !setting.data ? (
          <ErrorState error={error} onRetry={() => void (suppliers.error ? suppliers : setting).refetch()} />
        ) : null}
        {!setting.data && !error && (source || !suppliers.data) ? <SkeletonBox width="100%" height={420} /> : null}
        {setting.data ? (
          <SourceForm key={`${workplaceId} ${JSON.stringify(setting.data)}`} kept={setting.data} />
        ) : null}
      </SettingPage>
    </>
  );
}
