/**
 * The database tests that `npm test` runs on PostgreSQL 15 too, by the beginning of their paths: money, jobs, effects and
 * tenancy, and the database door itself. The others run there with `npm test -- pg15` (docs/decisions/0047).
 */
export const ON_POSTGRES_15 = [
  'apps/server/src/db/',
  'apps/server/src/features/fulfilment/',
  'apps/server/src/features/orders/order-locks',
  'apps/server/src/features/products/push-workers',
  'apps/server/src/features/products/restored-',
  'apps/server/src/features/purchasing/',
  'apps/server/src/features/wallet/',
  'apps/server/src/features/workspaces/',
  'apps/server/src/http/access-races',
  'apps/server/src/jobs/',
  'apps/server/src/sending/',
  'apps/server/src/testing/across/predicates',
  'apps/server/src/testing/across/sending-after-failover',
  'apps/server/src/testing/across/state-moves',
  'apps/server/src/testing/across/suspended-sending',
  'apps/server/src/testing/across/upgraded-',
];
