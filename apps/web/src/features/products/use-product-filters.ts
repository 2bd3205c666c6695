import { useDebouncedValue } from '@mantine/hooks';
import { WATCH_FILTERS } from '@quayside/contracts/monitoring-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterDef } from '../../kit/filters.ts';
import { connectorName } from '../../lib/connectors.ts';
import { storeFilter } from '../../lib/store-filter.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { tagsLike } from './product-queries.ts';
import { useConnectedSources } from './use-connected-sources.ts';
import { wideSources } from './wide-sources.ts';

const WAIT_MS = 250;

/** The filters of the product lists. */
export function useProductFilters(withStores: boolean): readonly FilterDef[] {
  const { t } = useTranslation(['products', 'monitoring']);
  const { number } = useFormats();
  /** undefined: the tags have not been opened, so that none are read. */
  const [typed, setTyped] = useState<string>();
  const [keyword] = useDebouncedValue(typed, WAIT_MS);
  const { data: tags } = useQuery({ ...tagsLike(keyword?.trim() ?? ''), enabled: keyword !== undefined });
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
    const tag: FilterDef = {
      kind: 'choice',
      key: 'tag',
      label: t('filter.tag'),
      choices: (tags?.items ?? []).map(({ tag: value, products }) => ({ value, label: value, note: number(products) })),
      search: true,
      onSearch: setTyped,
    };
    if (!withStores) return [source, tag];
    const store = isAll ? [storeFilter(t('filter.store'), stores, workplaceId)] : [];
    const watch: FilterDef = {
      kind: 'choice',
      key: 'watch',
      label: t('monitoring:filter.label'),
      choices: WATCH_FILTERS.map((value) => ({ value, label: t(`monitoring:filter.${value}`) })),
    };
    return [...store, source, watch, tag];
  }, [t, withStores, isAll, stores, workplaceId, connected, tags, number]);
}
