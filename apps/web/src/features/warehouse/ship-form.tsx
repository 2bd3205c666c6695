import { Button, NumberInput, TextInput } from '@mantine/core';
import type { WarehouseOrder } from '@quayside/contracts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { toast } from '../../lib/toasts.ts';
import { piecesHere } from './labels.ts';
import classes from './warehouse.module.css';

/** A parcel leaves: its label, and how many of each line are in it. At first everything that is still here. */
export function ShipForm({ order, onDone }: { order: WarehouseOrder; onDone(): void }) {
  const { t } = useTranslation('warehouse');
  const here = order.lines.filter((line) => piecesHere(line) > 0);
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [amounts, setAmounts] = useState<Record<number, number>>({});
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const amountOf = (line: WarehouseOrder['lines'][number]) => amounts[line.line_no] ?? piecesHere(line);
  const packed = here.filter((line) => amountOf(line) > 0);
  const fieldError = (name: string) => (failure instanceof ApiError ? failure.errors[name]?.[0] : undefined);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      await api('POST /operator/warehouse/orders/{order_id}/parcels', {
        params: { order_id: order.order_id },
        body: {
          carrier: carrier.trim(),
          tracking_number: number.trim(),
          lines: packed.map((line) => ({ line_no: line.line_no, quantity: amountOf(line) })),
        },
        quiet: true,
      });
      toast('success', t('ship.done'));
      onDone();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={classes.form} onSubmit={(event) => void send(event)}>
      <div className={classes.label}>
        <TextInput
          label={t('ship.carrier')}
          value={carrier}
          maxLength={100}
          autoComplete="off"
          error={fieldError('carrier')}
          onChange={(event) => setCarrier(event.currentTarget.value)}
        />
        <TextInput
          label={t('ship.number')}
          value={number}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          error={fieldError('tracking_number')}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      </div>
      {here.length > 1 || (here[0] && piecesHere(here[0]) > 1) ? (
        <ul className={classes.amounts}>
          {here.map((line) => (
            <li key={line.line_no} className={classes.amount}>
              <span>{line.title}</span>
              <NumberInput
                aria-label={t('ship.amount', { name: line.title })}
                size="xs"
                w={84}
                min={0}
                max={piecesHere(line)}
                clampBehavior="strict"
                allowDecimal={false}
                value={amountOf(line)}
                onChange={(value) => setAmounts((now) => ({ ...now, [line.line_no]: Number(value) || 0 }))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {failure && !fieldError('carrier') && !fieldError('tracking_number') ? (
        <p className={classes.failure} role="alert">
          {errorText(failure)}
        </p>
      ) : null}
      <Button type="submit" loading={busy} disabled={!carrier.trim() || !number.trim() || packed.length === 0}>
        {t('ship.verb')}
      </Button>
    </form>
  );
}
