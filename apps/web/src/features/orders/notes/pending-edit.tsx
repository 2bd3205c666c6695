import { Button } from '@mantine/core';
import type { OrderEditView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { api } from '../../../lib/api.ts';
import classes from './notes.module.css';

type Choice = 'drop' | 'write' | 'both';

/** A change that the store doesn't have: on its way, failed, or in conflict with the merchant's own note. */
export function PendingEdit({ edit }: { edit: OrderEditView }) {
  const { t } = useTranslation('orderNotes');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const what = edit.kind === 'note' ? edit.text : t(`edit.${edit.kind}`, { tag: edit.text });

  async function decide(choice: Choice): Promise<void> {
    setBusy(true);
    try {
      const params = { edit_id: edit.edit_id };
      await api('POST /orders/v5/order-edits/{edit_id}/resolve', { params, body: { choice } });
    } finally {
      await client.invalidateQueries({ queryKey: ['orders'] });
      setBusy(false);
    }
  }
  const button = (choice: Choice, label: string, isMain = false) => (
    <MayButton
      needs="orders.change"
      size="xs"
      variant={isMain ? 'filled' : 'default'}
      disabled={busy}
      onClick={() => void decide(choice)}
    >
      {label}
    </MayButton>
  );
  if (edit.state === 'conflict')
    return (
      <div className={classes.edit} role="alert">
        <p className={classes.text}>{t('conflict.title')}</p>
        <p className={classes.quiet}>{t('conflict.theirs')}</p>
        <p className={classes.text} dir="auto">
          {edit.store_text || t('note.none')}
        </p>
        <p className={classes.quiet}>{t('conflict.ours')}</p>
        <p className={classes.text} dir="auto">
          {edit.text}
        </p>
        <div className={classes.buttons}>
          {button('drop', t('conflict.drop'))}
          {button('write', t('conflict.write'))}
          {button('both', t('conflict.both'))}
        </div>
      </div>
    );
  const isFailed = edit.state === 'failed';
  return (
    <div className={classes.edit} role={isFailed ? 'alert' : undefined}>
      <p className={classes.text} dir="auto">
        {what}
      </p>
      <p className={classes.quiet}>
        {isFailed ? t('edit.failed') : t('edit.saving')}
        {edit.problem ? ` ${edit.problem.text}` : null}
      </p>
      {isFailed ? (
        <div className={classes.buttons}>
          {button('write', t('edit.retry'))}
          <Button size="xs" variant="subtle" disabled={busy} onClick={() => void decide('drop')}>
            {t('edit.discard')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
