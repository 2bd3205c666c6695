import type { GraphQLResolveInfo } from 'graphql';
import { annotateOrder, tagOrder } from './annotate-order.ts';
import { assessRisk } from './assess-risk.ts';
import { bulkView, startBulk } from './bulk.ts';
import type { Call } from './call.ts';
import {
  type CollectionSet,
  collectionView,
  createCollection,
  deleteCollection,
  type MembershipChange,
} from './collections.ts';
import { LONGEST, type View } from './connection.ts';
import { definitionView } from './definition-view.ts';
import { type DefinitionSet, defineMetafield } from './definitions.ts';
import { badInput, notImplemented, type UserErrorView, userError } from './errors.ts';
import {
  cancelFulfillment,
  createFulfillment,
  type FulfillmentSet,
  type FulfilResult,
  type HoldResult,
  setHold,
  type TrackingSet,
  updateTracking,
} from './fulfil.ts';
import { fulfillmentOrderView } from './fulfillment-order-view.ts';
import { fulfillmentView } from './fulfillment-view.ts';
import { gid, idOf } from './gid.ts';
import { KeyMismatch, once } from './idempotency.ts';
import { type QuantitiesSet, StaleQuantities, setQuantities } from './inventory.ts';
import { activateInventory } from './locations.ts';
import { addFixedPrices, deleteFixedPrices, type FixedPriceSet } from './markets.ts';
import {
  type DefinitionIdentifier,
  deleteDefinition,
  deleteMetafields,
  type MetafieldIdentifier,
  type MetafieldSet,
  setMetafields,
} from './metafields.ts';
import type { OrderDoc, RefundDoc } from './model.ts';
import { orderView, refundView } from './order-view.ts';
import {
  changeVariants,
  type DetachedMedia,
  deleteProduct,
  detachMedia,
  updateProduct,
  type VariantChange,
} from './product-changes.ts';
import { startProductSet } from './product-operations.ts';
import { type Identifier, type SetResult, saveProduct, setProduct } from './product-set.ts';
import { type ProductSet, unknownInput } from './product-set-check.ts';
import { metafieldView, productView } from './product-view.ts';
import { changePublications } from './publish.ts';
import { createRefund, type RefundResult, type RefundSet } from './refund.ts';
import { shopView } from './shop-view.ts';
import { operationView, webhookView } from './small-views.ts';
import type { StagedInput } from './staged-files.ts';
import { createWebhook, deleteWebhook, type WebhookSet } from './subscriptions.ts';

type Root = Record<string, (args: never, call: Call, info: GraphQLResolveInfo) => View>;

const errorsOf = (result: object): UserErrorView[] => ('errors' in result ? (result.errors as UserErrorView[]) : []);

function fulfilled(call: Call, result: FulfilResult): View {
  const order = 'order' in result ? result.order : undefined;
  const one = 'order' in result ? result.fulfillment : undefined;
  const fulfillment = order && one ? fulfillmentView(call, order, one, () => orderView(call, order)) : null;
  return { fulfillment, userErrors: errorsOf(result) };
}

function held(call: Call, result: HoldResult): View {
  if ('errors' in result) return { fulfillmentOrder: null, fulfillmentHold: null, userErrors: result.errors };
  const { from, order } = result;
  const view = fulfillmentOrderView(call, order, from, () => orderView(call, order));
  const [hold] = view.fulfillmentHolds as View[];
  return { fulfillmentOrder: view, fulfillmentHold: hold ?? null, userErrors: [] };
}

const tagged = (call: Call, result: ReturnType<typeof tagOrder>): View => ({
  node: 'order' in result ? orderView(call, result.order) : null,
  userErrors: errorsOf(result),
});

const productOf = (call: Call, result: SetResult): View | null =>
  'product' in result ? productView(call, result.product) : null;

/** A refund by the ids that an idempotent answer keeps. */
function refunded(call: Call, kept: { orderId: number; refundId: number } | { errors: UserErrorView[] }): View {
  if ('errors' in kept) return { refund: null, order: null, userErrors: kept.errors };
  const order: OrderDoc | undefined = call.store.get(call.seed.shop, 'order', kept.orderId);
  const refund: RefundDoc | undefined = order?.refunds.find((one) => one.id === kept.refundId);
  if (!order || !refund) return { refund: null, order: null, userErrors: [] };
  return { refund: refundView(call, order, refund), order: orderView(call, order), userErrors: [] };
}

const keepRefund = (result: RefundResult) =>
  'errors' in result ? result : { orderId: result.order.id, refundId: result.refund.id };

