import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingList, SettingNote, SettingRow } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';

/** What people of the agency trial wrote, for the operators of the installation, the newest first. */
export default function FeedbackList() {
  const { t } = useTranslation('guide');
  const { dateTime, number } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('account', 'feedback'),
    queryFn: ({ signal }) => api('GET /operator/feedback', { signal }),
  });
  return (
    <li>
      <SettingCard title={t('feedback.title')}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={80} /> : null}
        {data?.items.length === 0 ? <SettingNote>{t('feedback.none')}</SettingNote> : null}
        <SettingList>
          {data?.items.map((one) => (
            <SettingRow
              key={one.feedback_id}
              name={one.message}
              note={
                <>
                  <bdi>{one.email}</bdi>
                  {' · '}
                  {dateTime(one.sent_at)}
                </>
              }
            >
              {one.rating === null ? null : t('feedback.rating', { n: number(one.rating), most: number(5) })}
            </SettingRow>
          ))}
        </SettingList>
      </SettingCard>
    </li>
  );
}
