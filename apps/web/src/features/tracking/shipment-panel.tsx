import { Button } from '@mantine/core';
import type { ShipmentSummary } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Link2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { api } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { copyText } from '../../lib/copy-text.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Problem } from '../orders/index.ts';
import { Alarms, ChooseCarrier, ParcelMap, SHIPMENT_TONES } from '../parcels/index.ts';
import classes from './tracking.module.css';

interface Props {
  shipmentId: string;
  /** The row of the list, for what the parcel itself does not say. */
  summary: ShipmentSummary | undefined;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** One parcel: how far it is, what the carrier said, what is in it, and whether the store knows of it. */
export function ShipmentPanel({ shipmentId, summary, ...nav }: Props) {
  const { t } = useTranslation('tracking');
  const { dateTime, country } = useFormats();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('shipments', shipmentId),
    queryFn: ({ signal }) =>
      api('GET /orders/v5/trackings/{tracking_id}', { params: { tracking_id: shipmentId }, signal }),
  });
  const orderId = data?.order_id;

  async function copyLink(): Promise<void> {
    if (!orderId) return;
    const order = await api('GET /orders/v5/detail/{order_id}', { params: { order_id: orderId } });
    await copyText(new URL(order.public_tracking_path, location.origin).href, t('copied'));
  }
  async function tellAgain(): Promise<void> {
    await api('POST /orders/v5/shipments/{shipment_id}/report', { params: { shipment_id: shipmentId }, body: {} });
    await client.invalidateQueries({ queryKey: ['shipments'] });
  }

  if (!data) {
    return (
      <DetailPanel title={t('parcel')} {...nav}>
        <div className={classes.waiting}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} small />
          ) : (
            <SkeletonBox width="100%" height={220} />
          )}
        </div>
      </DetailPanel>
    );
  }
  return (
    <DetailPanel
      {...nav}
      title={summary?.order_name ?? t('parcel')}
      subtitle={
        <>
          <StatusBadge filled tone={SHIPMENT_TONES[data.state]} label={t(`state.${data.state}`)} />
          {summary ? <span>{summary.store_name ?? '--'}</span> : null}
          {summary?.is_sandbox ? <SandboxTag /> : null}
        </>
      }
      footer={
        <>
          <Button variant="default" leftSection={<Link2 size={16} aria-hidden />} onClick={() => void copyLink()}>
            {t('copyLink')}
          </Button>
          <LinkButton to="/app/orders" search={{ period: 'all', open: data.order_id }}>
            {t('openOrder')}
          </LinkButton>
        </>
      }
    >
      <PanelSection>
        <ParcelMap state={data.state} />
      </PanelSection>
      <PanelSection>
        <Facts
          items={[
            { label: t('carrier'), value: data.carrier ?? t('noCarrier') },
            {
              label: t('number'),
              value: data.tracking_url ? (
                <a className={`mono ${classes.out}`} href={data.tracking_url} target="_blank" rel="noreferrer">
                  {data.tracking_number} <ExternalLink size={13} aria-hidden />
                </a>
              ) : (
                <span className="mono">{data.tracking_number}</span>
              ),
            },
            { label: t('sent'), value: dateTime(data.shipped_at) },
            ...(data.delivered_at ? [{ label: t('arrived'), value: dateTime(data.delivered_at) }] : []),
            ...(summary?.country_code ? [{ label: t('goesTo'), value: country(summary.country_code) }] : []),
            ...(data.source ? [{ label: t('column.source'), value: connectorName(data.source) }] : []),
            { label: t('store'), value: t(`report.${data.report_state}`) },
            ...(data.told_at ? [{ label: t('told'), value: dateTime(data.told_at) }] : []),
          ]}
        />
        <Alarms alarms={data.alarms} />
        <ChooseCarrier parcel={data} />
        {data.problem ? (
          <Problem problem={data.problem} warning={data.report_state !== 'failed'}>
            {data.report_state === 'failed' || data.problem.key === 'STORE_HOLDS_ORDER' ? (
              <Button size="compact-xs" variant="default" onClick={() => void tellAgain()}>
                {t('tellAgain')}
              </Button>
            ) : null}
          </Problem>
        ) : null}
      </PanelSection>
      <PanelSection title={t('inside')}>
        {data.same_items_as ? <p className={classes.quiet}>{t('additional')}</p> : null}
        <ul className={classes.goods}>
          {data.line_items.map((line) => (
            <li key={line.id} className={classes.good}>
              <ProductPicture src={line.image} alt="" size={40} />
              <span className={classes.goodWords}>
                {line.variant_title ? line.title : null}
                <span className={line.variant_title ? classes.quiet : undefined}>
                  {line.quantity} × <bdi>{line.variant_title ?? line.title}</bdi>
                </span>
              </span>
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('events')}>
        {data.events.length > 0 ? (
          <Timeline
            label={t('events')}
            items={data.events.map((event, index) => ({
              id: `${event.at}-${index}`,
              at: event.at,
              title: t(`state.${event.state}`),
              body: [event.description, event.location].filter(Boolean).join(' · ') || undefined,
              tone: SHIPMENT_TONES[event.state],
            }))}
          />
        ) : (
          <p className={classes.quiet}>{t('noEvents')}</p>
        )}
      </PanelSection>
    </DetailPanel>
  );
}
