import { accountConfirmation } from './account-confirmation.ts';
import { accountData } from './account-data.ts';
import { accountRecovery } from './account-recovery.ts';
import { accountSecurity } from './account-security.ts';
import { accountSocial } from './account-social.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { addressRepairs } from './address-repairs.ts';
import { adoption } from './adoption.ts';
import { audit } from './audit.ts';
import { autoUpdates } from './auto-updates.ts';
import { backups } from './backups.ts';
import { bulkEdits } from './bulk-edits.ts';
import { bulkPushes } from './bulk-pushes.ts';
import type { Call, ClientSide } from './call.ts';
import { catalog } from './catalog.ts';
import { collections } from './collections.ts';
import { connections } from './connections.ts';
import { connectors } from './connectors.ts';
import { customs } from './customs.ts';
import { documents } from './documents.ts';
import { embedded } from './embedded.ts';
import { enhancer } from './enhancer.ts';
import { evidence } from './evidence.ts';
import { files } from './files.ts';
import { fulfilment } from './fulfilment.ts';
import { gallery } from './gallery.ts';
import { guards } from './guards.ts';
import { history } from './history.ts';
import { imageEnhancer } from './image-enhancer.ts';
import { installation } from './installation.ts';
import { inventory } from './inventory.ts';
import { jobs } from './jobs.ts';
import { listViews } from './list-views.ts';
import { listingFields } from './listing-fields.ts';
import { live } from './live.ts';
import { mail } from './mail.ts';
import { manualOrders } from './manual-orders.ts';
import { manualPurchases } from './manual-purchases.ts';
import { mapping } from './mapping.ts';
import { mappingProposals } from './mapping-proposals.ts';
import { mappingSuggestions } from './mapping-suggestions.ts';
import { marketPrices } from './market-prices.ts';
import { metafields } from './metafields.ts';
import { migrate } from './migrate.ts';
import { monitoring } from './monitoring.ts';
import { moves } from './moves.ts';
import { notifications } from './notifications.ts';
import { orderActions } from './order-actions.ts';
import { orderAnalyses } from './order-analyses.ts';
import { orderFeedback } from './order-feedback.ts';
import { orderNotes } from './order-notes.ts';
import { orderSettings } from './order-settings.ts';
import { orders } from './orders.ts';
import { paymentRequests } from './payment-requests.ts';
import { plans } from './plans.ts';
import { pricing } from './pricing.ts';
import { privacy } from './privacy.ts';
import { productCopies } from './product-copies.ts';
import { productFeeds } from './product-feeds.ts';
import { productFiles } from './product-files.ts';
import { productSettings } from './product-settings.ts';
import { products } from './products.ts';
import { purchasing } from './purchasing.ts';
import { rates } from './rates.ts';
import { refundRequests } from './refund-requests.ts';
import { refunds } from './refunds.ts';
import { regions } from './regions.ts';
import { reports } from './reports.ts';
import { returns } from './returns.ts';
import { sandbox } from './sandbox.ts';
import { savedPages } from './saved-pages.ts';
import { shopperMails } from './shopper-mails.ts';
import { sourcing } from './sourcing.ts';
import { stockLocations } from './stock-locations.ts';
import { storeOverrides } from './store-overrides.ts';
import { storefronts } from './storefronts.ts';
import { suspensions } from './suspensions.ts';
import { team } from './team.ts';
import { tokens } from './tokens.ts';
import { tracking } from './tracking.ts';
import { unrecorded } from './unrecorded.ts';
import { wallet } from './wallet.ts';
import { warehouse } from './warehouse.ts';
import { workspaces } from './workspaces.ts';

/** The calls of every feature. A new feature adds its line only here. */
export const contracts = {
  accounts: {
    ...accounts,
    ...accountRecovery,
    ...accountSecurity,
    ...accountData,
    ...accountSocial,
    ...accountConfirmation,
  },
  activity,
  addressRepairs,
  adoption,
  audit,
  history,
  catalog,
  collections,
  metafields,
  connections,
  connectors,
  documents,
  evidence,
  customs,
  embedded,
  enhancer,
  imageEnhancer,
  files,
  fulfilment,
  gallery,
  guards,
  installation,
  inventory,
  jobs,
  listViews,
  listingFields,
  storeOverrides,
  live,
  mail,
  manualPurchases,
  manualOrders,
  notifications,
  mapping,
  mappingProposals,
  mappingSuggestions,
  migrate,
  autoUpdates,
  monitoring,
  moves,
  orderActions,
  orderAnalyses,
  orderFeedback,
  orderNotes,
  orders,
  paymentRequests,
  orderSettings,
  plans,
  backups,
  bulkEdits,
  bulkPushes,
  pricing,
  privacy,
  productCopies,
  productFeeds,
  productFiles,
  productSettings,
  products,
  purchasing,
  rates,
  regions,
  reports,
  refundRequests,
  refunds,
  returns,
  sandbox,
  savedPages,
  shopperMails,
  sourcing,
  tracking,
  marketPrices,
  stockLocations,
  storefronts,
  suspensions,
  team,
  tokens,
  unrecorded,
  wallet,
  warehouse,
  workspaces,
};

