import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type CallBody } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type Guideline, mergeSteps } from './guideline.ts';

const QUERY_KEY = queryKeys.part('guideline', 'steps');

/** The quick start of this workspace; a step that was seen done never shows as open again. */
export function useGuideline() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => {
      const fresh = await api('GET /guideline', { signal });
      const known = client.getQueryData<Guideline>(QUERY_KEY);
      return { ...fresh, steps: mergeSteps(known?.steps ?? [], fresh.steps) };
    },
  });
  const change = useMutation({
    mutationFn: (body: CallBody<'POST /guideline'>) => api('POST /guideline', { body }),
    onSuccess: (answer) => client.setQueryData(QUERY_KEY, answer),
  });
  return { ...query, dismiss: () => change.mutate({ dismiss: true }), mark: change.mutate };
}
