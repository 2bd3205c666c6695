import type { Search } from '../../../lib/url-state.ts';

/**
 * The second version of the order list names its query as the list call does (document 3, section 2): source, channel,
 * mark_order, from_date and to_date, order_by with sort. Returns the list's own names, or undefined if none is used.
 */
export function fromV2Query(search: Search): Search | undefined {
  const {
    source,
    mark_order,
    from_date,
    to_date,
    sort,
    order_by,
    keyword,
    placement_status,
    payment_status,
    channel,
    ...rest
  } = search;
  const isV2 = [mark_order, from_date, to_date, order_by, keyword, placement_status, payment_status, channel].some(
    (value) => value !== undefined,
  );
  if (!isV2 && sort !== 'asc' && sort !== 'desc' && source !== 'all') return undefined;
  const some = (value: Search[string]) => (value === 'all' ? undefined : value);
  const days = from_date !== undefined && to_date !== undefined;
  return {
    ...rest,
    source: some(source),
    mark: some(mark_order),
    placement: placement_status,
    payment: payment_status,
    q: keyword,
    sort: sort === 'asc' ? 'asc_created_at' : undefined,
    ...(days ? { period: 'another_time', from: from_date, to: to_date } : {}),
  };
}
