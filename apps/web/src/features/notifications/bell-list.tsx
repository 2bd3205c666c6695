import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { BellRing, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkIcon } from '../../kit/link-button.tsx';
import { SkeletonBox, SkeletonLine } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import classes from './bell-list.module.css';
import { NotificationLine } from './notification-line.tsx';
import { useBell, useNotificationActions } from './use-notifications.ts';

const BONES = ['first', 'second', 'third', 'fourth'];

/** The newest notifications: each leads to what it is about. */
export function BellList({ onDone }: { onDone(): void }) {
  const { t } = useTranslation('notifications');
  const { data, error, refetch } = useBell();
  const actions = useNotificationActions();
  const items = data?.items ?? [];
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('title')}</h2>
        {(data?.total ?? 0) > 0 ? (
          <Button size="xs" variant="subtle" onClick={() => void actions.readAll(items[0]?.at)}>
            {t('readAll')}
          </Button>
        ) : null}
        <LinkIcon
          to="/app/setting/notification"
          aria-label={t('settings.open')}
          data-hint={t('settings.open')}
          onClick={onDone}
        >
          <Settings size={16} aria-hidden />
        </LinkIcon>
      </div>
      <div className={classes.body} aria-busy={!data && !error ? true : undefined}>
        {!data && error ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error
          ? BONES.map((name) => (
              <div key={name} className={classes.skeleton}>
                <SkeletonBox width={28} height={28} />
                <SkeletonLine width="70%" />
              </div>
            ))
          : null}
        {data && items.length === 0 ? (
          <EmptyState
            small
            picture={<BellRing size={24} strokeWidth={1.5} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        ) : null}
        <ul className={classes.list}>
          {items.map((notice) => (
            <li key={notice.id}>
              <a
                href={notice.link}
                className={classes.row}
                data-unread={!notice.is_read || undefined}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onDone();
                  actions.open(notice);
                }}
              >
                <NotificationLine notice={notice} when />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.foot}>
        <Link to="/app/recent-notification" onClick={onDone}>
          {t('recent.title')}
        </Link>
        <Link to="/app/notifications" onClick={onDone}>
          {t('all')}
        </Link>
      </div>
    </div>
  );
}
