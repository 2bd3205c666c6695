import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { BATCH, sendBatches } from '../list/batches.ts';
import classes from './notes.module.css';

const LONGEST = 40;

interface Props {
  kind: 'add' | 'remove';
  orderIds: readonly string[];
  onClose(): void;
  onDone(): void;
}

/** Adds a tag to the selected orders, or removes it. */
export default function TagDialog({ kind, orderIds, onClose, onDone }: Props) {
  const { t } = useTranslation(['orderNotes', 'orders']);
  const client = useQueryClient();
  const [tag, setTag] = useState('');
  const form = useForm(async () => {
    const { results, error } = await sendBatches(orderIds, BATCH, (order_ids) =>
      api('POST /orders/v5/order-tags', { body: { order_ids, kind, tag: tag.trim() }, quiet: true }),
    );
    await client.invalidateQueries({ queryKey: ['orders'] });
    // The dialog shows why. Sending it again skips the orders that have the tag.
    if (error !== undefined) throw error;
    const updated = results.reduce((sum, one) => sum + one.updated, 0);
    const refused = results.flatMap((one) => Object.values(one.failed));
    if (refused[0])
      toast('warning', t('orders:change.someRefused', { count: refused.length, reason: refused[0].text }));
    else if (updated === 0) toast('info', t('orders:change.nothing'));
    else toast('success', t(kind === 'add' ? 'bulk.added' : 'bulk.removed'));
    onClose();
    onDone();
  });
  return (
    <Dialog open onClose={onClose} busy={form.busy} title={kind === 'add' ? t('bulk.add') : t('bulk.remove')}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <TextInput
          name="tag"
          label={t('bulk.tag')}
          description={t('bulk.text')}
          value={tag}
          maxLength={LONGEST}
          onChange={(event) => setTag(event.currentTarget.value.replaceAll(',', ''))}
          error={form.error('tag')}
          data-autofocus
        />
        <Failure text={form.failure} />
        <div className={classes.buttons}>
          <Button type="submit" loading={form.busy} disabled={tag.trim() === ''}>
            {kind === 'add' ? t('bulk.add') : t('bulk.remove')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
