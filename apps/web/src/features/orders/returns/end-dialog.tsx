import { Button, Textarea } from '@mantine/core';
import { MOST_RETURN_TEXT } from '@quayside/contracts/return-choices.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

/** Cancels a return, or closes it without refund or exchange; the customer gets no email about it. */
export default function EndDialog({ one, action, open, onClose }: ReturnTaskProps & { action: 'cancel' | 'close' }) {
  const { t } = useTranslation('returns');
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const step = useStep(onClose, (field) => field === 'note');
  function send(): void {
    setChecked(true);
    if (note.trim() === '') return;
    const call = { params: { return_id: one.return_id }, body: { note: note.trim() }, quiet: true };
    void step.send(() => api(`POST /orders/returns/v1/detail/{return_id}/${action}`, call));
  }
  return (
    <Dialog open={open} onClose={onClose} title={t(`end.${action}.title`, { name: one.name })} busy={step.busy}>
      <div className={classes.form}>
        <p className={classes.plain}>{t(`end.${action}.text`)}</p>
        <Textarea
          label={t('endReason')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={MOST_RETURN_TEXT}
          autosize
          minRows={2}
          maxRows={6}
          error={step.error('note') ?? (checked && note.trim() === '' ? t('enterReason') : undefined)}
          data-autofocus
        />
        <Failure text={step.failure} />
        <div className={classes.foot}>
          <Button variant="subtle" onClick={onClose} disabled={step.busy}>
            {t('back')}
          </Button>
          <Button color="red" loading={step.busy} onClick={send}>
            {t(`action.${action}`)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
