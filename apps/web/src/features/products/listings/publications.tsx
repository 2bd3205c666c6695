import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Radio } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import classes from './store-lines.module.css';

interface Props {
  productId: string;
  storeId: string;
  storeName: string;
}

/** The sales channels of a store, and which of them show the product. The store is asked once somebody wants to know. */
export function Publications({ productId, storeId, storeName }: Props) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('listings', productId, `publications/${storeId}`),
    queryFn: ({ signal }) =>
      api('GET /center/products/shopify/product-publication/{productId}', { params: { productId }, storeId, signal }),
    enabled: open,
    staleTime: 60_000,
  });
  if (!open)
    return (
      <Button
        variant="subtle"
        size="compact-xs"
        className={classes.publications}
        leftSection={<Radio size={13} aria-hidden />}
        aria-label={`${t('publications.show')}: ${storeName}`}
        onClick={() => setOpen(true)}
      >
        {t('publications.show')}
      </Button>
    );
  if (error) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true">
        <SkeletonLine width="60%" />
      </div>
    );
  // A product that was split has several listings: a channel shows it when it shows all of them.
  const channels = new Map<string, { name: string; shown: boolean }>();
  for (const { publications } of data.items)
    for (const { id, name, published } of publications)
      channels.set(id, { name, shown: published && (channels.get(id)?.shown ?? true) });
  if (channels.size === 0) return <p className={classes.facts}>{t('publications.none')}</p>;
  return (
    <ul className={classes.channels} aria-label={t('publications.title', { store: storeName })}>
      {[...channels].map(([id, channel]) => (
        <li key={id}>
          <bdi>{channel.name}</bdi>
          <StatusBadge
            tone={channel.shown ? 'done' : 'closed'}
            label={t(channel.shown ? 'publications.on' : 'publications.off')}
          />
        </li>
      ))}
    </ul>
  );
}
