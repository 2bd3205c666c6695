import { Button, Textarea } from '@mantine/core';
import type { OrderNotesView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { useForm } from '../../../lib/use-form.ts';
import classes from './notes.module.css';

const LONGEST = 5000;

/** Writes an order's note, or a further one where the platform adds them. */
export function NoteForm({ orderId, notes, onClose }: { orderId: string; notes: OrderNotesView; onClose(): void }) {
  const { t } = useTranslation(['orderNotes', 'common']);
  const client = useQueryClient();
  const replaces = notes.note_kind === 'replace';
  // What the text is based on stays the same while someone types, even if the note changes in the store meanwhile.
  const [seen] = useState(notes.note ?? '');
  const [text, setText] = useState(replaces ? seen : '');
  const form = useForm(async () => {
    const params = { order_id: orderId };
    await api('PUT /orders/v5/notes/{order_id}', { params, body: { note: text, seen }, quiet: true });
    await client.invalidateQueries({ queryKey: ['orders'] });
    onClose();
  });
  return (
    <form noValidate className={classes.form} onSubmit={form.submit}>
      <Textarea
        name="note"
        label={t('note.label')}
        description={replaces ? undefined : t('note.private')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={LONGEST}
        error={form.error('note')}
        data-autofocus
      />
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={form.busy} disabled={replaces ? text === seen : text.trim() === ''}>
          {t('note.save')}
        </Button>
        <Button variant="subtle" size="xs" onClick={onClose} disabled={form.busy}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
