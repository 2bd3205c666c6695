import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ProductFeed } from '@quayside/contracts';
import { PRODUCT_FEED_FORMATS, type ProductFeedFormat } from '@quayside/contracts/product-feed-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, RefreshCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingCard, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api } from '../../../lib/api.ts';
import { copyText } from '../../../lib/copy-text.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './feeds.module.css';

const PATH = '/center/products/listings/elastic-products/feeds';
const EDITOR = '/app/products-center/editor/$productCenterId';
/** A new feed has its first file within seconds. */
const LOOK_MS = 2_000;
const LABELS = { xml: 'XML', csv: 'CSV' } as const;

/** Feeds of stores' products for places without a connector. */
export default function FeedsPage() {
  const { t } = useTranslation('productFeeds');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.part('products', 'feeds'), workplaceId],
    queryFn: ({ signal }) => api(`GET ${PATH}`, { signal }),
    refetchInterval: (query) =>
      query.state.data?.items.some((one) => one.refreshed_at === null && one.fault === null) ? LOOK_MS : false,
  });
  return (
    <>
      <PageHeader title={t('title')} note={t('intro')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={220} /> : null}
        {data ? (
          <>
            <NewFeed feeds={data.items} />
            {data.items.map((feed) => (
              <FeedCard key={feed.feed_id} feed={feed} />
            ))}
          </>
        ) : null}
      </SettingPage>
    </>
  );
}

function useRefetch() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.part('products', 'feeds').slice(0, 3) });
}

function NewFeed({ feeds }: { feeds: readonly ProductFeed[] }) {
  const { t } = useTranslation('productFeeds');
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [chosen, setChosen] = useState('');
  const [format, setFormat] = useState<ProductFeedFormat>('xml');
  const form = useForm(async () => undefined);
  const reload = useRefetch();
  const storeId = chosen || (stores[0]?.id ?? '');
  const isThere = feeds.some((one) => one.store_id === storeId && one.format === format);
  return (
    <SettingCard title={t('new')} note={t('newNote')}>
      {stores.length === 0 ? <p className={classes.quiet}>{t('noStore')}</p> : null}
      <NativeSelect
        label={t('store')}
        value={storeId}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={stores.map((store) => ({ value: store.id, label: store.store_name }))}
        className={classes.field}
        disabled={stores.length === 0}
      />
      <Segmented<ProductFeedFormat>
        label={t('format')}
        value={format}
        choices={PRODUCT_FEED_FORMATS.map((value) => ({ value, label: LABELS[value] }))}
        onChange={setFormat}
      />
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <MayButton
          needs="products.push"
          loading={form.busy}
          disabled={storeId === '' || isThere}
          onClick={() =>
            void form.run(async () => {
              await api(`POST ${PATH}`, { body: { store_id: storeId, format }, quiet: true });
              await reload();
            })
          }
        >
          {t(isThere ? 'exists' : 'create')}
        </MayButton>
      </div>
    </SettingCard>
  );
}

function FeedCard({ feed }: { feed: ProductFeed }) {
  const { t } = useTranslation(['productFeeds', 'common']);
  const { dateTime } = useFormats();
  const [asked, setAsked] = useState<'rotate' | 'remove'>();
  const form = useForm(async () => undefined);
  const reload = useRefetch();
  const addressId = useId();
  const params = { feed_id: feed.feed_id };
  const name = `${feed.store_name} · ${LABELS[feed.format]}`;
  return (
    <SettingCard
      title={name}
      note={
        feed.refreshed_at
          ? t('refreshed', { at: dateTime(feed.refreshed_at), products: feed.products, items: feed.items })
          : t('waiting')
      }
    >
      <TextInput
        id={addressId}
        label={t('address')}
        value={feed.url}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      {feed.fault ? <Failure text={feed.fault} /> : null}
      {feed.left_out > 0 ? (
        <section aria-label={t('leftOut', { count: feed.left_out })}>
          <h3 className={classes.label}>{t('leftOut', { count: feed.left_out })}</h3>
          <ul className={classes.list}>
            {feed.problems.map((one) => (
              <li key={one.product_id}>
                <Link to={EDITOR} params={{ productCenterId: one.product_id }}>
                  <bdi>{one.title}</bdi>
                </Link>{' '}
                <span className={classes.quiet}>{one.text}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Copy size={14} aria-hidden />}
          onClick={() => void copyText(feed.url, t('copied'))}
        >
          {t('copy')}
        </Button>
        <MayButton
          needs="products.push"
          variant="default"
          size="xs"
          loading={form.busy}
          leftSection={<RefreshCw size={14} aria-hidden />}
          onClick={() =>
            void form.run(async () => {
              await api(`POST ${PATH}/{feed_id}/refresh`, { params, body: {}, quiet: true });
              toast('success', t('refreshing'));
            })
          }
        >
          {t('refresh')}
        </MayButton>
        <MayButton needs="products.push" variant="default" size="xs" onClick={() => setAsked('rotate')}>
          {t('rotate')}
        </MayButton>
        <MayButton needs="products.push" variant="default" size="xs" onClick={() => setAsked('remove')}>
          {t('remove')}
        </MayButton>
      </div>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(asked === 'rotate' ? 'rotateTitle' : 'removeTitle')}
        text={t(asked === 'rotate' ? 'rotateText' : 'removeText')}
        verb={t(asked === 'rotate' ? 'rotate' : 'remove')}
        danger
        onConfirm={async () => {
          if (asked === 'rotate') await api(`POST ${PATH}/{feed_id}/rotate`, { params, body: {}, quiet: true });
          else await api(`DELETE ${PATH}/{feed_id}`, { params, quiet: true });
          await reload();
        }}
      />
    </SettingCard>
  );
}
