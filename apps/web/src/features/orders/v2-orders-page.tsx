import { useEffect } from 'react';
import { useAddressSearch } from '../../lib/url-state.ts';
import { fromV2Query } from './list/v2-query.ts';
import OrdersPage from './orders-page.tsx';

/** The order list at its second address: the same list, whose links may name the query as the API does (screen R052). */
export default function V2OrdersPage() {
  const [search, change] = useAddressSearch();
  const mapped = fromV2Query(search);
  useEffect(() => {
    if (mapped) change(() => mapped);
  }, [mapped, change]);
  return mapped ? null : <OrdersPage />;
}
