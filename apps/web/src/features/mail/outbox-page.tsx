import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyDrawer } from '../../kit/lazy-drawer.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useList } from '../../lib/use-list.ts';
import classes from './outbox.module.css';

type Mail = CallData<'GET /operator/mails'>['items'][number];

const TONES: Record<Mail['state'], Tone> = { waiting: 'waiting', sent: 'done', kept: 'closed', failed: 'broken' };
/** No live event tells of mails: they are looked for while the page is open. */
const LOOK_MS = 10_000;

/** For the operators: every mail of this installation, and its text while no mail server took it. */
export default function OutboxPage() {
  const { t } = useTranslation('mail');
  const { dateTime } = useFormats();
  const navigate = useNavigate();
  const { mail: openId } = useSearch({ from: '/app/outbox' });
  const [sends, setSends] = useState<boolean>();
  const list = useList<Mail>({
    topic: 'mails',
    state: {},
    id: (row) => row.mail_id,
    async read(cursor, signal) {
      const page = await api('GET /operator/mails', { query: cursor ? { cursor } : {}, signal });
      setSends(page.sends);
      return page;
    },
  });
  const fresh = useQueryClient();
  useQuery({
    queryKey: ['outbox-look'],
    refetchInterval: LOOK_MS,
    queryFn: async () => {
      await fresh.invalidateQueries({ queryKey: ['mails'] });
      return true;
    },
  });
  const open = (id: string | undefined) => void navigate({ to: '/app/outbox', search: { mail: id } });
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        {sends === undefined ? null : <p className={classes.note}>{sends ? t('sends') : t('keeps')}</p>}
        {list.error && list.rows.length === 0 ? <ErrorState error={list.error} onRetry={list.retry} /> : null}
        {list.isLoading ? <SkeletonBox width="100%" height={220} /> : null}
        {!list.isLoading && !list.error && list.rows.length === 0 ? (
          <EmptyState title={t('empty')} text={t('emptyText')} />
        ) : null}
        {list.rows.length > 0 ? (
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('subject')}</th>
                <th scope="col">{t('to')}</th>
                <th scope="col">{t('stateLabel')}</th>
                <th scope="col">{t('when')}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.mail_id}>
                  <td>
                    <button type="button" className={classes.open} onClick={() => open(row.mail_id)}>
                      <bdi>{row.subject}</bdi>
                    </button>
                    <bdi className={classes.below}>{row.recipient}</bdi>
                  </td>
                  <td className={classes.to}>
                    <bdi>{row.recipient}</bdi>
                  </td>
                  <td>
                    <StatusBadge tone={TONES[row.state]} label={t(`state.${row.state}`)} />
                  </td>
                  <td className={classes.when}>{dateTime(row.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {list.hasMore ? (
          <Button variant="default" size="sm" onClick={list.loadMore} loading={list.isLoadingMore}>
            {t('more')}
          </Button>
        ) : null}
      </div>
      <MailDrawer id={openId} onClose={() => open(undefined)} sends={sends ?? false} />
    </>
  );
}

function MailDrawer({ id, onClose, sends }: { id: string | undefined; onClose(): void; sends: boolean }) {
  const { t } = useTranslation('mail');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const mail = useQuery({
    queryKey: queryKeys.detail('mails', id ?? ''),
    queryFn: ({ signal }) => api('GET /operator/mails/{mail_id}', { params: { mail_id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
  const one = id ? mail.data : undefined;

  async function send(mailId: string): Promise<void> {
    await api('POST /operator/mails/{mail_id}/send', { params: { mail_id: mailId } });
    await client.invalidateQueries({ queryKey: ['mails'] });
  }

  return (
    <LazyDrawer
      open={id !== undefined}
      onClose={onClose}
      title={one ? <bdi>{one.subject}</bdi> : t('title')}
      width={560}
    >
      {mail.error ? <ErrorState error={mail.error} small /> : null}
      {one ? (
        <div className={classes.mail}>
          <dl className={classes.facts}>
            <dt>{t('to')}</dt>
            <dd>
              <bdi>{one.recipient}</bdi>
            </dd>
            <dt>{t('when')}</dt>
            <dd>{dateTime(one.created_at)}</dd>
            <dt>{t('stateLabel')}</dt>
            <dd>
              <StatusBadge tone={TONES[one.state]} label={t(`state.${one.state}`)} />
            </dd>
          </dl>
          {one.error ? <p className={classes.refused}>{t('refused', { code: one.error })}</p> : null}
          {one.text === null ? (
            <p className={classes.note}>{t('gone')}</p>
          ) : (
            <div className={classes.text} dir="auto" lang={one.language}>
              <Linked text={one.text} />
            </div>
          )}
          {sends && one.text !== null && (one.state === 'failed' || one.state === 'kept') ? (
            <div>
              <Button variant="default" onClick={() => void send(one.mail_id)}>
                {t('sendAgain')}
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
    </LazyDrawer>
  );
}

/** The text with its address as a link, as a mail program shows it. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <a key={at} href={part} target="_blank" rel="noreferrer" dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
