import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';
import { describeDevice } from './device.ts';

type Event = CallData<'GET /auth/account/events'>['items'][number];

/** The name by which people know who let somebody in. */
const NAMES: Record<string, string> = {
  google: 'Google',
  facebook: 'Facebook',
  'google:sandbox': 'Google',
  'facebook:sandbox': 'Facebook',
};

/** What happened to the account itself, newest first: a stranger in it is seen here. */
export function EventsCard() {
  const { t } = useTranslation('account');
  const { dateTime } = useFormats();
  const events = useInfiniteQuery({
    queryKey: queryKeys.part('account-events', 'list'),
    queryFn: ({ pageParam, signal }) =>
      api('GET /auth/account/events', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  });

  const textOf = ({ kind, subject }: Event): string => {
    const name = NAMES[subject] ?? subject;
    return kind === 'signed_in' && subject
      ? t('events.kind.signed_in_by', { subject: name })
      : t(`events.kind.${kind}`, { subject: name });
  };
  const whereOf = (one: Event): string => {
    const device = describeDevice(one.user_agent);
    return [dateTime(one.at), device ? t('sessions.device', device) : t('sessions.unknown'), one.ip]
      .filter(Boolean)
      .join(' · ');
  };

  return (
    <Card id="events" title={t('events.title')}>
      <p className={classes.quiet}>{t('events.text')}</p>
      {events.isPending ? <SkeletonBox width="100%" height={132} /> : null}
      {events.error ? <ErrorState error={events.error} onRetry={() => void events.refetch()} small /> : null}
      <ul className={classes.rows}>
        {events.data?.pages.flatMap((page) =>
          page.items.map((one) => (
            <li key={one.event_id} className={classes.row}>
              <div className={classes.what}>
                <div>{textOf(one)}</div>
                <div className={classes.quiet}>{whereOf(one)}</div>
              </div>
            </li>
          )),
        )}
      </ul>
      {events.hasNextPage ? (
        <div>
          <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            {t('events.more')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