export const rootMutation: Root = {
  productSet: (args: { identifier?: Identifier | null; input: ProductSet; synchronous: boolean }, call, info) => {
    const unknown = unknownInput(args.input);
    if (unknown) throw notImplemented(`productSet input field ${unknown}`);
    return once(call, info, args, () => {
      if (!args.synchronous) {
        const started = startProductSet(call, args.identifier, args.input);
        return { product: null, productSetOperation: operationView(call, started), userErrors: [] };
      }
      const result = setProduct(call, args.identifier, args.input);
      return { product: productOf(call, result), productSetOperation: null, userErrors: errorsOf(result) };
    });
  },
  stagedUploadsCreate: (args: { input: StagedInput[] }, call, info) =>
    once(call, info, args, () => {
      const other = args.input.find((one) => one.resource !== 'IMAGE' || one.httpMethod !== 'POST');
      if (other) throw notImplemented(`staged upload of ${other.resource} by ${other.httpMethod ?? 'PUT'}`);
      const bad = args.input.findIndex((one) => !one.mimeType.startsWith('image/'));
      const userErrors = bad < 0 ? [] : [userError('is not a recognized format', ['input', String(bad), 'mimeType'])];
      const stagedTargets =
        bad < 0 ? args.input.map((one) => call.files.staged.place(call.seed.shop, one.filename, one.mimeType)) : [];
      return { stagedTargets, userErrors };
    }),
  productUpdate: (
    args: {
      product?: ProductSet & MembershipChange & { id?: string | null };
      identifier?: Identifier | null;
      media?: unknown;
    },
    call,
    info,
  ) =>
    once(call, info, args, () => {
      if (!args.product || args.media) throw notImplemented('productUpdate with media or the older input');
      const result = updateProduct(call, args.identifier ?? { id: args.product.id }, args.product);
      return { product: productOf(call, result), userErrors: errorsOf(result) };
    }),
  collectionCreate: (args: { collection?: CollectionSet; input?: unknown }, call, info) =>
    once(call, info, args, () => {
      if (!args.collection) throw notImplemented('collectionCreate with the older input');
      return { collection: collectionView(call, createCollection(call, args.collection)), userErrors: [] };
    }),
  collectionDelete: (args: { input: { id: string } }, call, info) =>
    once(call, info, args, () => ({ shop: shopView(call), ...deleteCollection(call, args.input.id) })),
  productDelete: (args: { input: { id: string } }, call, info) =>
    once(call, info, args, () => ({
      shop: shopView(call),
      productDeleteOperation: null,
      ...deleteProduct(call, args.input.id),
    })),
  productVariantsBulkUpdate: (args: { productId: string; variants: VariantChange[] }, call, info) =>
    once(call, info, args, () => {
      if (args.variants.length > LONGEST)
        throw badInput(`The input array size is greater than the maximum allowed of ${LONGEST}`);
      const result = changeVariants(call, args.productId, args.variants);
      return { product: productOf(call, result), userErrors: errorsOf(result) };
    }),
  productVariantDetachMedia: (args: { productId: string; variantMedia: DetachedMedia[] }, call, info) =>
    once(call, info, args, () => {
      const result = detachMedia(call, args.productId, args.variantMedia);
      return { product: productOf(call, result), userErrors: errorsOf(result) };
    }),
  metafieldsSet: (args: { metafields: MetafieldSet[] }, call, info) =>
    once(call, info, args, () => {
      const result = setMetafields(call, args.metafields);
      return {
        metafields: 'metafields' in result ? result.metafields.map(({ field }) => metafieldView(call, field)) : null,
        userErrors: errorsOf(result),
      };
    }),
  metafieldsDelete: (args: { metafields: MetafieldIdentifier[] }, call, info) =>
    once(call, info, args, () => {
      const { deleted, errors } = deleteMetafields(call, args.metafields);
      return { deletedMetafields: deleted, userErrors: errors };
    }),
  publishablePublish: (args: { id: string; input: { publicationId?: string | null }[] }, call, info) =>
    once(call, info, args, () => ({ shop: shopView(call), ...changePublications(call, args.id, args.input, true) })),
  publishableUnpublish: (args: { id: string; input: { publicationId?: string | null }[] }, call, info) =>
    once(call, info, args, () => ({ shop: shopView(call), ...changePublications(call, args.id, args.input, false) })),
  metafieldDefinitionCreate: (args: { definition: DefinitionSet }, call, info) =>
    once(call, info, args, () => {
      const result = defineMetafield(call, args.definition);
      return { createdDefinition: 'made' in result ? definitionView(result.made) : null, userErrors: errorsOf(result) };
    }),
  metafieldDefinitionDelete: (
    args: { identifier?: DefinitionIdentifier | null; deleteAllAssociatedMetafields?: boolean | null },
    call,
    info,
  ) =>
    once(call, info, args, () => {
      const result = deleteDefinition(call, args.identifier, args.deleteAllAssociatedMetafields ?? false);
      const deleted = 'deleted' in result ? result.deleted : undefined;
      return {
        deletedDefinitionId: deleted ? gid('MetafieldDefinition', deleted.id) : null,
        deletedDefinition: deleted
          ? { ownerType: deleted.ownerType, namespace: deleted.namespace, key: deleted.key }
          : null,
        userErrors: errorsOf(result),
      };
    }),
  inventorySetQuantities: (args: { input: QuantitiesSet }, call, info) => {
    try {
      return {
        inventoryAdjustmentGroup: null,
        userErrors: once(call, info, args, () => setQuantities(call, args.input)),
      };
    } catch (error) {
      if (error instanceof StaleQuantities) return { inventoryAdjustmentGroup: null, userErrors: error.errors };
      if (!(error instanceof KeyMismatch)) throw error;
      const mismatch = userError(error.message, null, 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
      return { inventoryAdjustmentGroup: null, userErrors: [mismatch] };
    }
  },
  inventoryActivate: (args: { inventoryItemId: string; locationId: string; available?: number | null }, call, info) =>
    once(call, info, args, () => {
      if (args.available !== undefined && args.available !== null) throw notImplemented('inventoryActivate with stock');
      const itemId = idOf('InventoryItem', args.inventoryItemId);
      const result = activateInventory(call, itemId, idOf('Location', args.locationId));
      if ('error' in result)
        return { inventoryLevel: null, userErrors: [userError(result.error, ['inventoryItemId'])] };
      saveProduct(call, result.product);
      return { inventoryLevel: null, userErrors: [] };
    }),
  priceListFixedPricesAdd: (args: { priceListId: string; prices: FixedPriceSet[] }, call, info) =>
    once(call, info, args, () => addFixedPrices(call, args)),
  priceListFixedPricesDelete: (args: { priceListId: string; variantIds: string[] }, call, info) =>
    once(call, info, args, () => deleteFixedPrices(call, args)),
  fulfillmentCreate: (args: { fulfillment: FulfillmentSet }, call, info) =>
    once(call, info, args, () => fulfilled(call, createFulfillment(call, args.fulfillment))),
  fulfillmentTrackingInfoUpdate: (
    args: { fulfillmentId: string; trackingInfoInput: TrackingSet; notifyCustomer?: boolean | null },
    call,
    info,
  ) =>
    once(call, info, args, () =>
      fulfilled(call, updateTracking(call, args.fulfillmentId, args.trackingInfoInput, args.notifyCustomer)),
    ),
  fulfillmentCancel: (args: { id: string }, call, info) =>
    once(call, info, args, () => fulfilled(call, cancelFulfillment(call, args.id))),
  fulfillmentOrderHold: (
    args: { id: string; fulfillmentHold: { reason: string; reasonNotes?: string | null } },
    call,
    info,
  ) =>
    once(call, info, args, () => {
      const { reason, reasonNotes } = args.fulfillmentHold;
      return {
        remainingFulfillmentOrder: null,
        ...held(call, setHold(call, args.id, { reason, notes: reasonNotes ?? null })),
      };
    }),
  fulfillmentOrderReleaseHold: (args: { id: string }, call, info) =>
    once(call, info, args, () => held(call, setHold(call, args.id, undefined))),
  orderUpdate: (args: { input: { id: string; note?: string | null } }, call, info) =>
    once(call, info, args, () => {
      const result = annotateOrder(call, args.input);
      return { order: 'order' in result ? orderView(call, result.order) : null, userErrors: errorsOf(result) };
    }),
  tagsAdd: (args: { id: string; tags: string[] }, call, info) =>
    once(call, info, args, () => tagged(call, tagOrder(call, args, 'add'))),
  tagsRemove: (args: { id: string; tags: string[] }, call, info) =>
    once(call, info, args, () => tagged(call, tagOrder(call, args, 'remove'))),
  orderRiskAssessmentCreate: (args: { orderRiskAssessmentInput: { orderId: string; riskLevel: string } }, call, info) =>
    once(call, info, args, () => {
      const result = assessRisk(call, args.orderRiskAssessmentInput);
      return {
        orderRiskAssessment:
          'order' in result
            ? {
                __typename: 'OrderRiskAssessment',
                riskLevel: args.orderRiskAssessmentInput.riskLevel,
                facts: [],
                provider: null,
              }
            : null,
        userErrors: errorsOf(result),
      };
    }),
  refundCreate: (args: { input: RefundSet }, call, info) => {
    try {
      return refunded(
        call,
        once(call, info, args, () => keepRefund(createRefund(call, args.input))),
      );
    } catch (error) {
      if (!(error instanceof KeyMismatch)) throw error;
      return { refund: null, order: null, userErrors: [userError(error.message)] };
    }
  },
  bulkOperationRunQuery: (args: { query: string }, call, info) =>
    once(call, info, args, () => {
      const result = startBulk(call, args.query);
      return { bulkOperation: 'made' in result ? bulkView(call, result.made) : null, userErrors: errorsOf(result) };
    }),
  webhookSubscriptionCreate: (args: { topic: string; webhookSubscription: WebhookSet }, call, info) =>
    once(call, info, args, () => {
      const result = createWebhook(call, args.topic, args.webhookSubscription);
      return { webhookSubscription: 'made' in result ? webhookView(result.made) : null, userErrors: errorsOf(result) };
    }),
  webhookSubscriptionDelete: (args: { id: string }, call, info) =>
    once(call, info, args, () => {
      const gone = deleteWebhook(call, idOf('WebhookSubscription', args.id));
      return {
        deletedWebhookSubscriptionId: gone === undefined ? null : gid('WebhookSubscription', gone),
        userErrors: gone === undefined ? [userError('Webhook subscription does not exist', ['id'])] : [],
      };
    }),
};
