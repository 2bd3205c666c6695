import type { FindSort } from '@quayside/contracts';

/** What the catalogue can be walked by: columns that are never null, each with an index ending in the key. */
export type SortColumn = 'cost_from' | 'profit_order' | 'volume_order' | 'shipping_cost_order' | 'shipping_days_order';

export type FindOrder = { by: 'relevance' } | { by: SortColumn; descending: boolean };

/** The meaning of a sort key. most_relevant ignores its direction (decision A11); both spellings of volume count (A02). */
export function orderOf(sort: FindSort): FindOrder {
  const descending = sort.startsWith('desc_');
  switch (sort.replace(/^(asc|desc)_/, '')) {
    case 'price':
      return { by: 'cost_from', descending };
    case 'profit':
      return { by: 'profit_order', descending };
    case 'shipping_cost':
      return { by: 'shipping_cost_order', descending };
    case 'shipping_time_min':
      return { by: 'shipping_days_order', descending };
    case 'lastest_volume':
    case 'lastest_volumee':
      return { by: 'volume_order', descending };
    default:
      return { by: 'relevance' };
  }
}
