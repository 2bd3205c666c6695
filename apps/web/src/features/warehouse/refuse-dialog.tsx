import { Textarea } from '@mantine/core';
import type { WarehouseOrder } from '@quayside/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { Money } from '../../kit/money.tsx';
import { api } from '../../lib/api.ts';
import { piecesHere } from './labels.ts';

interface Props {
  order: WarehouseOrder;
  line: WarehouseOrder['lines'][number];
  open: boolean;
  onClose(): void;
  onDone(): void;
}

/** Refuses a line that has not left: its amount goes back, and the customer is told the reason in these words. */
export function RefuseDialog({ order, line, open, onClose, onDone }: Props) {
  const { t } = useTranslation('warehouse');
  const [reason, setReason] = useState('');
  const back = { ...line.unit_cost, amount: line.unit_cost.amount * piecesHere(line) };
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      danger
      title={t('refuse.title')}
      text={t('refuse.text', { name: line.title })}
      lines={[{ label: t('refuse.back'), value: <Money value={back} strong />, total: true }]}
      undo={t('refuse.undo')}
      verb={t('refuse.verb')}
      obstacle={reason.trim() ? undefined : t('refuse.needed')}
      onConfirm={async () => {
        await api('POST /operator/warehouse/orders/{order_id}/lines/{line_no}/refuse', {
          params: { order_id: order.order_id, line_no: line.line_no },
          body: { reason: reason.trim() },
          quiet: true,
        });
        onDone();
      }}
    >
      <Textarea
        label={t('refuse.reason')}
        placeholder={t('refuse.example')}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
    </ConfirmMoney>
  );
}
