import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import type { CallBody } from '../../lib/api.ts';
import type { MinorMoney } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';

export interface RefundToConfirm {
  /** The supplier's number of the order. */
  number: string;
  pending: MinorMoney;
  payer: 'wallet' | 'own-account';
}

interface Props {
  open: boolean;
  onClose(): void;
  refund: RefundToConfirm;
  send(body: CallBody<'POST /operator/pending-refunds/{supplier_order_id}/confirm'>): Promise<void>;
}

/** Confirms what a supplier refunded, and closes the rest where no more is coming. Mount it anew for each refund. */
export function RefundDialog({ open, onClose, refund, send }: Props) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const { pending } = refund;
  const digits = getDecimals(pending.currency);
  const [value, setValue] = useState<number | string>(pending.amount / 10 ** digits);
  const [isClosed, setClosed] = useState(false);
  const [note, setNote] = useState('');
  // A field shows what is wrong with it once it was left, or once the refund was to be sent.
  const [checked, setChecked] = useState({ amount: false, note: false });
  // One key for one refund that was looked at: pressing again after a lost answer credits nothing twice.
  const [key] = useState(() => crypto.randomUUID());
  const amount = value === '' ? Number.NaN : Math.round(Number(value) * 10 ** digits);
  const isPart = amount < pending.amount;
  const closes = isPart && isClosed;
  const amountError =
    !(amount >= 0) || amount > pending.amount
      ? t('refund.tooHigh', { sum: money(pending) })
      : amount === 0 && !closes
        ? t('refund.nothing')
        : undefined;
  const noteError = closes && note.trim() === '' ? t('refund.noNote') : undefined;
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      title={t('refund.question', { number: refund.number })}
      text={t(refund.payer === 'wallet' ? 'refund.toWallet' : 'refund.toOwn')}
      undo={t('refund.undo')}
      verb={t('refund.verb')}
      validate={() => {
        setChecked({ amount: true, note: true });
        return amountError === undefined && noteError === undefined;
      }}
      onConfirm={() =>
        send({
          pending: pending.amount,
          amount,
          idempotency_key: key,
          ...(closes ? { close_note: note.trim() } : {}),
        })
      }
    >
      <NumberInput
        label={t('refund.amount')}
        value={value}
        onChange={setValue}
        onBlur={() => setChecked((before) => ({ ...before, amount: true }))}
        error={checked.amount ? amountError : undefined}
        min={0}
        decimalScale={digits}
        fixedDecimalScale
        allowNegative={false}
        suffix={` ${pending.currency}`}
        hideControls
        inputMode="decimal"
      />
      {isPart ? (
        <Checkbox
          label={t('refund.close')}
          checked={isClosed}
          onChange={(event) => setClosed(event.currentTarget.checked)}
        />
      ) : null}
      {closes ? (
        <TextInput
          label={t('refund.closeNote')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          onBlur={() => setChecked((before) => ({ ...before, note: true }))}
          error={checked.note ? noteError : undefined}
          maxLength={500}
        />
      ) : null}
    </ConfirmMoney>
  );
}
