import { ActionIcon } from '@mantine/core';
import type { OrderSummary } from '@quayside/contracts';
import { Archive, ArchiveRestore, FileText, MapPin, MoreHorizontal, Send, Tag } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { Menu, type MenuItem } from '../../../kit/menu.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { toast } from '../../../lib/toasts.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useTask } from '../use-task.ts';
import { getMost, readAllIds } from './batches.ts';
import { useChangeOrders } from './change-orders.ts';
import type { FilterQuery } from './export-orders.ts';
import { MARK_ICONS } from './mark-icons.tsx';
import { MARKS, type OrderChange } from './order-change.ts';

const TagDialog = lazyChunk(() => import('../notes/tag-dialog.tsx'));

interface Props {
  /** The selected orders; undefined: every order that matches `query`. */
  orders: readonly OrderSummary[] | undefined;
  count: number;
  query: FilterQuery;
  /** Called once the selection is no longer needed. */
  onDone(): void;
}

type Action = OrderSummary['actions'][number];

/** Actions for the selected orders. Buttons name how many orders they affect, as far as that is known. */
export function BulkActions({ orders, count, query, onDone }: Props) {
  const { t } = useTranslation(['orders', 'orderNotes']);
  const begin = useTask();
  const change = useChangeOrders();
  const { may } = useMay();
  const [busy, setBusy] = useState(false);
  const [tagging, setTagging] = useState<{ kind: 'add' | 'remove'; orderIds: readonly string[] }>();

  const able = (action: Action): readonly string[] | undefined =>
    orders?.filter((order) => order.actions.includes(action)).map((order) => order.id);
  /** Of all that match, the server decides which ones an action applies to. */
  const counted = (action: Action): number => able(action)?.length ?? count;

  /** Ids for an action. A selection of all matches is resolved now, so that later arrivals are not included. */
  async function idsFor(action?: Action): Promise<string[]> {
    if (orders) return [...(action ? (able(action) ?? []) : orders.map((order) => order.id))];
    try {
      return await readAllIds((cursor) => api('GET /orders/v5/ids', { query: { ...query, cursor } }));
    } catch (error) {
      // Reads show no toast of their own.
      toast('error', errorText(error));
      return [];
    }
  }
  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
    } catch {
      // A toast says why.
    } finally {
      setBusy(false);
    }
  }
  const start = (kind: 'place' | 'pay' | 'shipping' | 'repair' | 'documents' | 'ask-payment', action?: Action) =>
    void run(async () => {
      const orderIds = await idsFor(action);
      const most = getMost(kind);
      if (orderIds.length > most) return toast('error', t('orderNotes:bulk.tooMany', { found: orderIds.length, most }));
      if (orderIds.length > 0)
        begin(kind === 'place' || kind === 'pay' ? { kind, orderIds, onDone } : { kind, orderIds });
    });
  const apply = (what: OrderChange, action?: Action) =>
    void run(async () => {
      const ids = await idsFor(action);
      if (ids.length === 0) return;
      await change(what, ids);
      onDone();
    });

  const place = counted('place');
  const pay = counted('pay');
  const mayChange = may('orders.change');
  const repairable = counted('update_customer');
  const items: MenuItem[] = [
    ...(mayChange && repairable > 0
      ? [
          {
            key: 'repair',
            label: t('repair.action'),
            icon: MapPin,
            run: () => start('repair', 'update_customer'),
          },
        ]
      : []),
    {
      key: 'documents',
      label: t('bulk.documents'),
      icon: FileText,
      run: () => start('documents'),
    },
    ...(mayChange
      ? (['add', 'remove'] as const).map(
          (kind): MenuItem => ({
            key: `${kind}-tag`,
            label: t(kind === 'add' ? 'orderNotes:bulk.add' : 'orderNotes:bulk.remove'),
            icon: Tag,
            run: () =>
              void run(async () => {
                const orderIds = await idsFor();
                if (orderIds.length > 0) setTagging({ kind, orderIds });
              }),
          }),
        )
      : []),
    ...(mayChange && pay > 0
      ? [
          {
            key: 'ask-payment',
            label: t('askPayment.action'),
            icon: Send,
            run: () => start('ask-payment', 'pay'),
          },
        ]
      : []),
    ...(mayChange
      ? MARKS.map(
          (mark, at): MenuItem => ({
            key: mark,
            label: mark === 'none' ? t('mark.remove') : t(`mark.${mark}`),
            icon: MARK_ICONS[mark],
            ...(at === 0 ? { section: t('filter.mark') } : {}),
            run: () => apply({ kind: 'mark', mark }),
          }),
        )
      : []),
    ...(mayChange && counted('archive') > 0
      ? [
          {
            key: 'archive',
            label: t('action.archive'),
            icon: Archive,
            section: '',
            run: () => apply({ kind: 'archive' }, 'archive'),
          },
        ]
      : []),
    ...(mayChange && counted('revert') > 0
      ? [
          {
            key: 'revert',
            label: t('action.revert'),
            icon: ArchiveRestore,
            ...(counted('archive') > 0 ? {} : { section: '' }),
            run: () => apply({ kind: 'revert' }, 'revert'),
          },
        ]
      : []),
  ];
  return (
    <>
      {place > 0 ? (
        <MayButton needs="orders.change" size="xs" loading={busy} onClick={() => start('place', 'place')}>
          {orders ? t('bulk.place', { count: place }) : t('action.place')}
        </MayButton>
      ) : null}
      {pay > 0 ? (
        <MayButton
          needs="orders.pay"
          size="xs"
          variant={place > 0 ? 'default' : 'filled'}
          disabled={busy}
          onClick={() => start('pay', 'pay')}
        >
          {orders ? t('bulk.pay', { count: pay }) : t('action.pay')}
        </MayButton>
      ) : null}
      {counted('update_shipping') > 0 ? (
        <MayButton
          needs="orders.change"
          size="xs"
          variant="default"
          disabled={busy}
          onClick={() => start('shipping', 'update_shipping')}
        >
          {t('bulk.shipping')}
        </MayButton>
      ) : null}
      {tagging ? (
        <Suspense fallback={null}>
          <TagDialog {...tagging} onClose={() => setTagging(undefined)} onDone={onDone} />
        </Suspense>
      ) : null}
      {items.length > 0 ? (
        <Menu
          label={t('bulk.more')}
          align="end"
          trigger={(props) => (
            <ActionIcon aria-label={t('bulk.more')} size={28} loading={busy} {...props}>
              <MoreHorizontal size={18} aria-hidden />
            </ActionIcon>
          )}
          items={items}
        />
      ) : null}
    </>
  );
}
