import { Button } from '@mantine/core';
import type { WarehouseOrder } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import { Money } from '../../kit/money.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { piecesHere, STATE_TONES } from './labels.ts';
import { ParcelCard } from './parcel-card.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { ShipForm } from './ship-form.tsx';
import classes from './warehouse.module.css';
import { WarehouseLine } from './warehouse-line.tsx';

interface Props {
  orderId: string;
  onPack(): Promise<unknown>;
  onChanged(): void;
  onClose(): void;
  onPrevious?(): void;
  onNext?(): void;
}

/** One order of the warehouse: pack it, send its parcels, refuse what cannot be sent, follow what left. */
export function WarehousePanel({ orderId, onPack, onChanged, ...nav }: Props) {
  const { t } = useTranslation('warehouse');
  const { country, dateTime } = useFormats();
  const [busy, setBusy] = useState(false);
  const [refusing, setRefusing] = useState<{ line: WarehouseOrder['lines'][number]; open: boolean }>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('warehouse', orderId),
    queryFn: ({ signal }) =>
      api('GET /operator/warehouse/orders/{order_id}', { params: { order_id: orderId }, signal }),
  });
  if (!data) {
    return (
      <DetailPanel title={t('order')} {...nav}>
        <div className={classes.waiting}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} small />
          ) : (
            <SkeletonBox width="100%" height={260} />
          )}
        </div>
      </DetailPanel>
    );
  }
  const { address } = data;
  const refusable = data.actions.includes('refuse_line');
  const place = [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    address.company,
    address.address1,
    address.address2,
    [address.postal_code, address.city, address.province].filter(Boolean).join(' '),
    country(address.country_code),
    address.phone,
  ].filter((line): line is string => Boolean(line));
  return (
    <DetailPanel
      {...nav}
      title={<span className="mono">{data.number}</span>}
      subtitle={
        <>
          <StatusBadge filled tone={STATE_TONES[data.state]} label={t(`state.${data.state}`)} />
          <span>{data.installation}</span>
          {data.mode === 'sandbox' ? <SandboxTag always /> : null}
        </>
      }
      footer={
        data.actions.includes('pack') ? (
          <Button
            loading={busy}
            onClick={() => {
              setBusy(true);
              void onPack().finally(() => setBusy(false));
            }}
          >
            {t('packVerb')}
          </Button>
        ) : undefined
      }
    >
      <PanelSection title={t('lines')}>
        <ul className={classes.lines}>
          {data.lines.map((line) => (
            <WarehouseLine
              key={line.line_no}
              line={line}
              onRefuse={refusable && piecesHere(line) > 0 ? () => setRefusing({ line, open: true }) : undefined}
            />
          ))}
        </ul>
      </PanelSection>
      {data.actions.includes('ship') ? (
        <PanelSection title={t('ship.title')}>
          <ShipForm key={data.parcels.length} order={data} onDone={onChanged} />
        </PanelSection>
      ) : null}
      {data.parcels.length > 0 ? (
        <PanelSection title={t('parcels')}>
          <ul className={classes.parcels}>
            {data.parcels.map((parcel) => (
              <ParcelCard key={parcel.parcel_id} parcel={parcel} onChanged={onChanged} />
            ))}
          </ul>
        </PanelSection>
      ) : null}
      <PanelSection title={t('sendTo')}>
        <address className={classes.address}>
          {place.map((line) => (
            <span key={line}>
              <bdi>{line}</bdi>
            </span>
          ))}
        </address>
      </PanelSection>
      <PanelSection>
        <Facts
          items={[
            { label: t('column.customer'), value: `${data.installation} · ${data.order_name}` },
            { label: t('column.service'), value: data.shipping_service },
            { label: t('column.paid'), value: dateTime(data.paid_at) },
            { label: t('column.total'), value: <Money value={data.total} /> },
            ...(data.cancel_reason ? [{ label: t('cancelled'), value: data.cancel_reason }] : []),
          ]}
        />
      </PanelSection>
      {refusing ? (
        <RefuseDialog
          order={data}
          line={refusing.line}
          open={refusing.open}
          onClose={() => setRefusing({ ...refusing, open: false })}
          onDone={onChanged}
        />
      ) : null}
    </DetailPanel>
  );
}
