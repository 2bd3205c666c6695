import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, PanelSection } from '../../../kit/detail-panel.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { StateActions } from '../../../kit/state-actions.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { Timeline } from '../../../kit/timeline.tsx';
import { api } from '../../../lib/api.ts';
import { storeLinks } from '../../../lib/outside/store-links.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { EvidenceSection } from '../claims/evidence.tsx';
import { OrderFeedbackSection } from '../feedback/order-feedback.tsx';
import { PLACEMENT_TONES, parcelState, soldLines } from '../labels.ts';
import { NotesSection } from '../notes/notes-section.tsx';
import { LazyExchangeOrigin, LazyOrderReturns, useReturnRequest } from '../returns/lazy-order-returns.tsx';
import { useOrderActions } from '../use-order-actions.ts';
import { AddressSection } from './address-section.tsx';
import { LineItem } from './line-item.tsx';
import { MoneySection } from './money-section.tsx';
import classes from './panel.module.css';
import { PanelSkeleton } from './panel-skeleton.tsx';
import { Parcels } from './parcels.tsx';
import { Problem } from './problem.tsx';
import { SupplierOrders } from './supplier-orders.tsx';
import { timelineItems } from './timeline-items.ts';

/** Items that customers may have. */
const RETURNABLE: ReadonlySet<string> = new Set(['shipped', 'delivered', 'manual']);

export interface OrderPanelProps {
  orderId: string;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** One order: its lines and where they are bought, its money, its address, its parcels, and what happened to it. */
export function OrderPanel({ orderId, ...nav }: OrderPanelProps) {
  const { t } = useTranslation(['orders', 'orderTimeline', 'claims']);
  const { dateTime } = useFormats();
  const actionsOf = useOrderActions();
  const { may } = useMay();
  const returning = useReturnRequest(orderId);
  const mobile = useIsMobile();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('orders', orderId),
    queryFn: ({ signal }) => api('GET /orders/v5/panel/{order_id}', { params: { order_id: orderId }, signal }),
  });
  if (!data) {
    return (
      <DetailPanel title={t('panel.order')} {...nav}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} small /> : <PanelSkeleton />}
      </DetailPanel>
    );
  }
  const { order, timeline } = data;
  const { name: storeName, platform, domain } = order.store;
  const inStore =
    order.is_sandbox || order.is_manual || platform === null || domain === null
      ? undefined
      : storeLinks(platform, domain)?.order(order.platform_order_id);
  const canReturn = !order.is_sample && order.line_items.some((line) => RETURNABLE.has(line.state));
  const actions = [
    ...actionsOf(order),
    ...(canReturn && may('orders.change')
      ? [{ key: 'return', label: t('claims:returnItems'), icon: PackageOpen, run: returning.begin }]
      : []),
  ];
  const usual = actions[0]?.key === 'place' || actions[0]?.key === 'pay' ? actions[0] : undefined;
  const rest = actions.filter((action) => action !== usual);
  const more = rest.length > 0 ? <StateActions size="xs" shown={0} actions={rest} /> : null;
  return (
    <DetailPanel
      {...nav}
      title={order.name}
      subtitle={
        <>
          <StatusBadge
            filled
            tone={PLACEMENT_TONES[order.placement_status]}
            label={t(`placement.${order.placement_status}`)}
          />
          {order.cancelled_at ? <StatusBadge tone="closed" label={t(`parcels.${parcelState(order)}`)} /> : null}
          {inStore ? (
            <a href={inStore} target="_blank" rel="noreferrer">
              {storeName}
            </a>
          ) : (
            <span>{storeName ?? '--'}</span>
          )}
          <span>{dateTime(order.placed_at)}</span>
          {order.is_sample ? <StatusBadge tone="closed" label={t('sample')} /> : null}
          {order.is_exchange ? <StatusBadge tone="closed" label={t('orderTimeline:exchange')} /> : null}
          {order.is_sandbox ? <SandboxTag /> : null}
        </>
      }
      actions={mobile ? null : more}
      footer={
        usual || (mobile && more) ? (
          <>
            {mobile ? more : null}
            <span className={classes.footSum}>
              {t('money.cost')} <Money value={order.cost} strong />
            </span>
            {usual ? <Button onClick={() => void usual.run()}>{usual.label}</Button> : null}
          </>
        ) : undefined
      }
    >
      {order.problems.length + order.warnings.length > 0 ? (
        <div className={classes.problems}>
          {order.problems.map((problem) => (
            <Problem key={problem.key + problem.text} problem={problem} />
          ))}
          {order.warnings.map((warning) => (
            <Problem key={warning.key} problem={warning} warning />
          ))}
        </div>
      ) : null}
      {order.is_manual ? (
        <p className={classes.origin}>
          {order.is_exchange ? <LazyExchangeOrigin key={`origin ${order.id}`} orderId={order.id} /> : null}
          {order.is_sample
            ? t('orderTimeline:sampleNote')
            : order.is_exchange
              ? t('orderTimeline:exchangeNote')
              : t('panel.manual')}
        </p>
      ) : null}
      <PanelSection title={t('panel.lines', { count: soldLines(order.line_items).length })}>
        <ul className={classes.lines}>
          {order.line_items.map((line) => (
            <LineItem key={line.id} order={order} line={line} />
          ))}
        </ul>
      </PanelSection>
      <MoneySection order={order} />
      {order.source_orders.length > 0 ? <SupplierOrders order={order} orders={order.source_orders} /> : null}
      {order.shipments.length > 0 || !order.cancelled_at ? <Parcels order={order} /> : null}
      <LazyOrderReturns
        key={`returns ${order.id}`}
        orderId={order.id}
        canReturn={canReturn}
        onReturn={returning.begin}
      />
      {order.source_orders.some((one) => one.state === 'placed') ? (
        <EvidenceSection key={order.id} orderId={order.id} />
      ) : null}
      <AddressSection order={order} />
      <NotesSection orderId={order.id} />
      <OrderFeedbackSection orderId={order.id} />
      <PanelSection title={t('panel.timeline')}>
        <Timeline label={t('panel.timeline')} items={timelineItems(timeline, t)} />
      </PanelSection>
      {returning.drawer}
    </DetailPanel>
  );
}
