import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ParcelMap, SHIPMENT_TONES } from '../parcels/index.ts';
import classes from './public-page.module.css';

type Parcel = CallData<'GET /open-api/orders/tracking/{order_id}'>['parcels'][number];

/** One parcel as its receiver sees it. */
export function PublicParcel({ parcel, name }: { parcel: Parcel; name?: string }) {
  const { t } = useTranslation('tracking');
  const { date, dateTime } = useFormats();
  return (
    <section className={classes.card}>
      <div className={classes.cardHead}>
        <div>
          {name ? <h2 className={classes.name}>{name}</h2> : null}
          <p className={classes.about}>
            {[parcel.carrier, t('public.pieces', { count: parcel.pieces })].filter(Boolean).join(' · ')}
          </p>
          <p className={classes.number}>
            {t('number')}{' '}
            {parcel.tracking_url ? (
              <a href={parcel.tracking_url} target="_blank" rel="noreferrer noopener" dir="ltr">
                {parcel.tracking_number}
              </a>
            ) : (
              <bdi dir="ltr">{parcel.tracking_number}</bdi>
            )}
          </p>
        </div>
        <StatusBadge filled tone={SHIPMENT_TONES[parcel.state]} label={t(`state.${parcel.state}`)} />
      </div>
      <ParcelMap state={parcel.state} />
      {parcel.delivered_at ? (
        <p className={classes.about}>{t('public.arrived', { time: dateTime(parcel.delivered_at) })}</p>
      ) : null}
      {parcel.estimate ? (
        <p className={classes.about}>
          {parcel.estimate.from === parcel.estimate.to
            ? t('public.estimateOn', { date: date(parcel.estimate.to) })
            : t('public.estimate', { from: date(parcel.estimate.from), to: date(parcel.estimate.to) })}
        </p>
      ) : null}
      {parcel.events.length > 0 ? (
        <div className={classes.events}>
          <Timeline
            label={t('events')}
            items={parcel.events.map((event, index) => ({
              id: `${event.at}-${index}`,
              at: event.at,
              title: t(`state.${event.state}`),
              body: event.description || undefined,
              tone: SHIPMENT_TONES[event.state],
            }))}
          />
        </div>
      ) : (
        <p className={classes.about}>{t('noEvents')}</p>
      )}
    </section>
  );
}
