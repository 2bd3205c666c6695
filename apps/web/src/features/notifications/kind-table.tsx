import { Checkbox } from '@mantine/core';
import type { NotificationSettings } from '@quayside/contracts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { AREAS } from './labels.ts';
import classes from './settings.module.css';

type Kind = NotificationSettings['kinds'][number];
export type DeliveryChannel = 'app' | 'mail' | 'webhook';

interface Props {
  settings: NotificationSettings;
  onChange(kind: Kind['kind'], way: DeliveryChannel, wanted: boolean): void;
}

/** Kinds down, ways across: what is told, and how. The webhook's column is the workspace's. */
export function KindTable({ settings, onChange }: Props) {
  const { t } = useTranslation('notifications');
  const ways: readonly DeliveryChannel[] = settings.webhook ? ['app', 'mail', 'webhook'] : ['app', 'mail'];
  const areas = AREAS.map((area) => ({ area, kinds: settings.kinds.filter((one) => one.area === area) }));
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('settings.kind')}</th>
          {ways.map((way) => (
            <th key={way} scope="col" className={classes.way}>
              {t(`settings.way.${way}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas
          .filter(({ kinds }) => kinds.length > 0)
          .map(({ area, kinds }) => (
            <Fragment key={area}>
              <tr>
                <th scope="rowgroup" colSpan={ways.length + 1} className={classes.area}>
                  {t(`area.${area}`)}
                </th>
              </tr>
              {kinds.map((one) => (
                <tr key={one.kind}>
                  <th scope="row">{t(`kind.${one.kind}`)}</th>
                  {ways.map((way) => (
                    <td key={way} className={classes.way}>
                      <Checkbox
                        aria-label={`${t(`kind.${one.kind}`)}: ${t(`settings.way.${way}`)}`}
                        checked={one[way]}
                        onChange={(event) => onChange(one.kind, way, event.currentTarget.checked)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
      </tbody>
    </table>
  );
}
