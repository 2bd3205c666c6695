import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolate.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './backups.module.css';

type Backups = CallData<'GET /operator/backups'>;
type Run = Backups['items'][number];
type State = 'running' | 'failed' | 'verified' | 'made';

const TONES: Record<State, Tone> = { running: 'waiting', failed: 'broken', verified: 'done', made: 'closed' };
/** No live event reports backups: they are fetched while the page is open, more often while one is made. */
const REFRESH_MS = 10_000;
const BUSY_REFRESH_MS = 2_000;

function stateOf(run: Run): State {
  if (run.error !== null) return 'failed';
  if (run.ended_at === null) return 'running';
  return run.verified_at === null ? 'made' : 'verified';
}

/** For operators: the daily backups, their verification, and why they failed. */
export default function BackupsPage() {
  const { t } = useTranslation('backups');
  const list = useQuery({
    queryKey: ['backups'],
    queryFn: ({ signal }) => api('GET /operator/backups', { signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? BUSY_REFRESH_MS : REFRESH_MS),
  });
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <LinkButton to="/app/help/$article" params={{ article: 'backup-and-restore' }} variant="default">
              {t('guide')}
            </LinkButton>
            {list.data?.can_request ? <BackUpNow isBusy={isBusy(list.data)} /> : null}
          </>
        }
      />
      <div className={classes.page}>
        {list.error && !list.data ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.isLoading ? <SkeletonBox width="100%" height={220} /> : null}
        {list.data ? <Content data={list.data} /> : null}
      </div>
    </>
  );
}

const isBusy = ({ is_requested, items }: Backups): boolean =>
  is_requested || items.some((run) => stateOf(run) === 'running');

function BackUpNow({ isBusy: busy }: { isBusy: boolean }) {
  const { t } = useTranslation('backups');
  const client = useQueryClient();
  const [sending, setSending] = useState(false);
  const request = async () => {
    setSending(true);
    try {
      await api('POST /operator/backups');
      await client.invalidateQueries({ queryKey: ['backups'] });
    } catch {
      // The failure is shown with the call.
    } finally {
      setSending(false);
    }
  };
  return (
    <Button loading={sending || busy} onClick={() => void request()}>
      {t('backUpNow')}
    </Button>
  );
}

function Content({ data: { schedule, problem, items, is_requested, point_in_time } }: { data: Backups }) {
  const { t, i18n } = useTranslation('backups');
  const { dateTime } = useFormats();
  const last = items.find((run) => stateOf(run) === 'verified');
  const running = items.some((run) => stateOf(run) === 'running');
  return (
    <>
      <div className={classes.facts}>
        <p className={classes.note}>
          {schedule
            ? t('scheduled', {
                at: schedule.at,
                folder: isolated(schedule.folder, i18n.dir() === 'rtl'),
                count: schedule.keep,
              })
            : t('unscheduled')}
        </p>
        {problem ? (
          <p className={classes.problem} role="status">
            {t(`problem.${problem === 'failed' && !schedule ? 'failedOnce' : problem}`)}
          </p>
        ) : null}
        {last ? <p className={classes.note}>{t('lastVerified', { at: dateTime(last.started_at) })}</p> : null}
        {point_in_time ? <PointInTime of={point_in_time} /> : null}
        {is_requested || running ? (
          <p className={classes.note} role="status">
            {running ? t('runningNow') : t('requested')}
          </p>
        ) : null}
      </div>
      {items.length === 0 ? (
        <EmptyState title={t('empty')} text={t('emptyText')} />
      ) : (
        <Runs items={items} folder={schedule?.folder} />
      )}
    </>
  );
}

function PointInTime({ of: { minutes, from, until, error } }: { of: NonNullable<Backups['point_in_time']> }) {
  const { t } = useTranslation('backups');
  const { dateTime } = useFormats();
  return (
    <>
      <p className={classes.note}>
        {from && until && from < until
          ? t('pointInTime', { from: dateTime(from), until: dateTime(until), count: minutes })
          : t(from ? 'pointInTimeSoon' : 'pointInTimeLater')}
      </p>
      {error ? (
        <p className={classes.error} dir="auto" lang="en">
          {error}
        </p>
      ) : null}
    </>
  );
}

/** `folder`: the one that is named above. */
function Runs({ items, folder }: { items: readonly Run[]; folder: string | undefined }) {
  const { t } = useTranslation('backups');
  const { count, dateTime } = useFormats();
  return (
    <ul className={classes.runs}>
      {items.map((run) => (
        <li key={run.run_id} className={classes.run}>
          <StatusBadge tone={TONES[stateOf(run)]} label={t(`state.${stateOf(run)}`)} />
          <span className={classes.when}>{dateTime(run.started_at)}</span>
          {run.bytes === null ? null : (
            <span className={classes.size}>{t('size', { size: count(Math.ceil(run.bytes / 1e6)) })}</span>
          )}
          {run.verified_rows === null ? null : (
            <span className={classes.rows}>{t('rows', { count: run.verified_rows })}</span>
          )}
          {run.name ? (
            <bdi className={classes.name} dir="ltr">
              {run.folder === folder ? run.name : `${run.folder}/${run.name}`}
            </bdi>
          ) : null}
          {run.exact === false ? <span className={classes.error}>{t('inexact')}</span> : null}
          {run.error ? (
            <span className={classes.error} dir="auto" lang="en">
              {run.error}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
