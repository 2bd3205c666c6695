import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from '../list/list.module.css';

/** How many returns need an action; nothing while none does. */
export default function ReturnsDue() {
  const { count } = useFormats();
  const { shownStore: { id: storeId } = {} } = useAccount();
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'return-counts', { storeId }),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/count', { query: { store_id: storeId }, signal }),
  });
  const due = data?.needs_action ?? 0;
  return due > 0 ? <span className={classes.due}>{count(due)}</span> : null;
}
