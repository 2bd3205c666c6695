import type { Shipment } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './store-update.module.css';

type Parcel = Pick<Shipment, 'told_at' | 'told_number' | 'tracking_number' | 'problem'>;

/** When the store was last told of a parcel, and the number that it has where that is another one. */
export function StoreUpdate({ parcel }: { parcel: Parcel }) {
  const { t } = useTranslation('tracking');
  const { dateTime } = useFormats();
  if (!parcel.told_at) return null;
  // Once the merchant has edited it there, the number we sent is no longer the one in the store.
  const isOurs = parcel.problem?.key !== 'STORE_TRACKING_EDITED';
  const differs = isOurs && parcel.told_number !== null && parcel.told_number !== parcel.tracking_number;
  return (
    <p className={classes.quiet}>
      {t('told')} {dateTime(parcel.told_at)}
      {differs ? <> · {t('storeShows', { number: parcel.told_number })}</> : null}
    </p>
  );
}
