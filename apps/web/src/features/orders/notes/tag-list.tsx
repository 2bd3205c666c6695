import { Button, TextInput } from '@mantine/core';
import type { OrderNotesView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './notes.module.css';

const LONGEST = 40;

const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The list's search for orders with a tag. */
const toSearch = (tag: string): string => (/[\s,;|/'()<>]/.test(tag) ? `tag:"${tag}"` : `tag:${tag}`);

/** An order's tags as they will be; those on their way to the store are dimmed. */
export function TagList({ orderId, notes }: { orderId: string; notes: OrderNotesView }) {
  const { t } = useTranslation('orderNotes');
  const { may } = useMay();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  if (!notes.has_tags) return <p className={classes.quiet}>{t('tags.notOffered')}</p>;

  const open = notes.edits.filter((edit) => edit.kind !== 'note' && edit.state !== 'failed');
  let shown = notes.tags.map((tag) => ({ tag, pending: false }));
  for (const { kind, text } of open) {
    shown = shown.filter((one) => !sameTag(one.tag, text));
    if (kind === 'add_tag') shown.push({ tag: text, pending: true });
  }

  async function change(kind: 'add' | 'remove', tag: string): Promise<void> {
    setBusy(true);
    try {
      const { failed } = await api('POST /orders/v5/order-tags', { body: { order_ids: [orderId], kind, tag } });
      const refused = failed[orderId];
      if (refused) toast('warning', refused.text);
      else setTyped('');
      await client.invalidateQueries({ queryKey: ['orders'] });
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      {shown.length > 0 ? (
        <div className={classes.tags}>
          {shown.map(({ pending, tag }) => (
            <span key={tag} className={classes.tag} data-pending={pending || undefined}>
              <Link
                to="/app/orders"
                search={{ period: 'all', q: toSearch(tag), open: orderId }}
                aria-label={t('tags.find', { tag })}
              >
                <bdi>{tag}</bdi>
              </Link>
              {may('orders.change') ? (
                <button
                  type="button"
                  aria-label={t('tags.remove', { tag })}
                  disabled={busy}
                  onClick={() => void change('remove', tag)}
                >
                  <X size={12} aria-hidden />
                </button>
              ) : (
                <span aria-hidden> </span>
              )}
            </span>
          ))}
        </div>
      ) : (
        <p className={classes.quiet}>{t('tags.none')}</p>
      )}
      {may('orders.change') ? (
        <form
          noValidate
          className={classes.tagForm}
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) void change('add', typed.trim());
          }}
        >
          <TextInput
            size="xs"
            aria-label={t('bulk.tag')}
            value={typed}
            maxLength={LONGEST}
            // Shopify separates tags with commas.
            onChange={(event) => setTyped(event.currentTarget.value.replaceAll(',', ''))}
          />
          <Button type="submit" size="xs" variant="default" loading={busy} disabled={typed.trim() === ''}>
            {t('tags.add')}
          </Button>
        </form>
      ) : null}
    </>
  );
}
