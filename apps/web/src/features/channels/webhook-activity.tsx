import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './channels.module.css';

export type WebhookActivity = CallData<'GET /connections/reports'>['items'][number];

/** Messages that come in leave no event on open screens: they are counted anew each minute while looked at. */
const COUNT_AGAIN_MS = 60_000;

/** What stores (or suppliers) reported by themselves lately, by their ids. */
export function useWebhookActivity(topic: 'stores' | 'suppliers'): (id: string) => WebhookActivity | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.part(topic, 'reports'),
    queryFn: ({ signal }) => api('GET /connections/reports', { signal }),
    refetchInterval: COUNT_AGAIN_MS,
  });
  return (id) => data?.items.find((one) => one.id === id);
}

/** Reports that were refused or could not be worked: how many, why, and what to do. i18n-keys: channels:reports.* */
export function WebhookProblems({ reports }: { reports: WebhookActivity | undefined }) {
  const { t } = useTranslation('channels');
  const { number, timeAgo } = useFormats();
  if (!reports || reports.problems.length === 0) return null;
  return (
    <div role="status">
      <ul className={classes.troubles}>
        {reports.problems.map((one) => (
          <li key={one.cause} className={classes.trouble} data-cause={one.cause}>
            <strong>{t(`reports.${one.cause}`)}</strong>
            <span>{t('reports.times', { n: number(one.times), when: timeAgo(one.last_at) })}</span>
            <p>{t(`reports.${one.cause}_advice`)}</p>
            {one.detail ? (
              <code dir="ltr" className={classes.detail}>
                {one.detail}
              </code>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
