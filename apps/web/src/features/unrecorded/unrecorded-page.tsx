import { NativeSelect } from '@mantine/core';
import type { UnrecordedOrder } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { SectionActions, SectionRow } from '../orders/index.ts';
import { isPaidWord, unrecordedColumns } from './columns.tsx';
import { FactsPanel } from './facts-panel.tsx';
import classes from './unrecorded.module.css';

/** What a person is asked before it happens. */
interface Question {
  what: 'record' | 'dismiss';
  row: UnrecordedOrder;
}

/** Supplier orders that a restored database has no record of: each is recorded as a purchase or dismissed. */
export default function UnrecordedPage() {
  const { t } = useTranslation(['unrecorded', 'common']);
  const formats = useFormats();
  const client = useQueryClient();
  const [question, setQuestion] = useState<Question>();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState('');
  const view = useListView<UnrecordedOrder>({
    name: 'unrecorded',
    topic: 'orders',
    extra: { of: 'unrecorded' },
    id: (row) => row.id,
    read: (_state, cursor, signal) => api('GET /orders/v5/unrecorded-orders', { query: { cursor }, signal }),
  });
  const columns = useMemo(
    () =>
      unrecordedColumns<UnrecordedOrder>(t, formats, {
        header: t('column.order'),
        cell: (row) => row.order?.name ?? t('noOrder'),
      }),
    [t, formats],
  );
  const { rows } = view.list;
  const ask = (what: Question['what'], row: UnrecordedOrder): void => {
    setChosen(row.order ? row.order.id : row.candidates.length === 1 ? (row.candidates[0]?.id ?? '') : '');
    setQuestion({ what, row });
    setAsking(true);
  };
  const settle = async (): Promise<void> => {
    if (!question) return;
    const params = { unrecorded_id: question.row.id };
    if (question.what === 'record')
      await api('POST /orders/v5/unrecorded-orders/{unrecorded_id}/record', {
        params,
        body: question.row.order ? {} : { order_id: chosen },
      });
    else await api('POST /orders/v5/unrecorded-orders/{unrecorded_id}/dismiss', { params, body: {} });
    view.open(undefined);
    // Also the banner, which is part of what the account says.
    await client.invalidateQueries();
  };
  const row = question?.row;
  const recording = question?.what === 'record';
  const number = row?.order_no ?? '';
  const choosing = recording && row?.order === null;
  return (
    <>
      <SectionRow active="unrecorded" />
      <ListPage
        view={view}
        title={t('title')}
        actions={<SectionActions active="unrecorded" />}
        banner={rows.length > 0 ? <p className={classes.banner}>{t('note')}</p> : null}
        columns={columns}
        card={(one) => (
          <Card
            title={<span className="mono">{one.order_no}</span>}
            aside={<Money value={one.total} strong />}
            facts={
              <>
                <span>
                  {connectorName(one.source)} · {one.order?.name ?? t('noOrder')}
                </span>
                {isPaidWord(t, one)}
                <span className={classes.said}>{one.reason.text}</span>
              </>
            }
          />
        )}
        detail={(id, nav) => {
          const one = rows.find((each) => each.id === id);
          return one ? (
            <FactsPanel
              row={one}
              nav={nav}
              order={
                one.order ? (
                  <Link to="/app/orders" search={{ period: 'all', open: one.order.id }}>
                    {one.order.name} ({one.order.store_name})
                  </Link>
                ) : (
                  t('noOrder')
                )
              }
              footer={
                <>
                  <MayButton needs="orders.pay" variant="default" onClick={() => ask('dismiss', one)}>
                    {t('dismiss.verb')}
                  </MayButton>
                  {one.may_record ? (
                    <MayButton needs="orders.pay" onClick={() => ask('record', one)}>
                      {t('record.verb')}
                    </MayButton>
                  ) : null}
                </>
              }
            />
          ) : null;
        }}
        empty={
          <EmptyState
            picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={
              <LinkButton to="/app/orders" variant="default">
                {t('toOrders')}
              </LinkButton>
            }
          />
        }
      />
      <ConfirmMoney
        open={asking}
        onClose={() => setAsking(false)}
        title={
          recording
            ? row?.order
              ? t('record.title', { number, order: row.order.name })
              : t('record.choose', { number })
            : t('dismiss.title', { number })
        }
        text={
          recording ? (
            <>
              {t('record.text')} {t(row?.payer === 'wallet' ? 'record.wallet' : 'record.own')}
            </>
          ) : (
            t('dismiss.text')
          )
        }
        undo={recording ? undefined : t('dismiss.undo')}
        danger={!recording}
        verb={recording ? t('record.verb') : t('dismiss.verb')}
        obstacle={choosing && !chosen ? t('record.obstacle') : undefined}
        onConfirm={settle}
      >
        {choosing ? (
          <NativeSelect
            label={t('record.orderLabel')}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={[
              { value: '', label: t('record.orderPlaceholder') },
              ...row.candidates.map(({ id, name, store_name }) => ({ value: id, label: `${name} (${store_name})` })),
            ]}
          />
        ) : null}
      </ConfirmMoney>
    </>
  );
}
