import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { type TaskProps, useTask } from '../use-task.ts';
import { CombineGroups } from './lazy-combine.tsx';
import classes from './place.module.css';
import { PlaceFooter } from './place-footer.tsx';
import { PlaceOrder, PlaceOrderSkeleton } from './place-order.tsx';
import {
  canGo,
  combineOrders,
  groupKey,
  hasObstacle,
  isPlaced,
  offeredGroups,
  placementSums,
  shortage,
} from './placement.ts';
import { usePlacingTopup } from './use-placing-topup.ts';
import { usePreview } from './use-preview.ts';

const NO_LINES: ReadonlySet<string> = new Set();
/** So many orders are shown whole; beyond, only those that ask for something open by themselves. */
const SHOWN_WHOLE = 4;
const FIRST_SHOWN = 50;

type Refusals = CallData<'POST /orders/v5/create'>['failed'];

/** Before paying: what is bought for each order, how it travels, what it costs and leaves; then one button. */
export default function PlaceDrawer({ task, open, onClose }: TaskProps<'place' | 'shipping'>) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  const client = useQueryClient();
  const resumed = task.kind === 'place' ? task.resumed : undefined;
  const [left, setLeft] = useState<ReadonlySet<string>>(() => (resumed ? new Set(resumed.intent.left) : NO_LINES));
  const [shipping, setShipping] = useState<Readonly<Record<string, string>>>(resumed?.intent.shipping ?? {});
  const [combined, setCombined] = useState<ReadonlySet<string>>(() => new Set(resumed?.intent.combined));
  const [payNow, setPayNow] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const [shown, setShown] = useState(FIRST_SHOWN);
  const choices = useMemo(() => ({ only: task.lineIds, left, shipping }), [task.lineIds, left, shipping]);
  const preview = usePreview(task.orderIds, choices, open);
  const placing = task.kind === 'place';
  const groups = placing ? offeredGroups(preview.groups, preview.orders.filter(canGo)) : [];
  const chosen = groups.filter((group) => combined.has(groupKey(group)));
  const { orders, rows } = combineOrders(preview.orders, chosen);
  const able = orders.filter(canGo);
  const priced = new Map(orders.map((order) => [order.order_id, order]));
  /** Nothing is left to do here. */
  const over = placing && preview.orders.length > 0 && preview.orders.every(isPlaced);

  async function place(): Promise<void> {
    const ids = new Set(able.map((order) => order.order_id));
    const orders = preview.wanted.filter((order) => ids.has(order.order_id));
    const combine = chosen.map((group) => group.order_ids);
    const answer = await api('POST /orders/v5/create', { body: { orders, pay: payNow, combine }, quiet: true });
    void client.invalidateQueries({ queryKey: ['processes'] });
    void client.invalidateQueries({ queryKey: ['orders'] });
    setRefusals(answer.failed);
    if (!answer.process_id) return setFailure(t('place.nothingBegun'));
    begin({ kind: 'placement', processId: answer.process_id });
    if (task.kind === 'place') task.onDone?.();
    // What was refused stays in sight, with its reasons.
    if (Object.keys(answer.failed).length === 0) onClose();
  }

  async function saveShipping(): Promise<void> {
    const orders = preview.orders.flatMap((order) =>
      order.line_items.flatMap((line) => {
        const method = shipping[line.id];
        return method ? [{ order_id: order.order_id, line_item_ids: [line.id], shipping_method: method }] : [];
      }),
    );
    const answer = await api('POST /orders/v5/update-multiple-shipping-method', { body: { orders }, quiet: true });
    void client.invalidateQueries({ queryKey: ['orders'] });
    setRefusals(answer.failed);
    if (Object.keys(answer.failed).length > 0) return;
    toast('success', t('ship.saved', { count: answer.updated }));
    onClose();
  }

  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await (placing ? place() : saveShipping());
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  const sums = placementSums(able);
  const isSettled =
    !preview.isLoading && !preview.isStale && !preview.pending && !chosen.some((one) => one.quotes_pending);
  const topUp = usePlacingTopup({
    resumed,
    intent: sums.total && {
      orderIds: [...task.orderIds],
      ...(task.lineIds ? { lineIds: [...task.lineIds] } : {}),
      left: [...left],
      shipping,
      combined: chosen.map(groupKey),
      total: sums.total,
    },
    isReady: isSettled && able.length > 0 && !busy,
    isShort: shortage(sums.wallet, preview.walletHeld) !== undefined,
    onPaid: preview.retry,
    onGoOn: () => void confirm(),
  });

  const count = task.orderIds.length;
  return (
    <Drawer
      open={open}
      onClose={onClose}
      width={760}
      closeOnOverlay={left.size === 0 && combined.size === 0 && Object.keys(shipping).length === 0}
      title={placing ? t('place.title', { count }) : t('ship.title', { count })}
      footer={
        over ? (
          <Button variant="default" onClick={onClose}>
            {t('placed.close')}
          </Button>
        ) : (
          <PlaceFooter
            kind={task.kind}
            orders={able}
            held={preview.walletHeld}
            count={count}
            priced={preview.orders.filter((order) => !order.quotes_pending).length}
            isWhole={isSettled}
            payNow={payNow}
            onPayNow={setPayNow}
            changed={Object.keys(shipping).length}
            busy={busy}
            failure={failure}
            topUp={topUp}
            onConfirm={() => void confirm()}
          />
        )
      }
    >
      <div
        className={classes.page}
        aria-busy={preview.isLoading || undefined}
        data-stale={preview.isStale || undefined}
      >
        {groups.length > 0 ? (
          <Suspense fallback={null}>
            <CombineGroups groups={groups} orders={preview.orders} combined={combined} onChange={setCombined} />
          </Suspense>
        ) : null}
        {preview.error ? (
          <ErrorState error={preview.error} onRetry={preview.retry} small />
        ) : (
          task.orderIds.slice(0, shown).map((id) => {
            const order = priced.get(id);
            if (!order && preview.awaited.has(id)) return <PlaceOrderSkeleton key={id} whole={count <= SHOWN_WHOLE} />;
            return (
              <PlaceOrder
                key={id}
                order={order}
                seen={preview.seen[id] ?? []}
                left={left}
                combined={rows.get(id)}
                refusals={refusals[id] ?? []}
                whole={count <= SHOWN_WHOLE || (order !== undefined && hasObstacle(order))}
                onShipping={(lineId, method) => setShipping((now) => ({ ...now, [lineId]: method }))}
                onLeave={(lineId, out) =>
                  setLeft((now) => {
                    const next = new Set(now);
                    if (out) next.add(lineId);
                    else next.delete(lineId);
                    return next;
                  })
                }
              />
            );
          })
        )}
        {placing && able.length > 0 ? <p className={classes.undo}>{t('place.notIn')}</p> : null}
        {count > shown ? (
          <button type="button" className={classes.more} onClick={() => setShown((now) => now + FIRST_SHOWN)}>
            {t('place.more', { count: count - shown })}
          </button>
        ) : null}
      </div>
    </Drawer>
  );
}