type Contracts = typeof contracts;
type Member<T> = T[keyof T];
type AnyCall = { [F in keyof Contracts]: Member<Contracts[F]> }[keyof Contracts];
type Key<C> = C extends { method: infer M extends string; path: infer P extends string } ? `${M} ${P}` : never;

/** All calls by "METHOD /path", with the client's types. */
export type CallMap = { [C in AnyCall as Key<C>]: C extends Call ? ClientSide<C> : never };

export * from './account-confirmation.ts';
export * from './account-data.ts';
export * from './account-recovery.ts';
export * from './account-security.ts';
export * from './account-social.ts';
export * from './accounts.ts';
export * from './activity.ts';
export * from './address-repairs.ts';
export * from './adoption.ts';
export * from './adoption-choices.ts';
export * from './audit.ts';
export * from './audit-entities.ts';
export * from './auto-update-choices.ts';
export * from './auto-updates.ts';
export * from './body-limits.ts';
export * from './bulk-changes.ts';
export * from './bulk-edits.ts';
export * from './bulk-pushes.ts';
export * from './call.ts';
export * from './catalog.ts';
export * from './claim-clock.ts';
export * from './collections.ts';
export * from './connections.ts';
export * from './connector-names.ts';
export * from './connectors.ts';
export * from './customs.ts';
export * from './document-choices.ts';
export * from './documents.ts';
export * from './embedded.ts';
export * from './enhancer.ts';
export * from './enhancer-choices.ts';
export type { Evidence } from './evidence.ts';
export * from './extension-messages.ts';
export * from './file-limits.ts';
export * from './files.ts';
export * from './fulfilment.ts';
export * from './gallery.ts';
export * from './gallery-limits.ts';
export * from './guards.ts';
export * from './history.ts';
export * from './image-choices.ts';
export * from './image-enhancer.ts';
export * from './installation.ts';
export * from './inventory.ts';
export * from './inventory-states.ts';
export * from './jobs.ts';
export * from './list-views.ts';
export * from './listing-field-names.ts';
export * from './listing-fields.ts';
export * from './live.ts';
export * from './mail.ts';
export * from './manual-order-choices.ts';
export * from './manual-orders.ts';
export * from './manual-purchases.ts';
export * from './mapping.ts';
export * from './mapping-proposals.ts';
export * from './mapping-suggestions.ts';
export * from './market-prices.ts';
export * from './metafields.ts';
export * from './migrate.ts';
export * from './monitoring.ts';
export * from './monitoring-choices.ts';
export * from './moves.ts';
export * from './notifications.ts';
export * from './order-actions.ts';
export * from './order-analyses.ts';
export * from './order-feedback.ts';
export * from './order-notes.ts';
export * from './order-settings.ts';
export * from './orders.ts';
export * from './payment-requests.ts';
export * from './permissions.ts';
export * from './picture-file.ts';
export * from './plan-table.ts';
export * from './plans.ts';
export * from './pricing.ts';
export * from './pricing-choices.ts';
export * from './privacy.ts';
export * from './product-copies.ts';
export * from './product-feed-choices.ts';
export * from './product-feeds.ts';
export * from './product-file-choices.ts';
export * from './product-files.ts';
export * from './product-settings.ts';
export * from './product-shapes.ts';
export * from './products.ts';
export * from './purchasing.ts';
export * from './quota.ts';
export * from './rates.ts';
export * from './refund-choices.ts';
export * from './refund-limit.ts';
export * from './refund-requests.ts';
export * from './refunds.ts';
export * from './regions.ts';
export * from './reports.ts';
export * from './return-choices.ts';
export * from './returns.ts';
export * from './sandbox.ts';
export * from './saved-pages.ts';
export * from './shapes.ts';
export * from './shipment-alarms.ts';
export * from './shopper-mail-choices.ts';
export * from './shopper-mails.ts';
export * from './slow-page.ts';
export * from './sourcing.ts';
export * from './split.ts';
export * from './stock-locations.ts';
export * from './store-override-fields.ts';
export * from './store-overrides.ts';
export * from './storefronts.ts';
export * from './suspensions.ts';
export * from './team.ts';
export * from './tokens.ts';
export * from './topup-limits.ts';
export * from './tracking.ts';
export * from './unrecorded.ts';
export * from './wallet.ts';
export * from './warehouse.ts';
export * from './workspaces.ts';
