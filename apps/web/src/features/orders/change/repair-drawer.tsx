import { Button } from '@mantine/core';
import type { AddressProposalView } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { REPAIR_BATCH, sendBatches } from '../list/batches.ts';
import { Problem } from '../panel/problem.tsx';
import { type TaskProps, useTask } from '../use-task.ts';
import classes from './change.module.css';

/** Suggestions shown at once. */
const SHOWN = 100;

/** Suggested corrections of addresses, old and new; accepted for one order or for all. */
export default function RepairDrawer({ task, open, onClose }: TaskProps<'repair'>) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const [shown, setShown] = useState(SHOWN);
  const { orderIds } = task;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.list('orders', { repairs: orderIds }),
    queryFn: async ({ signal }) => {
      const { results, error: failure } = await sendBatches(orderIds, REPAIR_BATCH, (order_ids) =>
        api('POST /orders/v4/address-repairs/preview', { body: { order_ids }, signal, quiet: true }),
      );
      // A part would look like everything.
      if (failure !== undefined) throw failure;
      return { items: results.flatMap((one) => one.items) };
    },
    enabled: open,
  });
  const items = data?.items ?? [];
  const repairable = items.filter((one) => one.changes.length > 0);

  async function accept(orders: readonly AddressProposalView[], key: string): Promise<void> {
    setBusy(key);
    try {
      const bodies = orders.map(({ order_id, changes }) => ({
        order_id,
        changes: changes.map(({ field, to }) => ({ field, to })),
      }));
      // A batch that fails says why in a toast; the orders after it stay in the list.
      const { results } = await sendBatches(bodies, REPAIR_BATCH, (batch) =>
        api('POST /orders/v4/address-repairs', { body: { orders: batch } }),
      );
      const [refused] = results.flatMap((one) => Object.values(one.failed));
      if (refused) toast('error', refused.text);
      await client.invalidateQueries({ queryKey: ['orders'] });
    } catch {
      // The toast says why.
    } finally {
      setBusy(undefined);
    }
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      width={560}
      title={t('repair.title')}
      footer={
        <>
          {repairable.length > 1 ? (
            <MayButton
              needs="orders.change"
              loading={busy === 'all'}
              disabled={busy !== undefined}
              onClick={() => void accept(repairable, 'all')}
            >
              {t('repair.acceptAll', { count: repairable.length })}
            </MayButton>
          ) : null}
          <Button variant="default" onClick={onClose}>
            {t('repair.close')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={240} /> : null}
        {data && items.length === 0 ? <EmptyState small title={t('repair.none')} text={t('repair.noneText')} /> : null}
        {items.slice(0, shown).map((item) => (
          <Proposal
            key={item.order_id}
            item={item}
            busy={busy === item.order_id}
            disabled={busy !== undefined}
            onAccept={() => void accept([item], item.order_id)}
          />
        ))}
        {items.length > shown ? (
          <Button variant="default" onClick={() => setShown(shown + SHOWN)}>
            {t('repair.more', { count: items.length - shown })}
          </Button>
        ) : null}
      </div>
    </Drawer>
  );
}

interface ProposalProps {
  item: AddressProposalView;
  busy: boolean;
  /** Corrections are being saved, here or elsewhere in the drawer. */
  disabled: boolean;
  onAccept(): void;
}

function Proposal({ item, busy, disabled, onAccept }: ProposalProps) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  return (
    <section className={classes.proposal} aria-label={item.name}>
      <h3 className={classes.strong}>{item.name}</h3>
      {item.changes.length > 0 ? (
        <dl className={classes.changes}>
          {item.changes.map(({ field, from, to, reason }) => (
            <div key={field}>
              <dt>
                {t(`address.${field}`)}
                <span className={classes.quiet}> {t(`repair.${reason}`)}</span>
              </dt>
              <dd>
                <del dir="auto">{from || t('repair.empty')}</del>
                <ArrowRight size={14} aria-hidden className={classes.arrow} />
                <ins dir="auto">{to || t('repair.empty')}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {item.warnings.map((warning) => (
        <Problem key={warning.text} problem={warning} warning />
      ))}
      <div className={classes.buttons}>
        {item.changes.length > 0 ? (
          <MayButton needs="orders.change" size="xs" loading={busy} disabled={disabled} onClick={onAccept}>
            {t('repair.accept')}
          </MayButton>
        ) : null}
        <MayButton
          needs="orders.change"
          size="xs"
          variant="default"
          disabled={disabled}
          onClick={() => begin({ kind: 'address', orderId: item.order_id })}
        >
          {t('repair.edit')}
        </MayButton>
      </div>
    </section>
  );
}
