import type { ListState } from '../../../kit/use-list-view.ts';
import type { CallQuery } from '../../../lib/api.ts';
import { type PeriodState, periodQuery } from './period.ts';

type ListQuery = CallQuery<'GET /orders/v5/list'>;
type CountQuery = CallQuery<'GET /orders/v5/count-order-status'>;

const one = (values: string[] | undefined): string | undefined => values?.[0];

/** What the address asks for, within the store that is shown, as the counts take it. The server refuses words that it does not know. */
export function countQuery({ q, filters }: ListState, period: PeriodState, shownStore?: string): CountQuery {
  return {
    ...periodQuery(period),
    keyword: q || undefined,
    store_id: shownStore ?? one(filters.store),
    source: one(filters.source) as CountQuery['source'],
    mark_order: one(filters.mark) as CountQuery['mark_order'],
    order_type: one(filters.type) as CountQuery['order_type'],
    placement_status: filters.placement,
    payment_status: filters.payment,
  };
}

export const listSort = (sort: string) => (sort === 'asc_created_at' ? ('asc' as const) : ('desc' as const));

/** The same, with tab and sort, as the list takes it. */
export function listQuery(
  state: ListState,
  period: PeriodState,
  shownStore: string | undefined,
  cursor: string | undefined,
): ListQuery {
  return {
    ...countQuery(state, period, shownStore),
    tab: state.tab as ListQuery['tab'],
    sort: listSort(state.sort),
    page: state.page,
    cursor,
  };
}
