import type { SupplierName } from '@quayside/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterDef } from '../../../kit/filters.ts';
import { connectorName } from '../../../lib/connectors.ts';

import { useFormats } from '../../../lib/use-formats.ts';
import { useConnectedSources } from '../../products/index.ts';
import { bandEnds, LISTING_BANDS, PRICE_BANDS, VOLUME_BANDS } from './bands.ts';

/** Sources that are always offered; connected ones join them. Source: rule B181. */
const ALWAYS: readonly SupplierName[] = ['aliexpress', 'quayside'];

/** The filters of find-product, in the language of the screen. */
export function useFindFilters(): readonly FilterDef[] {
  const { t } = useTranslation('sourcing');
  const formats = useFormats();
  const connected = useConnectedSources();
  return useMemo(() => {
    const sum = (value: number) => formats.money(value, 'USD').replace(/[.,]00(?=\D*$)/, '');
    const band = (show: (value: number) => string) => (value: string) => {
      const { low, high } = bandEnds(value);
      const label =
        low === undefined
          ? t('band.under', { value: show(high ?? 0) })
          : high === undefined
            ? t('band.over', { value: show(low) })
            : t('band.between', { low: show(low), high: show(high) });
      return { value, label };
    };
    const count = (value: number) => formats.number(value);
    const sources = [...new Set([...ALWAYS, ...(connected ?? [])])];
    return [
      {
        kind: 'choice',
        key: 'source',
        label: t('filter.source'),
        choices: [
          { value: 'all', label: t('filter.allSources') },
          ...sources.map((source) => ({
            value: source,
            label: connectorName(source),
            note: connected && !connected.includes(source) ? t('filter.notConnected') : undefined,
          })),
        ],
      },
      { kind: 'choice', key: 'price', label: t('filter.price'), many: true, choices: PRICE_BANDS.map(band(sum)) },
      { kind: 'range', key: 'cost', label: t('filter.priceRange'), unit: 'money', currency: 'USD' },
      {
        kind: 'choice',
        key: 'rating',
        label: t('filter.rating'),
        choices: [{ value: '4', label: t('filter.stars', { count: 4 }) }],
      },
      { kind: 'choice', key: 'volume', label: t('filter.volume'), many: true, choices: VOLUME_BANDS.map(band(count)) },
      {
        kind: 'choice',
        key: 'listings',
        label: t('filter.listings'),
        many: true,
        choices: LISTING_BANDS.map(band(count)),
      },
      {
        kind: 'choice',
        key: 'shippable',
        label: t('filter.shipping'),
        choices: [{ value: '1', label: t('filter.shippable') }],
      },
      {
        kind: 'choice',
        key: 'viewed',
        label: t('filter.viewed'),
        choices: [{ value: 'hide', label: t('filter.hideViewed') }],
      },
    ] satisfies FilterDef[];
  }, [t, formats, connected]);
}
