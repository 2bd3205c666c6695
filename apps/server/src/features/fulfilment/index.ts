export { applyParcels, applySharedParcels, type Bought } from './actions/apply-parcels.ts';
export { applyTracking } from './actions/apply-tracking.ts';
export { fulfillManually, type ManualFulfillment } from './actions/fulfill-manually.ts';
export { syncWaitingParcels } from './actions/sync-waiting-parcels.ts';
export { type AlarmRow, activeAlarms, activeAlarmsOf, closeAlarms, openAlarms } from './alarm-repo.ts';
export { insertPastShipments, type PastShipment } from './history-repo.ts';
export { findTrackingPage } from './page-repo.ts';
export { type Delivery, findDeliveries } from './queries/deliveries.ts';
export { findShipments } from './queries/shipments.ts';
export { register } from './register.ts';
export {
  type FollowedParcel,
  findShipmentsById,
  type ParcelOnItsWay,
  parcelsChangedAfter,
  parcelsOnTheirWay,
  supplierOrdersWithParcels,
} from './repo.ts';
