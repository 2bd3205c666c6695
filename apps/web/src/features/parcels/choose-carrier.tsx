import { Button } from '@mantine/core';
import type { Shipment } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './carrier-field.module.css';
import { CarrierField } from './carrier-field.tsx';

/** Sets the carrier of a parcel whose supplier names none; a candidate takes one press. */
export function ChooseCarrier({ parcel }: { parcel: Pick<Shipment, 'id' | 'carrier' | 'tracking_number'> }) {
  const { t } = useTranslation('tracking');
  const { may } = useMay();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [carrier, setCarrier] = useState('');
  const [busy, setBusy] = useState(false);
  if (parcel.carrier || !may('orders.change')) return null;

  async function save(): Promise<void> {
    setBusy(true);
    try {
      await api('PUT /orders/v5/shipments/{shipment_id}/carrier', {
        params: { shipment_id: parcel.id },
        body: { carrier: carrier.trim() },
      });
      await Promise.all([
        client.invalidateQueries({ queryKey: ['shipments'] }),
        client.invalidateQueries({ queryKey: ['orders'] }),
      ]);
    } finally {
      setBusy(false);
    }
  }

  if (!isOpen)
    return (
      <Button size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('carrierField.choose')}
      </Button>
    );
  return (
    <div className={classes.choose}>
      <CarrierField label={t('carrier')} number={parcel.tracking_number} value={carrier} onChange={setCarrier} />
      <div>
        <Button size="compact-sm" loading={busy} disabled={carrier.trim() === ''} onClick={() => void save()}>
          {t('carrierField.save')}
        </Button>
      </div>
    </div>
  );
}
