import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './chat.module.css';

/** The support chat in its frame, entered as the person; for the support's own people as the owner of the workspace. */
export default function Chat() {
  const { t } = useTranslation('guide');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'chat'),
    queryFn: ({ signal }) => api('GET /support/chat', { signal }),
  });
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true">
        <SkeletonLine width="60%" />
      </div>
    );
  const address = new URL(data.url);
  address.searchParams.set('email', data.email);
  address.searchParams.set('name', data.name);
  if (data.is_staff) address.searchParams.set('staff', '1');
  return (
    <iframe
      className={classes.frame}
      title={t('chat.title')}
      src={address.href}
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
