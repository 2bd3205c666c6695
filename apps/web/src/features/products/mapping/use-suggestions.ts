import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

export type SuggestionRow = CallData<'GET /mapping/suggestions'>['items'][number];
export type SuggestionDecision = 'accept' | 'refuse' | 'undo';

const CALLS = {
  accept: 'POST /mapping/suggestions/accept',
  refuse: 'POST /mapping/suggestions/refuse',
  undo: 'POST /mapping/suggestions/undo',
} as const;

/** Rows per call. */
const AT_ONCE = 100;

/** Decides recommendations for unsold variants, and refreshes what depends on it. */
export function useSuggestions() {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const decide = useCallback(
    async (decision: SuggestionDecision, ids: readonly string[]): Promise<boolean> => {
      setBusy(true);
      try {
        let done = 0;
        const refused: string[] = [];
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          const body = { suggestion_ids: ids.slice(at, at + AT_ONCE) };
          const answer = await api(CALLS[decision], { body, quiet: true });
          done += answer.done.length;
          refused.push(...Object.values(answer.failed).map((one) => one.text));
        }
        if (done > 0) toast('success', t(`unsold.done.${decision}`, { count: done }));
        const [first] = refused;
        if (first) toast('warning', first);
        return done > 0;
      } catch (error) {
        toast('error', errorText(error));
        return false;
      } finally {
        setBusy(false);
        for (const topic of ['products', 'orders', 'counts']) void client.invalidateQueries({ queryKey: [topic] });
      }
    },
    [client, t],
  );
  return { decide, busy };
}
