import type { SupplierName } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Suppliers that this workspace can look at now, or with `ever` those that it was connected with; undefined while unknown. */
export function useConnectedSources({ ever = false } = {}): readonly SupplierName[] | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.part('suppliers', 'connections'),
    queryFn: ({ signal }) => api('GET /connections/suppliers', { signal }),
    staleTime: 5 * 60_000,
  });
  return useMemo(
    () => data && [...new Set(data.items.filter((one) => ever || one.status === 'active').map((one) => one.supplier))],
    [data, ever],
  );
}
