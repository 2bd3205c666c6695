import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

/** Withdraws a refund that was not sent to the store yet. */
export default function WithdrawDialog({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const { money } = useFormats();
  const step = useStep(onClose, () => false);
  const call = { params: { return_id: one.return_id }, body: {}, quiet: true };
  return (
    <Dialog open={open} onClose={onClose} title={t('refund.withdrawTitle', { name: one.name })} busy={step.busy}>
      <div className={classes.form}>
        <p className={classes.plain}>{t('refund.withdrawText', { sum: money(one.refund?.amount ?? one.value) })}</p>
        <Failure text={step.failure} />
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose} disabled={step.busy}>
            {t('back')}
          </Button>
          <Button
            loading={step.busy}
            onClick={() =>
              void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/refund/withdraw', call))
            }
            data-autofocus
          >
            {t('action.withdraw')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
