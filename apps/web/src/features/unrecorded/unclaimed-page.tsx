import { Button } from '@mantine/core';
import type { UnclaimedOrder } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { isPaidWord, unrecordedColumns } from './columns.tsx';
import { FactsPanel } from './facts-panel.tsx';
import classes from './unrecorded.module.css';

/** The operators' page of orders on their supplier accounts that lead to no workspace after a restore. */
export default function UnclaimedPage() {
  const { t } = useTranslation('unrecorded');
  const formats = useFormats();
  const client = useQueryClient();
  const [dismissing, setDismissing] = useState<UnclaimedOrder>();
  const [asking, setAsking] = useState(false);
  const view = useListView<UnclaimedOrder>({
    name: 'unclaimed',
    topic: 'unclaimed',
    id: (row) => row.id,
    read: (_state, cursor, signal) => api('GET /operator/unclaimed-orders', { query: { cursor }, signal }),
  });
  const columns = useMemo(() => unrecordedColumns<UnclaimedOrder>(t, formats), [t, formats]);
  const { rows } = view.list;
  return (
    <>
      <ListPage
        view={view}
        title={t('unclaimed.title')}
        banner={rows.length > 0 ? <p className={classes.banner}>{t('unclaimed.note')}</p> : null}
        columns={columns}
        card={(one) => (
          <Card
            title={<span className="mono">{one.order_no}</span>}
            aside={<Money value={one.total} strong />}
            facts={
              <>
                <span>{connectorName(one.source)}</span>
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
              footer={
                <Button
                  variant="default"
                  onClick={() => {
                    setDismissing(one);
                    setAsking(true);
                  }}
                >
                  {t('dismiss.verb')}
                </Button>
              }
            />
          ) : null;
        }}
        empty={
          <EmptyState
            picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
            title={t('unclaimed.emptyTitle')}
            text={t('unclaimed.emptyText')}
          />
        }
      />
      <ConfirmMoney
        open={asking}
        onClose={() => setAsking(false)}
        danger
        title={t('dismiss.title', { number: dismissing?.order_no ?? '' })}
        text={t('unclaimed.dismiss')}
        verb={t('dismiss.verb')}
        onConfirm={async () => {
          if (!dismissing) return;
          await api('POST /operator/unclaimed-orders/{unclaimed_id}/dismiss', {
            params: { unclaimed_id: dismissing.id },
            body: {},
          });
          view.open(undefined);
          await client.invalidateQueries();
        }}
      />
    </>
  );
}
