import { NumberInput, Textarea } from '@mantine/core';
import type { RefundRequest } from '@quayside/contracts';
import { MOST_REFUND_TEXT } from '@quayside/contracts/refund-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { parseAmount, wholeAmount } from '../../../lib/money-text.ts';
import { useFormats } from '../../../lib/use-formats.ts';

export type AnswerKind = 'accept' | 'reject' | 'complete';

interface Props {
  open: boolean;
  onClose(): void;
  request: RefundRequest;
  answer: AnswerKind;
}

/** Records what the supplier answered. Needs a new key for each answer. */
export function AnswerDialog({ open, onClose, request, answer }: Props) {
  const { t } = useTranslation('claims');
  const { money } = useFormats();
  const client = useQueryClient();
  const offered = answer === 'complete' ? (request.agreed ?? request.amount) : request.amount;
  const digits = getDecimals(offered.currency);
  const [value, setValue] = useState<number | string>(wholeAmount(offered.amount, offered.currency));
  const [note, setNote] = useState('');
  const hasAmount = request.type === 'refund' && answer !== 'reject';
  const amount = parseAmount(value, offered.currency) ?? 0;
  const isWrong = hasAmount && amount === 0;
  const names = { supplier: connectorName(request.source), number: request.order_no };
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      title={t(`answer.${answer}.title`, names)}
      text={t(`answer.${answer}.text`, names)}
      verb={t(`answer.${answer}.verb`)}
      validate={() => !isWrong}
      onConfirm={async () => {
        await api('POST /orders/v4/refund/{refund_request_id}/answer', {
          params: { refund_request_id: request.id },
          body: { answer, ...(hasAmount ? { amount } : {}), ...(note.trim() ? { note: note.trim() } : {}) },
        });
        await client.invalidateQueries({ queryKey: ['orders'] });
      }}
    >
      {hasAmount ? (
        <NumberInput
          label={t(answer === 'accept' ? 'answer.agreed' : 'answer.received')}
          value={value}
          onChange={setValue}
          error={isWrong ? t('form.amountWrong', { sum: money(offered) }) : undefined}
          min={0}
          decimalScale={digits}
          fixedDecimalScale
          allowNegative={false}
          suffix={` ${offered.currency}`}
          hideControls
          inputMode="decimal"
        />
      ) : null}
      {answer === 'complete' ? null : (
        <Textarea
          label={t('answer.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={MOST_REFUND_TEXT}
          autosize
          minRows={2}
          maxRows={6}
        />
      )}
    </ConfirmMoney>
  );
}
