import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { NoteForm } from './note-form.tsx';
import classes from './notes.module.css';
import { PendingEdit } from './pending-edit.tsx';
import { TagList } from './tag-list.tsx';

/** Notes and tags of an order, as its store has them, and what is on its way there. */
export function NotesSection({ orderId }: { orderId: string }) {
  const { t } = useTranslation('orderNotes');
  const { may } = useMay();
  const { dateTime } = useFormats();
  const [writing, setWriting] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('orders', orderId, 'notes'),
    queryFn: ({ signal }) =>
      api('GET /orders/v5/notes/{order_id}', { params: { order_id: orderId }, signal, quiet: true }),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null;
  const replaces = data.note_kind === 'replace';
  return (
    <PanelSection title={t('title')}>
      <div className={classes.body}>
        {data.note && !replaces ? <p className={classes.quiet}>{t('note.customer')}</p> : null}
        {data.note ? (
          <p className={classes.text} dir="auto">
            {data.note}
          </p>
        ) : null}
        {data.staff_notes.map((one) => (
          <div key={one.id}>
            <p className={classes.text} dir="auto">
              {one.text}
            </p>
            <p className={classes.quiet}>{[one.author, dateTime(one.at)].filter(Boolean).join(' · ')}</p>
          </div>
        ))}
        {data.note || data.staff_notes.length > 0 ? null : <p className={classes.quiet}>{t('note.none')}</p>}
        {data.edits
          .filter((edit) => edit.kind === 'note' || edit.state === 'failed' || edit.problem)
          .map((edit) => (
            <PendingEdit key={edit.edit_id} edit={edit} />
          ))}
        {writing ? (
          <NoteForm orderId={orderId} notes={data} onClose={() => setWriting(false)} />
        ) : may('orders.change') ? (
          <div>
            <Button
              size="xs"
              variant="default"
              leftSection={<NotebookPen size={14} aria-hidden />}
              onClick={() => setWriting(true)}
            >
              {replaces && data.note ? t('note.edit') : t('note.add')}
            </Button>
          </div>
        ) : null}
        <TagList orderId={orderId} notes={data} />
      </div>
    </PanelSection>
  );
}
