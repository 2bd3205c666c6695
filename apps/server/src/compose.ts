import type { SupplierId } from '@quayside/connector-kit';
import { contracts } from '@quayside/contracts';
import type { Deps } from './deps.ts';
import type { Feature } from './feature.ts';
import * as accounts from './features/accounts/index.ts';
import * as activity from './features/activity/index.ts';
import * as adoption from './features/adoption/index.ts';
import * as audit from './features/audit/index.ts';
import * as autoUpdates from './features/auto-updates/index.ts';
import * as backups from './features/backups/index.ts';
import * as collections from './features/collections/index.ts';
import * as connections from './features/connections/index.ts';
import * as demo from './features/demo/make-demo.ts';
import * as documents from './features/documents/index.ts';
import * as embedded from './features/embedded/index.ts';
import * as enhancer from './features/enhancer/index.ts';
import * as evidence from './features/evidence/index.ts';
import * as files from './features/files/index.ts';
import * as fulfilment from './features/fulfilment/index.ts';
import * as gallery from './features/gallery/index.ts';
import * as history from './features/history/index.ts';
import * as imageEnhancer from './features/image-enhancer/index.ts';
import * as installation from './features/installation/index.ts';
import * as jobs from './features/jobs/index.ts';
import * as listViews from './features/list-views/index.ts';
import * as mail from './features/mail/index.ts';
import * as manualOrders from './features/manual-orders/index.ts';
import * as mapping from './features/mapping/index.ts';
import * as marketPrices from './features/market-prices/index.ts';
import * as meta from './features/meta/register.ts';
import * as metafields from './features/metafields/index.ts';
import * as monitoring from './features/monitoring/index.ts';
import * as notifications from './features/notifications/index.ts';
import * as orderFeedback from './features/order-feedback/index.ts';
import * as orderNotes from './features/order-notes/index.ts';
import * as orders from './features/orders/index.ts';
import * as plans from './features/plans/index.ts';
import * as pricing from './features/pricing/index.ts';
import * as privacy from './features/privacy/index.ts';
import * as processes from './features/processes/index.ts';
import * as productFeeds from './features/product-feeds/index.ts';
import * as productFiles from './features/product-files/index.ts';
import * as products from './features/products/index.ts';
import * as purchasing from './features/purchasing/index.ts';
import * as rates from './features/rates/index.ts';
import * as reports from './features/reports/index.ts';
import * as returns from './features/returns/index.ts';
import * as sandbox from './features/sandbox/index.ts';
import * as savedPages from './features/saved-pages/index.ts';
import * as shopperMail from './features/shopper-mail/index.ts';
import * as sourcing from './features/sourcing/index.ts';
import * as stockLocations from './features/stock-locations/index.ts';
import * as storefronts from './features/storefronts/index.ts';
import * as suspensions from './features/suspensions/index.ts';
import * as team from './features/team/index.ts';
import * as tokens from './features/tokens/index.ts';
import * as tracking from './features/tracking/index.ts';
import * as transfers from './features/transfers/index.ts';
import * as wallet from './features/wallet/index.ts';
import * as warehouse from './features/warehouse/index.ts';
import * as workspaces from './features/workspaces/index.ts';
import type { FrameOf, PageFacts } from './http/web-app.ts';
import type { DeadLetters } from './jobs/dead-letters.ts';
import type { JobKind } from './jobs/define.ts';
import { getPatience } from './jobs/effect/pauses.ts';
import { createSweep } from './jobs/effect/sweep.ts';
import * as live from './live/stream.ts';
import type { Readiness } from './readiness.ts';
import { openSandboxWarehouse } from './sandbox-warehouse.ts';
import type { Metrics } from './watch/metrics.ts';

export interface Composed {
  features: Feature[];
  /** Called when the last attempt of a job fails. */
  onDead(kind: JobKind): Promise<void>;
  /** For the only process of a database: releases what the previous one held, so that it continues immediately. */
  reclaim(): Promise<void>;
  /**
   * Runs once the URL is known: builds notifications, opens the sandbox's warehouse, creates the demo account. Returns
   * a function that ends this.
   */
  afterListen(url: string): Promise<() => Promise<void>>;
  /** Who may embed a page of the app. */
  frameOf: FrameOf;
  /** Facts in the head of every page. */
  pageFacts: PageFacts;
}

export interface InstallationFacts {
  version: string;
  sandboxUrl: string | undefined;
  warehouseKeys: { customer: string; staff: string };
  demoPassword: string;
  deadJobs: DeadLetters;
  readiness: Readiness;
  metrics: Metrics;
  /** How long figures from the database are kept for metrics, in milliseconds. */
  figuresMs: number;
}

