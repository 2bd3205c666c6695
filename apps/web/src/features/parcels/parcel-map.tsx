import type { ShipmentStateName } from '@quayside/contracts';
import { House, Package, Ship, TriangleAlert, Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { getProgress, STOPS } from './labels.ts';
import classes from './parcel-map.module.css';

const ICONS = { label: Package, transit: Ship, near: Truck, delivered: House };

/** The way of a parcel as a drawn line of stops, from the warehouse to the door. */
export function ParcelMap({ state, small }: { state: ShipmentStateName; small?: boolean }) {
  const { t } = useTranslation('tracking');
  const { at, broken } = getProgress(state);
  return (
    <ol className={classes.map} data-small={small || undefined} aria-label={t('map')}>
      {STOPS.map((stop, index) => {
        const is = index < at || (index === at && state === 'delivered') ? 'past' : index === at ? 'now' : 'ahead';
        const Icon = is === 'now' && broken ? TriangleAlert : ICONS[stop];
        return (
          <li
            key={stop}
            className={classes.stop}
            data-is={is}
            data-broken={(is === 'now' && broken) || undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.dot}>
              <Icon
                size={small ? 12 : 18}
                strokeWidth={1.75}
                aria-hidden
                className={stop === 'transit' || stop === 'near' ? 'flip' : undefined}
              />
            </span>
            <span className={small ? 'visually-hidden' : classes.word}>{t(`stop.${stop}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
