import { Button } from '@mantine/core';
import type { ShipmentAlarm } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { api } from '../../lib/api.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useFormats } from '../../lib/use-formats.ts';

interface Props {
  alarm: ShipmentAlarm;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** One alarm: what happened, and what to do about it. */
export function AlarmPanel({ alarm, ...nav }: Props) {
  const { t } = useTranslation('tracking');
  const { date, dateTime } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function dismiss(): Promise<void> {
    setBusy(true);
    try {
      await api('POST /orders/v5/tracking/alarms/{alarm_id}/dismiss', { params: { alarm_id: alarm.id }, body: {} });
      nav.onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['tracking'] }),
        client.invalidateQueries({ queryKey: ['shipments'] }),
      ]);
    } finally {
      setBusy(false);
    }
  }

  return (
    <DetailPanel
      {...nav}
      title={alarm.order_name}
      subtitle={
        <>
          <StatusBadge filled tone="waiting" label={t(`alarms.kind.${alarm.kind}`)} />
          <span>{alarm.store_name ?? '--'}</span>
        </>
      }
      footer={
        <>
          <MayButton needs="orders.change" variant="default" loading={busy} onClick={() => void dismiss()}>
            {t('alarms.dismiss')}
          </MayButton>
          {alarm.shipment_id ? (
            <LinkButton to="/app/orders/shipment" search={{ open: alarm.shipment_id }} variant="default">
              {t('alarms.openParcel')}
            </LinkButton>
          ) : null}
          <LinkButton to="/app/orders" search={{ period: 'all', open: alarm.order_id }}>
            {t('openOrder')}
          </LinkButton>
        </>
      }
    >
      <PanelSection>
        <p>{t(`alarms.todo.${alarm.kind}`, { supplier: alarm.supplier ?? '', date: date(alarm.claim_until) })}</p>
        {alarm.kind === 'pickup_ending' ? (
          <div>
            <Button
              variant="default"
              leftSection={<Link2 size={16} aria-hidden />}
              onClick={() => void copyText(new URL(alarm.public_tracking_path, location.origin).href, t('copied'))}
            >
              {t('copyLink')}
            </Button>
          </div>
        ) : null}
      </PanelSection>
      <PanelSection>
        <Facts
          items={[
            ...(alarm.shipment_id
              ? [
                  { label: t('carrier'), value: alarm.carrier ?? t('noCarrier') },
                  { label: t('number'), value: <span className="mono">{alarm.tracking_number}</span> },
                ]
              : [
                  { label: t('column.source'), value: alarm.supplier ?? '--' },
                  { label: t('column.order'), value: <span className="mono">{alarm.supplier_order_no ?? '--'}</span> },
                ]),
            ...(alarm.claim_until ? [{ label: t('alarms.claimUntil'), value: date(alarm.claim_until) }] : []),
            { label: t('column.when'), value: t('alarms.since', { time: dateTime(alarm.opened_at) }) },
          ]}
        />
      </PanelSection>
    </DetailPanel>
  );
}
