/** What kinds of work are about, for people who do not know them by name; what is not named is upkeep. */
const AREA_OF: Record<string, Area> = {
  'ask-quote': 'buying',
  'estimate-cost': 'buying',
  'pay-supplier-order': 'buying',
  'place-supplier-order': 'buying',
  'poll-supplier': 'buying',
  'sweep-purchasing': 'buying',
  'sync-supplier-order': 'buying',
  'poll-store': 'orders',
  'rematch-orders': 'orders',
  'take-order': 'orders',
  'work-webhook': 'orders',
  'report-parcel': 'parcels',
  'warehouse-tell': 'parcels',
  'finish-connect': 'connections',
  'set-up-store': 'connections',
  'check-store': 'connections',
  'check-webhooks': 'connections',
  'set-up-supplier': 'connections',
  'tear-down-store': 'connections',
  'watch-connections': 'connections',
  'push-store': 'products',
  'draw-pictures': 'products',
  'enhance-content': 'products',
  'enhance-imported': 'products',
  'check-books': 'wallet',
  'check-open-topups': 'wallet',
  'check-topup': 'wallet',
  'create-topup': 'wallet',
  'refresh-source': 'catalogue',
  'search-source': 'catalogue',
  'sync-catalogues': 'catalogue',
  'warehouse-stock': 'catalogue',
};

type Area = 'buying' | 'orders' | 'parcels' | 'connections' | 'products' | 'wallet' | 'catalogue' | 'upkeep';

export const areaOf = (kind: string): Area => AREA_OF[kind] ?? 'upkeep';
