import { ActionIcon } from '@mantine/core';
import { Bell as BellIcon } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import { Pop } from '../../kit/pop.tsx';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import classes from './bell.module.css';
import { useBell, useNotificationActions } from './use-notifications.ts';

const BellList = lazyChunk(async () => {
  const [list] = await Promise.all([import('./bell-list.tsx'), loadTexts(['notifications'])]);
  return { default: list.BellList };
});

/** The bell with what is unread, and the newest notifications below it. */
export function Bell() {
  const { t } = useTranslation('shell');
  const { data } = useBell();
  const { markSeen } = useNotificationActions();
  const unread = data?.total ?? 0;
  const label = unread > 0 ? t('bell.unread', { count: unread }) : t('bell.title');
  return (
    <Pop
      label={t('bell.title')}
      align="end"
      width={400}
      className={classes.panel}
      trigger={(props) => (
        <ActionIcon
          {...props}
          data-hint={t('bell.title')}
          data-bell
          className={classes.bell}
          onClick={() => {
            props.onClick();
            // The badge of somebody who never opened the bell goes with the first opening.
            if (data?.badge && data.total === 0) void markSeen();
          }}
        >
          <span className="visually-hidden">{label}</span>
          <BellIcon size={18} aria-hidden />
          {data?.badge ? (
            <span className={classes.badge} dir="ltr" aria-hidden="true" data-bell-badge>
              {data.badge}
            </span>
          ) : null}
        </ActionIcon>
      )}
    >
      {(close) => (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <BellList onDone={close} />
        </Suspense>
      )}
    </Pop>
  );
}
