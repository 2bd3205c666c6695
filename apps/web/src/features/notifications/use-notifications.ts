import type { Notification } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';

/** Rows that the bell shows. */
const BELL_ROWS = 10;

/** What the bell shows: the newest notifications, the unread ones counted. Kept live by the topic `notifications`. */
export function useBell() {
  const { workplaceId } = useAccount();
  return useQuery({
    queryKey: queryKeys.part('notifications', 'bell'),
    queryFn: ({ signal }) => api('GET /core/list-notification', { query: { page_size: BELL_ROWS }, signal }),
    enabled: workplaceId !== undefined,
  });
}

/** What is done with notifications: opened (which marks them read), all marked read. */
export function useNotificationActions() {
  const client = useQueryClient();
  const router = useRouter();
  const fresh = () => client.invalidateQueries({ queryKey: ['notifications'] });
  return {
    /** Goes to what it is about. It counts as read from now on; a failure of that is no reason to stay. */
    open(notice: Pick<Notification, 'id' | 'link' | 'is_read'>): void {
      router.history.push(notice.link);
      if (notice.is_read) return;
      void api('POST /notifications/read', { body: { notification_ids: [notice.id] }, quiet: true })
        .then(fresh)
        .catch(() => undefined);
    },
    /** Up to what is on the screen: what came after it stays unread. */
    async readAll(newestAt: string | undefined): Promise<void> {
      if (!newestAt) return;
      await api('POST /notifications/read-all', { body: { until: newestAt } });
      await fresh();
    },
    /** The bell was opened once (rule B072). */
    async markSeen(): Promise<void> {
      await api('POST /setting-notification', { body: { seen: true }, quiet: true }).then(fresh, () => undefined);
    },
  };
}
