import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { PackageX } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import { LanguagePicker } from '../../kit/language-picker.tsx';
import { SkeletonBox, SkeletonLine } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './public-page.module.css';
import { PublicParcel } from './public-parcel.tsx';

/** How often a shopper's open page looks again, in milliseconds; nobody tells it of changes. */
const LOOK_AGAIN_MS = 30_000;
const NOT_FOUND = new Set([202, 204, 404]);

/** Where a customer's shipments are, and who ships them: no name, no address, no price. */
export default function PublicTrackingPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicTracking />
    </QueryClientProvider>
  );
}

function PublicTracking() {
  const { t } = useTranslation('tracking');
  const { country } = useFormats();
  const { orderId } = useParams({ from: '/tracking/$orderId' });
  const { data, error, refetch } = useQuery({
    queryKey: ['public-tracking', orderId],
    queryFn: ({ signal }) => api('GET /open-api/orders/tracking/{order_id}', { params: { order_id: orderId }, signal }),
    refetchInterval: (query) => (query.state.error || query.state.data?.state === 'delivered' ? false : LOOK_AGAIN_MS),
    retry: false,
  });
  useEffect(() => {
    document.title = t('public.title');
  }, [t]);
  const missing = error instanceof ApiError && NOT_FOUND.has(error.status);
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        {data ? null : <h1 className="visually-hidden">{t('public.title')}</h1>}
        {data ? (
          <>
            <header
              className={classes.head}
              style={
                data.brand?.color
                  ? { borderBlockStart: `4px solid ${data.brand.color}`, paddingBlockStart: 16 }
                  : undefined
              }
            >
              {data.brand?.logo_url ? (
                <img className={classes.logo} src={data.brand.logo_url} alt="" referrerPolicy="no-referrer" />
              ) : null}
              {data.store_name ? (
                <p className={classes.store}>
                  <bdi>{data.store_name}</bdi>
                </p>
              ) : null}
              <h1 className={classes.title}>{t(`public.state.${data.state}`)}</h1>
              {data.country_code ? (
                <p className={classes.to}>{t('public.to', { country: country(data.country_code) })}</p>
              ) : null}
            </header>
            {data.parcels.length === 0 ? (
              <section className={classes.card}>
                <p className={classes.none}>
                  {data.state === 'cancelled' ? t('public.cancelledText') : t('public.preparingText')}
                </p>
              </section>
            ) : (
              data.parcels.map((parcel, index) => (
                <PublicParcel
                  // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no name of their own here, and keep their order
                  key={`${parcel.shipped_at}-${index}`}
                  parcel={parcel}
                  name={
                    data.parcels.length > 1
                      ? t('public.parcel', { number: index + 1, total: data.parcels.length })
                      : undefined
                  }
                />
              ))
            )}
          </>
        ) : missing ? (
          <EmptyState
            picture={<PackageX size={28} strokeWidth={1.5} aria-hidden />}
            title={t('public.missing')}
            text={t('public.missingText')}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={classes.skeletons} aria-busy="true">
            <SkeletonLine width={240} height={20} />
            <SkeletonBox width="100%" height={220} />
          </div>
        )}
      </main>
      <footer className={classes.foot}>
        {data?.brand?.support_url ? (
          <a href={data.brand.support_url} target="_blank" rel="noreferrer noopener">
            {t('public.support')}
          </a>
        ) : null}
        <LanguagePicker />
      </footer>
    </div>
  );
}
