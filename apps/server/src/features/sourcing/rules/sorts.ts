import type { FindSort } from '@quayside/contracts';

/** Sortable columns of source_product: never null, each with an index ending in the key. */
export type SortColumn = 'cost_from' | 'volume_order';
/** Columns of source_shipping, by price zone. Products without a figure for the country come last. */
export type ZoneColumn = 'profit' | 'shipping_cost' | 'days_min';

export type FindOrder =
  | { by: 'relevance' }
  | { by: SortColumn; descending: boolean }
  | { by: ZoneColumn; descending: boolean };

export const isZoned = <T extends { by: string }>(order: T): order is T & { by: ZoneColumn } =>
  order.by === 'profit' || order.by === 'shipping_cost' || order.by === 'days_min';

/**
 * Column of a sort key. most_relevant ignores its direction (decision A11); both spellings of volume are accepted
 * (A02).
 */
export function getOrder(sort: FindSort): FindOrder {
  const descending = sort.startsWith('desc_');
  switch (sort.replace(/^(asc|desc)_/, '')) {
    case 'price':
      return { by: 'cost_from', descending };
    case 'profit':
      return { by: 'profit', descending };
    case 'shipping_cost':
      return { by: 'shipping_cost', descending };
    case 'shipping_time_min':
      return { by: 'days_min', descending };
    case 'lastest_volume':
    case 'lastest_volumee':
      return { by: 'volume_order', descending };
    default:
      return { by: 'relevance' };
  }
}
