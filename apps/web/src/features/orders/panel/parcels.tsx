import { ActionIcon } from '@mantine/core';
import type { OrderDetail } from '@quayside/contracts';
import { Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { copyText } from '../../../lib/copy-text.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Alarms, ChooseCarrier, ParcelMap, SHIPMENT_TONES, StoreUpdate } from '../../parcels/index.ts';
import { PictureStack } from '../list/picture-stack.tsx';
import classes from './panel.module.css';
import { Problem } from './problem.tsx';

/** The parcels of an order: carrier, number, how far each is, and the link that the shopper may have. */
export function Parcels({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(['tracking', 'orders']);
  const { dateTime } = useFormats();
  const link = new URL(order.public_tracking_path, location.origin).href;
  return (
    <PanelSection
      title={t('orders:panel.parcels')}
      action={
        <ActionIcon
          size={28}
          aria-label={t('copyLink')}
          data-hint={t('copyLink')}
          onClick={() => void copyText(link, t('copied'))}
        >
          <Link2 size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {order.shipments.length === 0 ? <p className={classes.quiet}>{t('noneYet')}</p> : null}
      <ul className={classes.boxes}>
        {order.shipments.map((parcel) => (
          <li key={parcel.id} className={classes.box}>
            <div className={classes.boxHead}>
              <span className={classes.boxTitle}>
                {parcel.carrier ?? t('noCarrier')}
                {parcel.tracking_url ? (
                  <a className="mono" href={parcel.tracking_url} target="_blank" rel="noreferrer">
                    {parcel.tracking_number}
                  </a>
                ) : (
                  <span className="mono">{parcel.tracking_number}</span>
                )}
              </span>
              <StatusBadge tone={SHIPMENT_TONES[parcel.state]} label={t(`state.${parcel.state}`)} />
            </div>
            <ParcelMap state={parcel.state} small />
            <div className={classes.boxRow}>
              <PictureStack lines={parcel.line_items} most={5} size={32} />
              <span className={classes.quiet}>
                {parcel.events[0] ? parcel.events[0].description : null}
                <span className={classes.when}>{dateTime(parcel.events[0]?.at ?? parcel.shipped_at)}</span>
              </span>
            </div>
            {parcel.same_items_as ? <p className={classes.quiet}>{t('additional')}</p> : null}
            <Alarms alarms={parcel.alarms} />
            <ChooseCarrier parcel={parcel} />
            {order.is_manual ? null : <StoreUpdate parcel={parcel} />}
            {parcel.problem ? <Problem problem={parcel.problem} warning={parcel.report_state !== 'failed'} /> : null}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
