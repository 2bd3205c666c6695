import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import type { ProcessItem } from '../../kit/process-list.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { getTaskRefusal, quotaPrompt } from '../../lib/quota-prompt.ts';
import { useAccount } from '../../lib/use-account.ts';
import { areAllDone, foldedTasks } from './folded-tasks.ts';

type Answer = CallData<'GET /processes'>;

const QUERY_KEY = queryKeys.part('processes', 'tray');

/** Long-running tasks of this workspace. The server keeps them until somebody dismisses them. */
export function useTasks() {
  const { t } = useTranslation('shell');
  const { account, workplaceId } = useAccount();
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api('GET /processes', { signal }),
    enabled: workplaceId !== undefined,
  });
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => api('POST /processes/seen', { body: { process_ids: ids } }),
    onMutate: (ids) => {
      client.setQueryData<Answer>(QUERY_KEY, (before) =>
        before ? { ...before, items: before.items.filter((item) => !ids.includes(item.process_id)) } : before,
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  // Only a task that was seen running: after a reload the list shows it, and no dialog.
  const running = useRef(new Set<string>());
  useEffect(() => {
    for (const item of data?.items ?? []) {
      if (item.status === 'processing') running.current.add(item.process_id);
      else if (running.current.delete(item.process_id)) {
        const refusal = getTaskRefusal(item.error);
        if (refusal) quotaPrompt.ask(refusal);
      }
    }
  }, [data]);
  const folded = useSyncExternalStore(foldedTasks.watch, foldedTasks.read);
  const items = useMemo(
    (): ProcessItem[] =>
      (data?.items ?? []).map((item) => ({
        id: item.process_id,
        title: item.title || t('process.listings', { count: item.total }),
        picture: item.image_url,
        status: item.status,
        done: item.done,
        total: item.total,
        note:
          item.channel && item.kind !== 'optimize_image'
            ? t('process.to', {
                kind: t(`process.${item.kind}`),
                channel: account?.linked_stores.find((store) => store.id === item.store_id)?.store_name ?? item.channel,
              })
            : t(`process.${item.kind}`),
        error: item.error?.text,
        action:
          (item.split || item.duplicate) && item.status === 'success' ? (
            <LinkButton to="/app/products-import" size="compact-xs" variant="subtle">
              {t('process.open')}
            </LinkButton>
          ) : undefined,
      })),
    [data, account, t],
  );
  const allDone = areAllDone(items);
  return { items, isRead: data !== undefined, allDone, isFolded: folded && allDone, dismiss: mutate };
}
