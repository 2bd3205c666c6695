import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** The plan that pays in this workspace, what it allows and what was used of it; read again when what is counted changes. */
export const planQuery = {
  queryKey: queryKeys.part('counts', 'plan'),
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /payments/user/v2/current-plan', { signal }),
};
