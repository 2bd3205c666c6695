import { Button, Textarea } from '@mantine/core';
import { MOST_RETURN_TEXT } from '@quayside/contracts/return-choices.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { isSent, MailPreview, useMailPreview } from './mail-preview.tsx';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

/** Rejects a return with the reason that the customer is sent. */
export default function RejectDrawer({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const step = useStep(onClose, (field) => field === 'note');
  const text = note.trim();
  const preview = useMailPreview(one.return_id, { mail: 'return_rejected', note: text }, open && text !== '');
  function send(): void {
    setChecked(true);
    if (text === '') return;
    const call = { params: { return_id: one.return_id }, body: { note: text }, quiet: true };
    void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/reject', call));
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('reject.title', { name: one.name })}
      width={560}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button color="red" loading={step.busy} onClick={send}>
            {t(isSent(preview.data) ? 'reject.verbSend' : 'reject.verb')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <Textarea
          label={t('reject.reason')}
          description={t('reject.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={MOST_RETURN_TEXT}
          autosize
          minRows={3}
          maxRows={8}
          error={step.error('note') ?? (checked && text === '' ? t('enterReason') : undefined)}
        />
        <Failure text={step.failure} />
        {text === '' ? null : (
          <>
            <h3 className={classes.part}>{t('mail.preview')}</h3>
            <MailPreview preview={preview} />
          </>
        )}
      </div>
    </Drawer>
  );
}
