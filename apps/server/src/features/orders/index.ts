export { addEvents } from './actions/add-events.ts';
export { createStoreChecks } from './actions/ask-store.ts';
export { MAPPING_HELD, matchFields, NO_MATCH } from './actions/bundle-parts.ts';
export { dismissUnmapped } from './actions/dismiss-unmapped.ts';
export { matchOrder } from './actions/match-lines.ts';
export { type Purchase, refreshOrders } from './actions/refresh-order.ts';
export { saveOrder, saveOrders } from './actions/save-orders.ts';
export { findCustoms } from './customs-repo.ts';
export { orderHistory } from './history-repo.ts';
export { estimateCostJob, remapLinesJob, rematchOrdersJob, takeOrderJob, wantCosts } from './jobs/orders.ts';
export { countManual, findByRequestKey, setRequestKey, takenNumbers } from './manual-number-repo.ts';
export type { BundlePart, OrderPorts, VariantMatch, WantedVariant } from './ports.ts';
export {
  findOrders,
  findOrdersByName,
  findOrdersOfStore,
  findPublicTracking,
  lastOrderAt,
  mustKnowOrders,
  orderIdsByKeyword,
} from './queries/find-orders.ts';
export { addressView } from './queries/order-detail.ts';
export { getShippingInfo, lineView } from './queries/order-view.ts';
export { createStoreNames, type StoreNames } from './queries/store-names.ts';
export { findTimeline } from './queries/timeline.ts';
export { findUnmappedLines, findUnmappedOfProduct, isOrderLine, soldUnmapped } from './queries/unmapped-lines.ts';
export { type UnmappedProduct, unmappedProducts } from './queries/unmapped-products.ts';
export { type OrdersFeature, register } from './register.ts';
export {
  clearExpected,
  findLines,
  findOrder,
  findSoldLines,
  type LinePatch,
  lockOrder,
  lockOrders,
  movingOrders,
  type OrderPatch,
  openToEstimateAgain,
  openWithoutCosts,
  patchLines,
  patchOrders,
  setExpected,
  setNotes,
} from './repo.ts';
export { findRisks } from './risk-repo.ts';
export { addressErrors, addressIsComplete, effectiveAddress, refuseIncomplete, toAddress } from './rules/address.ts';
export { getBundles, missingParts, sharePrices, soldLineId, soldLines, withParts } from './rules/bundles.ts';
export { toCustoms } from './rules/customs.ts';
export type { NewEvent } from './rules/event.ts';
export { isFlagged, piecesToBuy, toBuy } from './rules/intake.ts';
export {
  AT_SUPPLIER,
  CHANGEABLE,
  isForeseen,
  isStoppedByShipping,
  LINE_TRANSITIONS,
  NOT_SENT,
  PLACEABLE,
} from './rules/line-states.ts';
export { externalIdOf, nameOf, plainNumber } from './rules/manual-number.ts';
export { getMessageKey } from './rules/message-keys.ts';
export { STOPPED_BY_PERSON } from './rules/notifications.ts';
export { getFulfillmentStatus } from './rules/order-status.ts';
export { getAdjustment, getProfit, getWarnings, toConvertCost } from './rules/order-summary.ts';
export { dayOf, shiftDay, startOfDay, timeOfDay } from './rules/period.ts';
export { toSearchRanges, toSearchTerms } from './rules/search-terms.ts';
export { judgeCheck, mayPassSilence, waitForStoreMs } from './rules/store-answer.ts';
export { waitingFor, waitingLines } from './rules/waiting-lines.ts';
export { acceptStoreCheck, findChecks } from './store-check-repo.ts';
export type { LineRow, OrderRow, StoredProblem } from './tables.ts';
