import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

export type ProposalRow = CallData<'GET /mapping/proposals'>['items'][number];
export type Decision = 'accept' | 'refuse' | 'undo';

const CALLS = {
  accept: 'POST /mapping/proposals/accept',
  refuse: 'POST /mapping/proposals/refuse',
  undo: 'POST /mapping/proposals/undo',
} as const;

/** Proposals per call. */
const AT_ONCE = 100;

/** Decides proposals, and refreshes what depends on it. */
export function useProposals() {
  const { t } = useTranslation('mapping');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const decide = useCallback(
    async (decision: Decision, ids: readonly string[]): Promise<boolean> => {
      setBusy(true);
      try {
        let done = 0;
        const refused: string[] = [];
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          const body = { proposal_ids: ids.slice(at, at + AT_ONCE) };
          const answer = await api(CALLS[decision], { body, quiet: true });
          done += answer.done.length;
          refused.push(...Object.values(answer.failed).map((one) => one.text));
        }
        if (done > 0) toast('success', t(`missing.done.${decision}`, { count: done }));
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
