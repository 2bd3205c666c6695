import { WATCH_FILTERS } from '@quayside/contracts/monitoring-choices.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterDef } from '../../kit/filters.ts';
import { connectorName } from '../../lib/connectors.ts';
import { storeFilter } from '../../lib/store-filter.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useConnectedSources } from './use-connected-sources.ts';
import { wideSources } from './wide-sources.ts';

/** The filters of the product lists. */
export function useProductFilters(withStores: boolean): readonly FilterDef[] {
  const { t } = useTranslation(['products', 'monitoring']);
  const { account, workplaceId, shownStore } = useAccount();
  const isAll = shownStore === undefined;
  const stores = account?.linked_stores;
  const connected = useConnectedSources({ ever: true });
  return useMemo(() => {
    const source: FilterDef = {
      kind: 'choice',
      key: 'source',
      label: t('filter.source'),
      choices: wideSources(connected).map((value) => ({ value, label: connectorName(value) })),
    };
    if (!withStores) return [source];
    const store = isAll ? [storeFilter(t('filter.store'), stores, workplaceId)] : [];
    const watch: FilterDef = {
      kind: 'choice',
      key: 'watch',
      label: t('monitoring:filter.label'),
      choices: WATCH_FILTERS.map((value) => ({ value, label: t(`monitoring:filter.${value}`) })),
    };
    return [...store, source, watch];
  }, [t, withStores, isAll, stores, workplaceId, connected]);
}
