import { Button } from '@mantine/core';
import type { DeadLetter } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import type { FilterDef } from '../../kit/filters.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api, type CallData } from '../../lib/api.ts';
import { shortTime } from '../../lib/short-time.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { jobColumns } from './columns.tsx';
import { JobPanel } from './job-panel.tsx';
import { getArea } from './labels.ts';

type Kinds = CallData<'GET /operator/jobs'>['kinds'];
/** What a person is asked about before it happens. */
type Question = { what: 'repeat-all'; kind: string | undefined } | { what: 'drop'; ids: readonly string[] };

/** The operators' page of work that used up its tries: why, to be repeated or given up. */
export default function JobsPage() {
  const { t } = useTranslation('jobs');
  const { account } = useAccount();
  const formats = useFormats();
  const client = useQueryClient();
  const [kinds, setKinds] = useState<Kinds>([]);
  const [question, setQuestion] = useState<Question>();
  const [asking, setAsking] = useState(false);
  const filters = useMemo<FilterDef[]>(
    () => [
      {
        kind: 'choice',
        key: 'kind',
        label: t('column.work'),
        choices: kinds.map(({ kind, jobs }) => ({ value: kind, label: `${kind} (${formats.count(jobs)})` })),
      },
    ],
    [t, kinds, formats],
  );
  const view = useListView<DeadLetter>({
    name: 'jobs',
    topic: 'jobs',
    filters,
    id: (row) => row.job_id,
    read: async (state, cursor, signal) => {
      const kind = state.filters.kind?.[0];
      const page = await api('GET /operator/jobs', { query: { kind, cursor }, signal });
      setKinds(page.kinds);
      const counted = kind ? page.kinds.filter((one) => one.kind === kind) : page.kinds;
      return { ...page, total: counted.reduce((sum, one) => sum + one.jobs, 0) };
    },
  });
  const columns = useMemo(() => jobColumns(t, formats), [t, formats]);
  const { rows, total = 0 } = view.list;
  const chosenKind = view.state.filters.kind?.[0];
  const fresh = () => client.invalidateQueries({ queryKey: ['jobs'] });
  const ask = (next: Question): void => {
    setQuestion(next);
    setAsking(true);
  };

  async function repeat(ids: readonly string[]): Promise<void> {
    for (const id of ids) await api('POST /operator/jobs/{job_id}/repeat', { params: { job_id: id }, body: {} });
    view.open(undefined);
    await fresh();
  }

  async function confirm(): Promise<void> {
    if (question?.what === 'repeat-all')
      await api('POST /operator/jobs/repeat-all', { body: question.kind ? { kind: question.kind } : {} });
    if (question?.what === 'drop') {
      for (const id of question.ids) await api('DELETE /operator/jobs/{job_id}', { params: { job_id: id } });
      view.open(undefined);
    }
    view.setSelection({ all: false, ids: [] });
    await fresh();
  }

  const dropping = question?.what === 'drop';
  const count = dropping ? question.ids.length : total;
  return (
    <>
      <ListPage
        view={view}
        title={t('title')}
        actions={
          <>
            {account?.is_operator ? (
              <LinkButton to="/app/backups" variant="default">
                {t('backups')}
              </LinkButton>
            ) : null}
            {total > 0 ? (
              <Button onClick={() => ask({ what: 'repeat-all', kind: chosenKind })}>{t('repeatAll.open')}</Button>
            ) : null}
          </>
        }
        columns={columns}
        card={(row) => (
          <Card
            title={t(`area.${getArea(row.kind)}`)}
            aside={<span className="mono">{row.kind}</span>}
            facts={
              <>
                <span dir="auto">{row.reason || t('noReason')}</span>
                <span>{shortTime(row.gave_up_at, formats)}</span>
              </>
            }
          />
        )}
        bulk={(selection, _count, done) => {
          const ids = selection.all ? rows.map((row) => row.job_id) : selection.ids;
          return (
            <>
              <Button size="xs" onClick={() => void repeat(ids).then(done)}>
                {t('repeat')}
              </Button>
              <Button size="xs" variant="default" onClick={() => ask({ what: 'drop', ids })}>
                {t('drop.open')}
              </Button>
            </>
          );
        }}
        rowActions={(row) => (
          <Button size="xs" variant="default" onClick={() => void repeat([row.job_id])}>
            {t('repeat')}
          </Button>
        )}
        detail={(id, nav) => {
          const job = rows.find((row) => row.job_id === id);
          return job ? (
            <JobPanel
              job={job}
              onRepeat={() => void repeat([id])}
              onDrop={() => ask({ what: 'drop', ids: [id] })}
              onClose={nav.close}
              onPrevious={nav.previous}
              onNext={nav.next}
            />
          ) : null;
        }}
        empty={
          <EmptyState
            picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
          />
        }
      />
      <ConfirmMoney
        open={asking}
        onClose={() => setAsking(false)}
        danger={dropping}
        title={dropping ? t('drop.title', { count }) : t('repeatAll.title', { count })}
        text={dropping ? t('drop.text') : t('repeatAll.text')}
        undo={dropping ? t('drop.undo') : undefined}
        verb={dropping ? t('drop.verb') : t('repeatAll.verb')}
        onConfirm={confirm}
      />
    </>
  );
}
