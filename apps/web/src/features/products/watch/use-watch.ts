import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { ANSWER_TOAST_MS, toast } from '../../../lib/toasts.ts';

const MOST = 500;

/** Watches products at their suppliers, or watches them no more; says what came of it. */
export function useWatch() {
  const { t } = useTranslation('monitoring');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  const set = useCallback(
    async (ids: readonly string[], on: boolean) => {
      setBusy(true);
      const failed: string[] = [];
      let done = 0;
      try {
        for (let at = 0; at < ids.length; at += MOST) {
          const body = { product_ids: ids.slice(at, at + MOST) };
          const answer = on
            ? await api('POST /center/products/auto_update', { body })
            : await api('DELETE /center/products/auto_update', { body });
          done += 'watched' in answer ? answer.watched.length : answer.stopped.length;
          failed.push(...Object.values(answer.failed).map((problem) => problem.text));
        }
      } catch {
        // Said by the call itself.
        return;
      } finally {
        setBusy(false);
        for (const topic of ['products', 'counts']) void client.invalidateQueries({ queryKey: [topic] });
      }
      const said = t(on ? 'bulk.watched' : 'bulk.stopped', { done });
      const not = t('bulk.failed', { left: failed.length, reason: failed[0] });
      if (failed.length === 0) toast('success', said);
      else if (done > 0) toast('warning', not, { title: said, ms: ANSWER_TOAST_MS });
      else toast('error', not);
    },
    [client, t],
  );
  return { set, busy };
}
