import type { Shipment } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import classes from './carrier-field.module.css';

/** Open alarms of a parcel, each leading to what to do. */
export function Alarms({ alarms }: Pick<Shipment, 'alarms'>) {
  const { t } = useTranslation('tracking');
  if (alarms.length === 0) return null;
  return (
    <div className={classes.candidates}>
      {alarms.map((alarm) => (
        <span key={alarm.id} className={classes.candidates}>
          <StatusBadge tone="waiting" label={t(`alarms.kind.${alarm.kind}`)} />
          <LinkButton to="/app/manage/tracking" search={{ open: alarm.id }} size="compact-xs" variant="default">
            {t('alarms.whatToDo')}
          </LinkButton>
        </span>
      ))}
    </div>
  );
}
