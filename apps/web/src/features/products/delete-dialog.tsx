import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { api } from '../../lib/api.ts';
import { ANSWER_TOAST_MS, toast } from '../../lib/toasts.ts';

interface Props {
  /** Absent or empty: closed. */
  products: readonly { id: string; title?: string }[];
  /** In the product center products of stores are deleted too. */
  inCenter?: boolean;
  onClose(): void;
  onDeleted(): void;
}

const MOST = 500;
const TOUCHED = ['products', 'listings', 'counts', 'sources'];

/** Before products are deleted: what goes, what stays, and how to have it again. */
export function DeleteDialog({ products, inCenter = false, onClose, onDeleted }: Props) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const count = products.length;

  async function remove(): Promise<void> {
    const ids = products.map((product) => product.id);
    const failed: string[] = [];
    let deleted = 0;
    try {
      for (let at = 0; at < ids.length; at += MOST) {
        const body = { product_ids: ids.slice(at, at + MOST) };
        const answer = inCenter
          ? await api('DELETE /center/products/elastic-products', { body, quiet: true })
          : await api('DELETE /center/products/import/delete', { body, quiet: true });
        deleted += answer.deleted.length;
        failed.push(...Object.values(answer.failed).map((problem) => problem.text));
      }
    } finally {
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    }
    const done = t('delete.done', { count: deleted });
    const kept = t('delete.failed', { count: failed.length, reason: failed[0] });
    if (deleted > 0 && failed.length > 0) toast('warning', kept, { title: done, ms: ANSWER_TOAST_MS });
    else if (deleted > 0) toast('success', done);
    else if (failed.length > 0) toast('error', kept);
    onDeleted();
  }
  return (
    <ConfirmMoney
      open={count > 0}
      onClose={onClose}
      title={t('delete.title', { count })}
      text={count === 1 && products[0]?.title ? products[0].title : t('delete.text', { count })}
      undo={t(inCenter ? 'delete.centerUndo' : 'delete.undo')}
      verb={t('delete.verb', { count })}
      danger
      onConfirm={remove}
    />
  );
}
