import type { OrderPlacementSetting } from '@quayside/contracts';

/** A supplier's settings as typed. */
export type Draft = Pick<OrderPlacementSetting, 'warehouse' | 'countries' | 'shipping_method' | 'rules'>;
