import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, type CallBody } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import {
  assumedGuideline,
  type Guideline,
  mergeSteps,
  type SavedGuideline,
  savedGuideline,
  withoutBilling,
} from './guideline.ts';

const QUERY_KEY = queryKeys.part('guideline', 'steps');
const storageName = (workplaceId: string | undefined) => `quayside.guideline.${workplaceId ?? ''}`;

function readKept(workplaceId: string | undefined): SavedGuideline | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageName(workplaceId)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('done' in kept) || !Array.isArray(kept.done)) return undefined;
    return { done: kept.done.map(String), dismissed: 'dismissed' in kept && kept.dismissed === true };
  } catch {
    return undefined;
  }
}

function keep(workplaceId: string | undefined, guideline: Guideline): void {
  try {
    localStorage.setItem(storageName(workplaceId), JSON.stringify(savedGuideline(guideline)));
  } catch {
    // Next time it begins as for everyone, and is right a moment later.
  }
}

/** The quick start of this workspace; a step that was seen done never shows as open again. */
export function useGuideline() {
  const client = useQueryClient();
  const { workplaceId } = useAccount();
  const assumed = useMemo(() => assumedGuideline(readKept(workplaceId)), [workplaceId]);
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      const fresh = await api('GET /guideline', { signal });
      const known = client.getQueryData<Guideline>(QUERY_KEY);
      const merged = { ...fresh, steps: mergeSteps(known?.steps ?? [], fresh.steps) };
      keep(workplaceId, merged);
      return merged;
    },
    placeholderData: assumed,
  });
  const change = useMutation({
    mutationFn: (body: CallBody<'POST /guideline'>) => api('POST /guideline', { body }),
    onSuccess: (answer) => {
      keep(workplaceId, answer);
      client.setQueryData(QUERY_KEY, answer);
    },
  });
  return {
    data: query.data && withoutBilling(query.data, session().hidesBilling ?? false),
    isAssumed: query.isPlaceholderData,
    dismiss: () => change.mutate({ dismiss: true }),
    mark: change.mutate,
  };
}