/** Wires all features; the only place that lists them. */
export function compose(deps: Deps, facts: InstallationFacts): Composed {
  const planPorts = { workspaceUsage: reports.workspaceUsage };
  const quota = plans.createQuota(deps, planPorts);
  const ordering = orders.register(deps, {
    match: mapping.matchVariants,
    mappedVariants: mapping.mappedVariants,
    onNewOrders: (tx, { workplaceId }, orderIds) => purchasing.matchNewOrders(tx, workplaceId, orderIds),
    supplierOrders: purchasing.findSupplierOrders,
    shipments: fulfilment.findShipments,
  });
  const patience = getPatience(deps.config.patienceSeconds);
  const buying = purchasing.register(deps, { match: mapping.matchVariants, quota }, patience);
  const watching = activity.register(deps);
  const failing = jobs.register(deps, facts.deadJobs);
  const shoppers = privacy.register(deps, {
    refundRequests: purchasing.requestTexts,
    returns: returns.returnTexts,
    feedback: orderFeedback.feedbackTexts,
  });
  const money = wallet.register(deps, patience);
  const manualOrderPorts: manualOrders.ManualOrderPorts = {
    match: mapping.matchVariants,
    onNewOrders: (tx, { workplaceId }, orderIds) => purchasing.matchNewOrders(tx, workplaceId, orderIds),
    variants: products.findOrderVariants,
    async sourceVariants(scope, name) {
      const product = await sourcing.readSource(deps, scope, name);
      return product.detail.variants.map((one) => ({
        title: product.title,
        option_values: one.optionValues,
        image: one.imageUrl ?? product.image_urls[0] ?? null,
        match: {
          productId: null,
          variantId: null,
          source: name.source,
          sourceProductId: name.sourceProductId,
          sourceVariantId: one.sourceVariantId,
          sourceSku: one.sku,
          cost: one.cost,
          currency: product.currency,
          imageUrl: one.imageUrl ?? null,
        },
      }));
    },
  };
  const onImported: products.ProductPorts['onImported'] = async (tx, scope, productIds) => {
    await monitoring.requestTracking(tx, deps, scope, productIds);
    await products.runAfterImport(tx, deps, scope, productIds, [
      enhancer.enhanceAfterImport,
      imageEnhancer.optimizeAfterImport,
      mapping.suggestAfterImport,
    ]);
  };
  const copyPorts: products.CopyPorts = {
    quota,
    onCopied: async (tx, scope, productIds) => {
      await monitoring.requestTracking(tx, deps, scope, productIds);
      await collections.copyChoices(tx, scope.workplaceId, productIds);
      await metafields.copyMetafields(tx, scope.workplaceId, productIds);
    },
    onVariantsMoved: (tx, scope, productId) => monitoring.restartTracking(tx, deps, scope, productId),
  };
  const streaming = live.register(deps);
  facts.metrics.watchStreams(streaming.openStreams);
  const findInCatalogs = sourcing.finder(deps, sourcing.workplaceFacts(deps));
  const features: Feature[] = [
    meta.register(deps, facts.version, facts.sandboxUrl, facts.deadJobs, watching.slowPages, facts.readiness, facts),
    accounts.register(deps, connections.uninstallAll, suspensions.suspendAccount),
    workspaces.register(deps, quota, async (_deps, scope) => {
      await connections.uninstallAll(deps, scope);
      await tracking.endServices(deps, scope);
    }),
    mail.register(deps),
    team.register(deps),
    audit.register(deps),
    history.register(deps, {
      workspace: [audit.auditHistory, orders.orderHistory, processes.taskHistory, autoUpdates.updateHistory],
      old: [
        autoUpdates.writtenUpdates,
        autoUpdates.endedHolds,
        marketPrices.writtenPrices,
        pricing.oldPriceBatches,
        products.oldPushBatches,
      ],
      account: [accounts.securityHistory, plans.usageHistory],
    }),
    tokens.register(deps),
    notifications.register(deps),
    connections.register(deps, {
      onOrderChanged: ordering.onOrderChanged,
      onProductDeleted: (scope, storeId, id) => products.noteDeleted(deps, scope, storeId, id),
      onStoreReady: async (scope, storeId) => {
        await fulfilment.syncWaitingParcels(deps, scope, storeId);
        await storefronts.requestStorefront(deps, scope, storeId);
        await collections.requestCollections(deps, scope, storeId);
        await metafields.requestDefinitions(deps, scope, storeId);
        await stockLocations.requestLocations(deps, scope, storeId);
        await marketPrices.requestMarkets(deps, scope, storeId);
      },
      pollOrders: ordering.pollOrders,
      onReleased: async (scope, storeId, named) => {
        const orderId = named === undefined ? undefined : await ordering.orderBehind(scope, storeId, named);
        await fulfilment.syncWaitingParcels(deps, scope, storeId, orderId);
        if (orderId === undefined) await ordering.pollOrders(scope, storeId);
      },
      onPrivacyRequest: shoppers.onPrivacyRequest,
      onSupplierOrderChanged: buying.onSupplierOrderChanged,
      pollSupplierOrders: buying.pollSupplierOrders,
    }),
    documents.register(deps),
    embedded.register(deps),
    transfers.register(deps, {
      async onArrived(scope, storeId) {
        await storefronts.requestStorefront(deps, scope, storeId);
        await collections.requestCollections(deps, scope, storeId);
        await metafields.requestDefinitions(deps, scope, storeId);
        await stockLocations.requestLocations(deps, scope, storeId);
        await marketPrices.requestMarkets(deps, scope, storeId);
        await shopperMail.queueOpenMails(deps, scope, storeId);
      },
    }),
    sourcing.register(deps),
    savedPages.register(deps),
    listViews.register(deps),
    storefronts.register(deps),
    suspensions.register(deps, {
      async store(here, storeId) {
        await products.resumePushes(deps, here, storeId);
        await purchasing.resumePurchases(deps, here, { storeId });
        await fulfilment.syncWaitingParcels(deps, here, storeId);
      },
      supplier: (here, connectionId) => purchasing.resumePurchases(deps, here, { connectionId }),
      webhook: ({ workplaceId }) => notifications.sendWaitingDeliveries(deps, workplaceId),
    }),
    processes.register(deps),
    products.register(
      deps,
      {
        onListed: ordering.onListed,
        unmappedProducts: orders.unmappedProducts,
        onImported,
        ...copyPorts,
        onDeleted: monitoring.deleteTrackedProducts,
        watchMarks: monitoring.watchMarks,
        seenVariants: monitoring.seenVariants,
        isWatched: monitoring.matchesWatchFilter,
        importPrice: pricing.createImportPrice(deps),
        storePrices: pricing.createStorePrices(deps),
        collections: collections.ports,
        metafields: metafields.ports,
        onPushed: (tx, scope, storeId, listingIds) => marketPrices.followPrices(tx, deps, scope, storeId, listingIds),
      },
      patience,
    ),
    products.registerSettings(deps, {
      async readAutomation(ex, workplaceId) {
        const writing = await enhancer.findWritingSetting(ex, workplaceId);
        const images = await imageEnhancer.findImageSetting(ex, workplaceId);
        const rule = await pricing.findPriceRule(ex, workplaceId, null);
        return {
          ai_writing: {
            is_enable: writing.is_enable,
            turned_on_by: writing.turned_on_name,
            turned_on_at: writing.turned_on_at,
          },
          ai_images: {
            is_enable: images.is_enable,
            turned_on_by: images.turned_on_name,
            turned_on_at: images.turned_on_at,
          },
          selling_price: { for_imports: rule?.for_imports ?? false, suggested_first: rule?.suggested_first ?? false },
          monitoring: await monitoring.readMonitoringSetting(ex, workplaceId),
        };
      },
      turnWriting: enhancer.turnWriting,
      turnImages: imageEnhancer.createTurn(deps),
    }),
    pricing.register(deps),
    monitoring.register(deps, {
      quota,
      checks: {
        keepReport: autoUpdates.keepReport,
        wantsShipping: autoUpdates.wantsShipping,
        requestDecision: (tx, workplaceId, supplier) => autoUpdates.requestDecision(tx, deps, workplaceId, supplier),
      },
    }),
    autoUpdates.register(deps, patience, {
      onPriced: (tx, scope, storeId, listingIds) => marketPrices.followPrices(tx, deps, scope, storeId, listingIds),
    }),
    mapping.register(deps, {
      ...copyPorts,
      importProducts: products.createImport(deps, { quota, onImported }),
      async findCatalog(scope, { keyword, mode }) {
        const query = contracts.sourcing.find.query.parse({ keyword, mode, ship_to: 'US', page_size: 3 });
        const { items } = await findInCatalogs(scope, query, 'en');
        return items.map((one) => ({
          source: one.source as SupplierId,
          sourceProductId: one.source_product_id,
        }));
      },
      onReplaced: (tx, scope, productId) => monitoring.restartTracking(tx, deps, scope, productId),
    }),
    enhancer.register(deps, { quota }),
    imageEnhancer.register(deps, { quota }),
    ordering,
    orderFeedback.register(deps),
    orderNotes.register(deps, patience),
    manualOrders.register(deps, manualOrderPorts),
    productFeeds.register(deps),
    collections.register(deps),
    metafields.register(deps),
    stockLocations.register(deps),
    marketPrices.register(deps, patience),
    adoption.register(deps, {
      quota,
      async onImported(tx, scope, productIds) {
        await products.runAfterImport(tx, deps, scope, productIds, [enhancer.enhanceAfterImport]);
        await mapping.requestSuggestions(tx, deps, scope);
      },
      soldUnmapped: orders.soldUnmapped,
      onAdopted: (tx, scope, storeId, productIds) => metafields.requestTakenIn(tx, deps, scope, storeId, productIds),
    }),
    productFiles.register(deps, {
      quota,
      isWatched: monitoring.matchesWatchFilter,
      onImported: (tx, scope, productIds) =>
        products.runAfterImport(tx, deps, scope, productIds, [
          enhancer.enhanceAfterImport,
          imageEnhancer.optimizeAfterImport,
        ]),
    }),
    returns.register(
      deps,
      {
        createExchange: (tx, scope, order, wanted) =>
          manualOrders.createExchange(tx, deps, manualOrderPorts, scope, order, wanted),
        variants: products.findOrderVariants,
      },
      patience,
    ),
    buying,
    files.register(deps),
    gallery.register(deps, {
      findUses: async (tx, workplaceId, keys) =>
        new Map([
          ...(await imageEnhancer.findHeldOriginals(tx, workplaceId, keys)),
          ...(await products.findPictureUses(tx, workplaceId, keys)),
        ]),
      findOriginals: products.findOriginalImages,
    }),
    evidence.register(deps),
    fulfilment.register(deps, patience),
    shopperMail.register(deps, {
      findParcels: fulfilment.findShipmentsById,
      findReturn: returns.findMailedReturn,
      findPage: fulfilment.findTrackingPage,
    }),
    tracking.register(
      deps,
      {
        findUnshipped: purchasing.findUnshipped,
        findPartlySent: purchasing.findPartlySent,
        findOpenClaims: purchasing.findOpenClaims,
        unsentRequests: purchasing.unsentRequests,
      },
      patience,
    ),
    money,
    plans.register(deps, planPorts),
    watching,
    shoppers,
    rates.register(deps),
    reports.register(deps),
    sandbox.register(deps, facts.sandboxUrl),
    warehouse.register(deps, {
      onStocked: () => deps.db.global((tx) => deps.queue.send(tx, sourcing.syncCataloguesJob, {})),
    }),
    demo.register(deps, facts.sandboxUrl, facts.warehouseKeys.customer),
    failing,
    backups.register(deps),
    installation.register(deps, { checkRestored: buying.checkRestored, checkTopups: money.checkRestoredTopups }),
    streaming,
  ];
  const sweeping = createSweep(deps, features);
  return {
    onDead: failing.onDead,
    features: [...features, { routes: () => undefined, jobs: [sweeping.job] }],
    reclaim: sweeping.reclaim,
    frameOf: (query, request) => embedded.getFrame(deps, query, request),
    pageFacts: meta.createPageFacts(deps, facts),
    async afterListen(url) {
      const stopGathering = deps.config.roles.worker ? await notifications.startBatching(deps) : async () => undefined;
      const stopWatching = await connections.watchGaps(deps);
      const stopMoving = files.moveLater(deps);
      const stopBackups = deps.config.roles.worker ? backups.startSchedule(deps) : async () => undefined;
      const stopWal = backups.startWal(deps);
      let stopOffers = () => {};
      const stop = async () => {
        stopOffers();
        await stopBackups();
        await stopMoving();
        await stopWatching();
        await stopGathering();
        await stopWal();
      };
      if (deps.config.roles.worker) {
        await sweeping.now();
        await connections.watchNow(deps);
        await deps.db.global((tx) => deps.queue.send(tx, rates.readRatesJob, {}));
      }
      if (!facts.sandboxUrl) {
        // Else the first screen would say for minutes that the catalog is loading.
        if (deps.config.roles.worker) await deps.db.global((tx) => deps.queue.send(tx, sourcing.syncCataloguesJob, {}));
        return stop;
      }
      stopOffers = await openSandboxWarehouse(deps, facts.sandboxUrl, url, facts.warehouseKeys);
      if (!deps.config.sandboxDemo) return stop;
      // Quayside starts even if the demo account can't be created; the next start retries.
      await demo
        .beginDemo(deps, facts.demoPassword)
        .catch((err: unknown) => deps.log.error({ err: String(err) }, 'failed to start demo account setup'));
      return stop;
    },
  };
}
