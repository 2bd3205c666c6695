import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProcessTray } from '../../kit/process-tray.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';

type Answer = CallData<'GET /processes'>;

const QUERY_KEY = queryKeys.part('processes', 'tray');

/** Long work of this workspace, kept by the server: it survives a reload and stays until somebody has seen its end. */
export function Processes() {
  const { t } = useTranslation('shell');
  const stores = useAccount().account?.linked_stores ?? [];
  const client = useQueryClient();
  const { data } = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => api('GET /processes', { signal }) });
  const seen = useMutation({
    mutationFn: (ids: string[]) => api('POST /processes/seen', { body: { process_ids: ids } }),
    onMutate: (ids) => {
      client.setQueryData<Answer>(QUERY_KEY, (before) =>
        before ? { ...before, items: before.items.filter((item) => !ids.includes(item.process_id)) } : before,
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <ProcessTray
      onSeen={(ids) => seen.mutate(ids)}
      items={(data?.items ?? []).map((item) => ({
        id: item.process_id,
        title: item.title,
        picture: item.image_url,
        status: item.status,
        done: item.done,
        total: item.total,
        note: item.channel
          ? t('process.to', {
              kind: t(`process.${item.kind}`),
              channel: stores.find((store) => store.id === item.store_id)?.store_name ?? item.channel,
            })
          : t(`process.${item.kind}`),
        error: item.error?.text,
      }))}
    />
  );
}
