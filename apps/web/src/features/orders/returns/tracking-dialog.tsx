import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { CarrierField } from '../../parcels/index.ts';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

const FIELDS: readonly string[] = ['carrier', 'tracking_number'];

/** Records that the items are on their way back, with the number that the customer gave, if any. */
export default function TrackingDialog({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const [number, setNumber] = useState(one.tracking_number ?? '');
  const [carrier, setCarrier] = useState(one.carrier ?? '');
  const step = useStep(onClose, (field) => FIELDS.includes(field));
  const isNew = one.state === 'approved';
  const call = {
    params: { return_id: one.return_id },
    body: { carrier: carrier.trim(), tracking_number: number.trim() },
    quiet: true,
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(isNew ? 'tracking.title' : 'tracking.correct', { name: one.name })}
      busy={step.busy}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/send-back', call));
        }}
      >
        <TextInput
          label={t('tracking.number')}
          description={t('tracking.note')}
          value={number}
          maxLength={100}
          onChange={(event) => setNumber(event.currentTarget.value)}
          error={step.error('tracking_number')}
          data-autofocus
        />
        <CarrierField
          label={t('tracking.carrier')}
          number={number}
          value={carrier}
          onChange={setCarrier}
          error={step.error('carrier')}
        />
        <Failure text={step.failure} />
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose} disabled={step.busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={step.busy}>
            {t(isNew ? 'tracking.verb' : 'tracking.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
