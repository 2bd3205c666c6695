import { ActionIcon, Button } from '@mantine/core';
import type { Notification } from '@quayside/contracts';
import { BellRing, CheckCheck, Settings } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../kit/columns.ts';
import { LinkIcon } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { AREAS, type Area } from './labels.ts';
import { NotificationLine } from './notification-line.tsx';
import { useBell, useNotificationActions } from './use-notifications.ts';

const TABS = ['all', 'unread', ...AREAS] as const;
const isArea = (tab: string): tab is Area => (AREAS as readonly string[]).includes(tab);

/** Every notification of the last days, or of the last week: narrowed by what they concern, opened, marked read. */
export function NotificationList({ recent = false }: { recent?: boolean }) {
  const { t } = useTranslation('notifications');
  const { dateTime, timeAgo } = useFormats();
  const { data: counts } = useBell();
  const actions = useNotificationActions();
  const mobile = useIsMobile();
  const nothingNew = !counts || counts.total === 0;
  const readAll = () => void actions.readAll(counts?.items[0]?.at);
  const view = useListView<Notification>({
    name: recent ? 'recent-notifications' : 'notifications',
    topic: 'notifications',
    tabs: TABS,
    id: (row) => row.id,
    read: ({ tab, page }, cursor, signal) =>
      api('GET /core/list-notification', {
        query: {
          page_size: 50,
          page,
          cursor,
          ...(recent ? { recent: 'true' as const } : {}),
          ...(tab === 'unread' ? { unread: 'true' as const } : {}),
          ...(isArea(tab) ? { area: tab } : {}),
        },
        signal,
      }).then(({ items, next_cursor }) => ({ items, ...(next_cursor ? { next_cursor } : {}) })),
  });
  const columns = useMemo<Column<Notification>[]>(
    () => [
      {
        key: 'what',
        header: t('column.what'),
        width: 420,
        grow: true,
        priority: 1,
        cell: (row) => <NotificationLine notice={row} />,
      },
      { key: 'area', header: t('column.area'), width: 140, priority: 3, cell: (row) => t(`area.${row.area}`) },
      {
        key: 'when',
        header: t('column.when'),
        width: 150,
        priority: 2,
        skeleton: 'short',
        cell: (row) => <span title={dateTime(row.at)}>{timeAgo(row.at)}</span>,
      },
    ],
    [t, dateTime, timeAgo],
  );
  const tabs = TABS.map((tab) => {
    if (tab === 'all') return { key: tab, label: t('tab.all') };
    const count = tab === 'unread' ? counts?.total : counts?.[tab];
    const label = tab === 'unread' ? t('tab.unread') : t(`area.${tab}`);
    return count ? { key: tab, label, count } : { key: tab, label };
  });
  return (
    <ListPage
      view={view}
      title={recent ? t('recent.title') : t('title')}
      tabs={tabs}
      columns={columns}
      variableRows
      actions={
        <>
          {mobile ? (
            <ActionIcon
              variant="default"
              size={34}
              aria-label={t('readAll')}
              data-hint={t('readAll')}
              disabled={nothingNew}
              onClick={readAll}
            >
              <CheckCheck size={16} aria-hidden />
            </ActionIcon>
          ) : (
            <Button
              variant="default"
              leftSection={<CheckCheck size={16} aria-hidden />}
              disabled={nothingNew}
              onClick={readAll}
            >
              {t('readAll')}
            </Button>
          )}
          <LinkIcon
            to="/app/setting/notification"
            variant="default"
            size={34}
            aria-label={t('settings.open')}
            data-hint={t('settings.open')}
          >
            <Settings size={16} aria-hidden />
          </LinkIcon>
        </>
      }
      card={(row) => <NotificationLine notice={row} when />}
      onOpen={(id) => {
        const notice = view.list.rows.find((row) => row.id === id);
        if (notice) actions.open(notice);
      }}
      empty={
        <EmptyState
          picture={<BellRing size={28} strokeWidth={1.5} aria-hidden />}
          title={view.state.tab === 'unread' ? t('empty.read') : t('empty.title')}
          text={t('empty.text')}
        />
      }
    />
  );
}

export default function NotificationsPage() {
  return <NotificationList />;
}
