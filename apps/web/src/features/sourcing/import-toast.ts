import type { NotificationSettings } from '@quayside/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

const FRESH_MS = 5 * 60_000;

/** Off: every notification about products is turned off in the app. Unknown settings count as on. */
export function showsProductToasts(settings: Pick<NotificationSettings, 'kinds'> | undefined): boolean {
  const kinds = settings?.kinds.filter((one) => one.area === 'product') ?? [];
  return kinds.length === 0 || kinds.some((one) => one.app);
}

/** Whether a successful import shows a toast: not to a person who turned notifications off (rule B310). */
export async function wantsImportToast(client: QueryClient): Promise<boolean> {
  const settings = await client
    .fetchQuery({
      queryKey: queryKeys.part('notifications', 'settings'),
      queryFn: ({ signal }) => api('GET /notifications/settings', { signal }),
      staleTime: FRESH_MS,
    })
    .catch(() => undefined);
  return showsProductToasts(settings);
}
