import { AUTO_UPDATE_DEFAULTS, type Call, contracts, defaultPriceRule } from '@quayside/contracts';
import { z } from 'zod';
import { sampleId, sampleText, type Tenant } from '../db/index.ts';

/** Every declared call. */
export const everyCall: Call[] = Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[]);
export const getName = (call: Call): string => `${call.method} ${call.path}`;

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  examples?: unknown[];
  const?: unknown;
  minimum?: number;
  minLength?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  propertyNames?: Schema;
}

export const PARTS = ['params', 'query', 'body'] as const;
export type CallPart = (typeof PARTS)[number];

/** Where a call takes an id: the part of the request, and the names that lead to it; `*` is an element or a key. */
export interface IdLocation {
  part: CallPart;
  path: string[];
}

export const fieldOf = ({ path }: IdLocation): string => path.filter((name) => name !== '*').join('.');

const schemaOf = (call: Call, part: CallPart): Schema =>
  call[part] ? (z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** The shape to fill where there are several: a list of ids in a query may be one text. */
const choose = (schema: Schema): Schema => {
  if (!schema.anyOf) return schema;
  return schema.anyOf.find((one) => one.type === 'string') ?? schema.anyOf[0] ?? {};
};

const NAMED_LIKE_AN_ID = /(^|_|[a-z](?=I))(id|ids|Id|no)$/;

function placesIn(schema: Schema, part: CallPart, path: string[]): IdLocation[] {
  const shape = choose(schema);
  if (shape.propertyNames?.format === 'uuid') return [{ part, path: [...path, '*'] }];
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([name, one]) => placesIn(one, part, [...path, name]));
  if (shape.items) return placesIn(shape.items, part, [...path, '*']);
  const name = path.filter((one) => one !== '*').at(-1) ?? '';
  const isId =
    shape.format === 'uuid' ||
    (shape.type === 'string' && !shape.enum && !shape.examples && NAMED_LIKE_AN_ID.test(name));
  return isId ? [{ part, path }] : [];
}

/** Which of a tenant's columns a field's id is, by the field's name. */
const COLUMN_OF: Record<string, string> = {
  channel_product_ids: 'line_id',
  connection_id: 'connection_id',
  enhancement_ids: 'enhancement_id',
  image_enhancement_id: 'image_enhancement_id',
  image_enhancement_ids: 'image_enhancement_id',
  es_product_ids: 'product_id',
  line_item_id: 'line_id',
  line_item_ids: 'line_id',
  export_id: 'export_id',
  feed_id: 'feed_id',
  adoption_id: 'adoption_id',
  search_id: 'search_id',
  suggestion_ids: 'suggestion_id',
  import_id: 'import_id',
  listing_id: 'listing_id',
  listing_ids: 'listing_id',
  move_id: 'move_id',
  order_id: 'order_id',
  order_ids: 'order_id',
  orderId: 'order_id',
  process_id: 'process_id',
  process_ids: 'process_id',
  product_id: 'product_id',
  product_ids: 'product_id',
  proposal_ids: 'proposal_id',
  shipment_id: 'shipment_id',
  snapshot_ids: 'enhancement_id',
  store_id: 'store_id',
  from_store_id: 'store_id',
  store_ids: 'store_id',
  to_store_id: 'store_id',
  supplier_order_id: 'supplier_order_id',
  supplier_order_ids: 'supplier_order_id',
  history_id: 'export_id',
  topup_id: 'topup_id',
  tracking_id: 'shipment_id',
  variant_id: 'variant_id',
  workplace_id: 'workplace_id',
  invitation_id: 'invitation_id',
  member_id: 'account_id',
  notification_ids: 'notification_id',
  token_id: 'token_id',
  privacy_request_id: 'request_id',
  unrecorded_id: 'lost_order_id',
  refund_request_id: 'refund_request_id',
  return_id: 'return_id',
  return_address_id: 'return_address_id',
  photo_ids: 'file_id',
  image_ids: 'image_id',
  gallery_upload_id: 'upload_id',
  view_id: 'view_id',
  batch_id: 'batch_id',
  change_id: 'change_id',
  change_ids: 'change_id',
  hold_id: 'hold_id',
  edit_id: 'edit_id',
  evidence_id: 'evidence_id',
  feedback_id: 'feedback_id',
  feedback_ids: 'feedback_id',
  alarm_id: 'alarm_id',
  shopper_mail_id: 'mail_id',
  platform_order_id: 'text:external_order_id',
};

/** Fields whose name alone does not tell, and fields that name a tenant's thing without being called an id. */
const OF_CALL: Record<string, string> = {
  'POST /auth/platform/{platform}/uninstall body.shop': 'store_id',
  'GET /auth/platform/{platform}/callback query.state': 'text:state',
  'GET /center/products/{id} params.id': 'product_id',
  'GET /center/products/{id}/collections params.id': 'product_id',
  'PUT /center/products/{id}/collections params.id': 'product_id',
  'GET /center/products/{id}/metafields params.id': 'product_id',
  'PUT /center/products/{id}/metafields params.id': 'product_id',
  'GET /center/products/{id}/store-values params.id': 'product_id',
  'PUT /center/products/{id}/store-values/{store_id} params.id': 'product_id',
  'POST /center/products/listings/mapped/{productId}/duplicate params.productId': 'product_id',
  'POST /center/products/listings/mapped/{productId}/split params.productId': 'product_id',
  'POST /center/products/listings/mapped/{productId}/split body.groups': 'variant_id',
  'POST /center/products/import/{productId}/duplicate params.productId': 'product_id',
  'POST /center/products/import/{productId}/split params.productId': 'product_id',
  'POST /center/products/import/{productId}/split body.groups': 'variant_id',
  'POST /center/products/unmapped/{productId}/duplicate params.productId': 'line_id',
  'POST /center/products/unmapped/{productId}/split params.productId': 'line_id',
  'POST /center/products/unmapped/{productId}/split body.groups': 'variant_id',
  'GET /center/products/unmapped/tracking-split-status/{trackingId} params.trackingId': 'process_id',
  'GET /center/products/{id}/set-status/{status} params.id': 'product_id',
  'GET /center/products/shopify/product-publication/{productId} params.productId': 'product_id',
  'GET /products/platform/{id} params.id': 'text:external_product_id',
  'PUT /products/{id}/replace params.id': 'product_id',
  'POST /products/{id}/map-group params.id': 'product_id',
  'POST /products/{id}/map-variant params.id': 'product_id',
  'PUT /center/products/{id}/replace params.id': 'product_id',
  'POST /center/products/{id}/map-group params.id': 'product_id',
  'POST /center/products/{id}/map-variant params.id': 'product_id',
  'GET /center/products/{id}/mapping params.id': 'product_id',
  'GET /center/products/{id}/source-variants params.id': 'product_id',
  'GET /center/products/{id}/image-origins params.id': 'product_id',
  'GET /center/products/ai-snapshots/{id}/rollback params.id': 'enhancement_id',
  'POST /auth/suspensions/confirm body.items.id': 'store_id',
  'POST /auth/suspensions/remove body.id': 'store_id',
  'DELETE /product-sources/saved-pages/{id} params.id': 'saved_page_id',
  'GET /orders/v2/logs/{id} params.id': 'order_id',
  'POST /orders/{id}/change-supplier params.id': 'order_id',
  'POST /orders/{id}/change-supplier body.line_items.id': 'line_id',
  'POST /orders/v5/payment-requests body.account_id': 'account_id',
  'POST /orders/v4/refund/request body.line_items.id': 'line_id',
  'POST /orders/sync-status/{source_type} body.source_orders': 'text:source_order_no',
  'POST /orders/v4/preview body.orders.shipping_methods': 'line_id',
  'POST /orders/v5/request body.orders.shipping_methods': 'line_id',
  'POST /orders/v5/create body.orders.shipping_methods': 'line_id',
};

/** Places that OF_CALL adds: what names a tenant's thing by a text. */
const ADDED: Record<string, IdLocation[]> = {
  'POST /auth/platform/{platform}/uninstall': [{ part: 'body', path: ['shop'] }],
  'GET /auth/platform/{platform}/callback': [{ part: 'query', path: ['state'] }],
  'POST /orders/sync-status/{source_type}': [{ part: 'body', path: ['source_orders', '*'] }],
};

const MAILED = 'an unguessable link that came by mail, before anybody is signed in';

/** Ids that belong to no tenant, by field or by call and field, each with the reason. */
export const OF_NOBODY: Record<string, string> = {
  'query.entity_id': "narrows the workspace's own trail; another's finds nothing in it",
  'query.actor_id': "narrows the workspace's own trail; another's finds nothing in it",
  category_id: "a supplier's public category, the same for everybody",
  ad_space_id: "the workspace's own name at an affiliate network",
  external_product_id: "a store's own number of a product",
  external_product_ids: "a store's own numbers of products, of those that a search in the same call found",
  external_variant_id: "a store's own number of a variant",
  sku_id: "a supplier's own number of a public variant",
  'body.combine': 'groups of the orders named in body.orders; any other id is refused (combined-orders.db.test.ts)',
  source_product_id: "a supplier's own number of a public product",
  tax_id: "a shopper's tax number",
  order_no: "a marketplace's own number of an order, entered by a person",
  'GET /open-api/orders/payment-confirmation query.id': MAILED,
  'POST /open-api/orders/payment-confirmation body.id': MAILED,
  supplier_product_id: "a supplier's own number of a public product",
  session_id: "a session of the person's own: sessions belong to accounts and are tested there (security.db.test.ts)",
  owner_id: "the person's own id, or another's, which is refused (accounts.db.test.ts)",
  'POST /orders/imports query.store_id':
    'the call takes a file, which is not sent here; a foreign key to the stores of the workspace refuses another',
  'PUT /center/products/galleries/uploads/{gallery_upload_id}/parts params.gallery_upload_id':
    'the call takes a file, which is not sent here (gallery-uploads.db.test.ts)',
  'POST /auth/reset-password body.id': MAILED,
  'POST /auth/social/prove body.id': MAILED,
  'POST /auth/operator/claim body.id': 'an unguessable link that the start printed, before anybody is signed in',
  'GET /auth/verify-email/{id}/{code} params.id': MAILED,
  'GET /auth/store-migrate/{id}/{code} params.id': MAILED,
  'POST /auth/store-migrate/verify body.id': MAILED,
  'POST /product-sources/saved-pages body.pages.id':
    'made by who saves; the same one of another workspace is another page (saved-pages.db.test.ts)',
  'body.platform_id': "the platform's own number of a shop; the address alone decides",
  'body.product_listings.shopify.publications.id': "a publication of the owner's own shop, judged by Shopify",
  'body.product_listings.woocommerce.publications.id': 'taken and left aside: WooCommerce has no publications',
  'body.push_settings.shopify.publications.id': "a publication of the owner's own shop, judged by Shopify",
  'body.push_settings.woocommerce.publications.id': 'taken and left aside: WooCommerce has no publications',
  'POST /center/products/import-all body.import_data.product_id': "a supplier's own number of a public product",
  'POST /products/interactions body.product_id': "a supplier's own number of a public product",
  'GET /center/products/source/{platform}/{id} params.id': "a supplier's own number of a public product",
  'POST /center/products/source/{platform}/{id} params.id': "a supplier's own number of a public product",
  'GET /center/products/source/{platform}/{id}/detail params.id': "a supplier's own number of a public product",
  'GET /center/products/source/{source}/{productId}/logistics params.productId':
    "a supplier's own number of a public product",
  'GET /product-sources/logistics/{source}/{product_id} params.product_id':
    "a supplier's own number of a public product",
  'GET /product-sources/products/price-detail/{source}/{product_id}/{ship_to} params.product_id':
    "a supplier's own number of a public product",
  'GET /open-api/orders/tracking/{order_id} params.order_id':
    "the public page's unguessable id; shows no name, address or price",
};

const ofNobody = (call: Call, place: IdLocation): boolean => {
  const field = `${place.part}.${fieldOf(place)}`;
  const last = fieldOf(place).split('.').at(-1) ?? '';
  return [`${getName(call)} ${field}`, field, last].some((key) => key in OF_NOBODY);
};

/** Where a call takes ids of tenants. Ids of the warehouse are its own: only operators may name them. */
export function idPlaces(call: Call): IdLocation[] {
  if (call.access === 'operator') return [];
  const found = PARTS.flatMap((part) => placesIn(schemaOf(call, part), part, []));
  return [...found, ...(ADDED[getName(call)] ?? [])].filter((place) => !ofNobody(call, place));
}

/** A tenant's id for a place. Throws for one that nobody has told how to fill: then say it above. */
export function idFor(call: Call, place: IdLocation, tenant: Tenant): string {
  const field = fieldOf(place);
  const column = OF_CALL[`${getName(call)} ${place.part}.${field}`] ?? COLUMN_OF[field.split('.').at(-1) ?? ''];
  if (!column) throw new Error(`Whose id is ${place.part}.${field} of ${getName(call)}? Say it in call-ids.ts.`);
  return column.startsWith('text:') ? sampleText(tenant, column.slice(5)) : sampleId(tenant, column);
}

function plain(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.format === 'uri') return 'https://example.com/';
  if (schema.type === 'string') return 'x'.repeat(Math.max(schema.minLength ?? 1, 1));
  return {};
}

/** Values of fields whose schema does not tell which ones go further than the schema. */
const SPECIAL: Record<string, string> = {
  email: 'guest@example.com',
  platform: 'shopify',
  currency: 'USD',
  country_code: 'US',
  from_date: '2026-01-01',
  to_date: '2026-01-02',
};

/** Optional fields without which the call would be refused for another reason than the id. */
const SAID_TOO = ['original', 'line_item_id'];

/** The least that the schema takes, with what leads to `place` in it. */
function built(
  schema: Schema,
  path: string[],
  place: string[] | undefined,
  idAt: (path: string[]) => unknown,
): unknown {
  const shape = choose(schema);
  const leads = (name: string): boolean => place !== undefined && place[0] === name;
  if (shape.propertyNames) return leads('*') ? { [String(idAt([...path, '*']))]: 'standard' } : {};
  if (shape.properties) {
    const wanted = Object.entries(shape.properties).filter(
      ([name]) => shape.required?.includes(name) || leads(name) || SAID_TOO.includes(name),
    );
    const value = Object.fromEntries(
      wanted.map(([name, one]) => [name, built(one, [...path, name], leads(name) ? place?.slice(1) : undefined, idAt)]),
    );
    // A place that the schema does not spell out (a loose query).
    return place?.length === 1 && !(place[0] ?? '' in value)
      ? { ...value, [place[0] ?? '']: idAt([...path, ...place]) }
      : value;
  }
  if (shape.items) return [built(shape.items, [...path, '*'], leads('*') ? place?.slice(1) : undefined, idAt)];
  if (shape.type === 'object' && place?.length === 1) return { [place[0] ?? '']: idAt([...path, ...place]) };
  return idAt(path) ?? SPECIAL[path.at(-1) ?? ''] ?? plain(shape);
}

/** Fields that a part of the request needs beside a place in it. */
const BESIDE: Record<string, Record<string, unknown>> = {
  'POST /center/products/optimize-image body.product_ids': { action: 'enlarge' },
  'POST /center/products/optimize-image/preview body.product_ids': { action: 'enlarge' },
  'PUT /center/products/auto_update/rules body.store_id': { rules: AUTO_UPDATE_DEFAULTS },
  'PUT /center/products/setting/selling_price body.store_id': { rule: defaultPriceRule('USD') },
  'POST /center/products/setting/selling_price/preview body.store_id': { rule: defaultPriceRule('USD') },
  'POST /center/products/setting/selling_price/preview body.product_ids': { rule: defaultPriceRule('USD') },
  'POST /center/products/bulk-changes/preview body.product_ids': { changes: { vendor: 'A' } },
  'POST /center/products/bulk-edits body.filter.store_id': { count: 1, changes: { vendor: 'A' } },
  'POST /center/products/bulk-edits/preview body.filter.store_id': { changes: { vendor: 'A' } },
  'POST /center/products/bulk-update-and-push-multiple-channel body.product_ids': { changes: { vendor: 'A' } },
  'POST /center/products/bulk-update-and-push-multiple-channel body.store_ids': { changes: { vendor: 'A' } },
  'POST /center/products/bulk-update/{channel} body.product_ids': { is_publish: true },
  'PUT /orders/v4/guards body.store_id': { guards: null },
  'PUT /orders/v5/tracking/mails/setting body.store_id': { setting: null },
  'PUT /orders/returns/v1/setting body.store_id': { setting: null },
  'GET /orders/v4/order-info query.store_id': { name: '#1' },
  'POST /orders/v6/payments/info body.store_id': { all: true },
  'PUT /orders/order_no/update body.order_id': { source: 'amazon' },
  'PUT /orders/order_no/update body.line_item_ids': { source: 'amazon' },
  'POST /orders/v5/payment body.store_id': { all: true },
};

export interface Input {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
}

/** A request that the call's schemas take: `idOf` says whose id stands in each place; what leads to `place` is filled. */
export function getInput(call: Call, place: IdLocation | undefined, idOf: (place: IdLocation) => Tenant): Input {
  const places = idPlaces(call);
  const part = (name: CallPart): unknown => {
    if (!call[name]) return undefined;
    const idAt = (path: string[]): unknown => {
      const found = places.find((one) => one.part === name && one.path.join() === path.join());
      return found && idFor(call, found, idOf(found));
    };
    return built(schemaOf(call, name), [], place?.part === name ? place.path : undefined, idAt);
  };
  const beside = place && BESIDE[`${getName(call)} ${place.part}.${fieldOf(place)}`];
  const filled = (name: CallPart): unknown =>
    beside && place?.part === name ? { ...(part(name) as object), ...beside } : part(name);
  return {
    params: (part('params') ?? {}) as Record<string, unknown>,
    query: (filled('query') ?? {}) as Record<string, unknown>,
    body: filled('body'),
  };
}

/** The path below /api with its parameters and query. */
export function getAddress(call: Call, { params, query }: Input): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

const OWN = "the caller's own, named by who asks";
const SUPPLIERS = "a supplier's public goods, the same for everybody";

/** Calls that take no id of a tenant, each with the reason. A call that is neither here nor takes an id fails the walk. */
const SHOPPERS = "finds shoppers of the workspace's own orders by what people know of them";

export const WITHOUT_IDS: Record<string, string> = {
  'GET /center/products/bulk-edits': OWN,
  'GET /center/products/ob-suggestion/order': OWN,
  'GET /center/products/price-batches': OWN,
  'GET /center/products/auto_update/rules': OWN,
  'GET /center/products/auto_update/holds': OWN,
  'GET /products/tags': OWN,
  'POST /auth/login': 'nobody is signed in yet',
  'POST /auth/register': 'nobody is signed in yet',
  'POST /auth/platform/{platform}/auto-login': 'nobody is signed in yet',
  'POST /auth/platform/{platform}/begin': 'nobody is signed in yet',
  'POST /privacy/shoppers/find': SHOPPERS,
  'POST /privacy/shoppers/export': SHOPPERS,
  'POST /privacy/shoppers/erase': SHOPPERS,
  'GET /privacy/requests': OWN,
  'GET /privacy/retention': OWN,
  'PUT /privacy/retention': OWN,
  'GET /auth/account': OWN,
  'POST /core/stores/migrate':
    "a store's public address; what the call reveals about it is tested (migrate.db.test.ts)",
  'GET /core/stores/migrate': OWN,
  'GET /core/stores/move': OWN,
  'GET /auth/store-migrate/{id}/{code}': MAILED,
  'POST /auth/store-migrate/verify': MAILED,
  'POST /auth/logout': OWN,
  'POST /auth/forgot-password': 'nobody is signed in yet',
  'POST /auth/send-verification-email': 'nobody is signed in yet',
  'POST /auth/reset-password': MAILED,
  'POST /auth/operator/claim': 'an unguessable link that the start printed, before anybody is signed in',
  'GET /auth/verify-email/{id}/{code}': MAILED,
  'POST /auth/account/change-password': OWN,
  'GET /auth/sessions': OWN,
  'GET /auth/account/events': OWN,
  'DELETE /auth/sessions/{session_id}': OF_NOBODY.session_id ?? '',
  'POST /auth/sessions/end-all': OWN,
  'GET /auth/two-factor': OWN,
  'POST /auth/two-factor/begin': OWN,
  'POST /auth/two-factor/confirm': OWN,
  'POST /auth/two-factor/recovery-codes': OWN,
  'POST /auth/two-factor/end': OWN,
  'GET /auth/confirmation': OWN,
  'POST /auth/confirmation': OWN,
  'POST /auth/confirmation/mail': OWN,
  'POST /auth/confirmation/social/{social}': OWN,
  'POST /auth/account/export': OWN,
  'DELETE /auth/account/delete': OWN,
  'GET /auth/account/statistic': OWN,
  'POST /auth/account/update-meta': OWN,
  'POST /auth/account/demo-mode': OWN,
  'GET /public/catalogue': 'takes nothing, and shows everybody the same',
  'GET /recommended/apps': 'takes nothing, and shows everybody the same',
  'GET /auth/suspensions': OWN,
  'GET /auth/social': OWN,
  'POST /auth/social/{social}/link': OWN,
  'DELETE /auth/social/{social}': OWN,
  'POST /auth/app': OWN,
  'GET /auth/social/{social}': 'nobody is signed in yet',
  'GET /auth/callback/{social}': 'an unguessable state of this browser’s own, before anybody is signed in',
  'POST /auth/social/prove': MAILED,
  'POST /auth/sso/featurebase': OWN,
  'POST /auth/try-now': 'nobody is signed in yet',
  'GET /auth/first-time-in-app': OF_NOBODY.owner_id ?? '',
  'PUT /auth/account/profile': OWN,
  'PUT /auth/account/picture': OWN,
  'DELETE /auth/account/picture': OWN,
  'PUT /auth/account/set-language': OWN,
  'POST /auth/account/connect': 'another account proves itself by its sign-in',
  'GET /payments/user/v2/current-plan': OWN,
  'POST /payments/quota/calc-usage': OWN,
  'POST /payments/user/choose-plan': OWN,
  'POST /payments/quota/update-usage': OWN,
  'POST /core/account/views': OWN,
  'POST /core/account/tracking-on-page': OWN,
  'POST /log/events': OWN,
  'POST /log/attributes': OWN,
  'POST /log/user_action': OWN,
  'POST /log/mvp/user_action': OWN,
  'POST /log/page-performance': OWN,
  'POST /core/mvp/subscribed': OWN,
  'POST /core/mvp/interacted': OWN,
  'POST /core/mvp/feedback': OWN,
  'GET /support/chat': OWN,
  'GET /guideline': OWN,
  'GET /workplaces': OWN,
  'GET /team': OWN,
  'GET /team/contacts': OWN,
  'DELETE /team/ownership': OWN,
  'POST /team/ownership/accept': OWN,
  'GET /invitations/{link_token}': 'an unguessable link',
  'POST /invitations/accept': 'an unguessable link to one e-mail',
  'GET /history/files': OWN,
  'GET /auth/account/history': OWN,
  'GET /audit': OWN,
  'GET /audit/acts': OWN,
  'GET /audit/actors': OWN,
  'GET /audit/export': OWN,
  'GET /api-tokens': OWN,
  'POST /auth/workplace/create': 'makes one of one’s own',
  'PATCH /auth/workplace': OWN,
  'POST /core/workplaces/settings': OWN,
  'GET /core/settings': OWN,
  'GET /orders/document-settings': OWN,
  'PUT /orders/document-settings': OWN,
  'PUT /orders/document-settings/logo': OWN,
  'DELETE /orders/document-settings/logo': OWN,
  'GET /center/products/listings/elastic-products/feeds': OWN,
  'GET /products/collection/all': OWN,
  'GET /products/collection/categories': OWN,
  'GET /products/metafield/all': OWN,
  'GET /products/market-prices': OWN,
  'GET /products/stock-locations': OWN,
  'GET /center/products/adoptions': OWN,
  'POST /products/interactions': SUPPLIERS,
  'GET /products/interactions': OWN,
  'GET /products/copy-product-to-new-store/settings': OWN,
  'DELETE /products/interactions': OWN,
  'GET /center/products/exports': OWN,
  'GET /center/products/file-imports': OWN,
  'POST /center/products/file-imports': OWN,
  'POST /center/products/import-all': SUPPLIERS,
  'GET /orders/imports': OWN,
  'GET /orders/returns/v1/addresses': OWN,
  'GET /orders/imports/template': OWN,
  'GET /orders/samples/address': OWN,
  'POST /orders/imports': 'Takes a file; its store is tested by a foreign key (OF_NOBODY above).',
  'POST /core/settings': OWN,
  'POST /core/settings/admitad': OWN,
  'POST /guideline': OWN,
  'POST /auth/platform/{platform}/link':
    'a shop proves by its keys whose it is; one that another has is refused (STORE_EXIST_ANOTHER_OWNER)',
  'POST /auth/platform/{platform}/install': "begins at the platform's own page, where the shop's owner decides",
  'GET /shopify/shop/install': "begins at the platform's own page, where the shop's owner decides",
  'GET /stores/list-store': OWN,
  'GET /auth/platform/refresh-stores-currency': OWN,
  'GET /shopify/shop/publications': 'the store is named by the header, which is walked for every call',
  'GET /connections/platforms': 'facts of the installation',
  'GET /connections/storefronts/apps': "takes nothing, and reads the workspace's own stores (storefronts.db.test.ts)",
  'GET /connections/reports': OWN,
  'GET /connections/set-aside-orders': OWN,
  'GET /connections/suppliers': OWN,
  'POST /connections/suppliers': OWN,
  'GET /open-api/orders/tracking/{order_id}':
    OF_NOBODY['GET /open-api/orders/tracking/{order_id} params.order_id'] ?? '',
  'GET /meta': 'facts of the installation',
  'GET /meta/connectors': 'it is the same for everybody',
  'GET /installation/sending': 'facts of the installation',
  'GET /core/regions': 'facts of the world',
  'GET /events': OWN,
  'GET /processes': OWN,
  'GET /core/list-notification': OWN,
  'POST /notifications/read-all': OWN,
  'GET /notifications/settings': OWN,
  'POST /setting-notification': OWN,
  'GET /open-api/shopper-mails/{token}': MAILED,
  'POST /open-api/shopper-mails': MAILED,
  'GET /notifications/mailing/{token}': MAILED,
  'POST /notifications/mailing': MAILED,
  'PUT /notifications/webhook': OWN,
  'POST /notifications/webhook/secret': OWN,
  'POST /notifications/webhook/test': OWN,
  'DELETE /notifications/webhook': OWN,
  'POST /center/products/import/{source}': SUPPLIERS,
  'POST /products/import/{platform}': SUPPLIERS,
  'GET /center/products/imported_list': OWN,
  'GET /product-sources/collections/list': SUPPLIERS,
  'GET /product-sources/products/find-by-collection/{collection_slug}': SUPPLIERS,
  'GET /products/imported_list': OWN,
  'GET /center/products/count': OWN,
  'GET /center/products/writer': 'facts of the installation',
  'GET /center/products/enhancements': OWN,
  'GET /center/products/image-enhancer': 'facts of the installation',
  'GET /center/products/setting/automation-optimize-image': OWN,
  'PUT /center/products/setting/automation-optimize-image': OWN,
  'PUT /center/products/setting/automation-optimize-image/update-status': OWN,
  'GET /center/products/setting/automation-writting': OWN,
  'PUT /center/products/setting/automation-writting': OWN,
  'PUT /center/products/setting/automation-writting/update-status': OWN,
  'GET /center/products/push-unpush-count': OWN,
  'GET /center/products/setting/get': OWN,
  'PUT /center/products/setting/update': OWN,
  'GET /center/products/setting/all': OWN,
  'GET /center/products/setting/internal-automation': OWN,
  'GET /center/products/setting/listings': OWN,
  'PUT /center/products/setting/listings': OWN,
  'PUT /center/products/setting/update_channel': OWN,
  'GET /center/products/setting/monitoring': OWN,
  'PUT /center/products/setting/monitoring': OWN,
  'GET /center/products/suppliers': OWN,
  'GET /mapping/settings': OWN,
  'PUT /mapping/settings': OWN,
  'POST /mapping/check': OWN,
  'GET /mapping/suggestions/setting': OWN,
  'PUT /mapping/suggestions/setting': OWN,
  'POST /mapping/suggestions/check': OWN,
  'GET /mapping/proposals': OWN,
  'GET /orders/v5/fetch-quayside-pay-all-link': OWN,
  'GET /orders/v5/unrecorded-orders': OWN,
  'POST /files/refund-photos': OWN,
  'POST /center/products/galleries/upload': OWN,
  'POST /center/products/galleries/uploads': OWN,
  'PUT /center/products/galleries/uploads/{gallery_upload_id}/parts': 'Takes a file (OF_NOBODY above).',
  'GET /center/products/galleries/list': OWN,
  'GET /orders/v6/payments/setting': OWN,
  'PUT /orders/v6/payments/setting': OWN,
  'GET /orders/v5/carriers': 'facts of the world',
  'POST /orders/v5/manual-purchases': 'finds orders of the workspace by the names that people know',
  'GET /lists/{list}/views': OWN,
  'POST /lists/{list}/views': OWN,
  'GET /orders/v5/onboarding': OWN,
  'GET /orders/v5/payment-requests/members': OWN,
  'GET /open-api/orders/payment-confirmation': MAILED,
  'POST /open-api/orders/payment-confirmation': MAILED,
  'GET /orders/v4/settings/{product_source}': OWN,
  'PUT /orders/v4/settings/{product_source}': OWN,
  'POST /orders/v4/settings/{product_source}/sample': OWN,
  'GET /orders/v4/shippings/country': 'facts of the world',
  'GET /orders/v4/shippings/{product_source}/carrier': SUPPLIERS,
  'GET /orders/v4/shippings/{product_source}/warehouse': SUPPLIERS,
  'GET /logistics/aliexpress': SUPPLIERS,
  'GET /logistics/cj': SUPPLIERS,
  'GET /logistics/cj/warehouses': SUPPLIERS,
  'GET /auth/account/quayside-fulfillment': OWN,
  'PUT /auth/account/quayside-fulfillment/view': OWN,
  'PUT /auth/account/quayside-fulfillment/interact': OWN,
  'PUT /auth/account/quayside-fulfillment/confirm': OWN,
  'GET /orders/v4/fulfillment-preference': OWN,
  'PUT /orders/v4/fulfillment-preference': OWN,
  'GET /orders/v5/tracking/page': OWN,
  'PUT /orders/v5/tracking/page': OWN,
  'GET /orders/v5/tracking/alarm-days': OWN,
  'PUT /orders/v5/tracking/alarm-days': OWN,
  'GET /orders/v5/tracking/services': OWN,
  'PUT /orders/v5/tracking/services': OWN,
  'DELETE /orders/v5/tracking/services/{mode}': OWN,
  'GET /sandbox': 'facts of the installation',
  'POST /sandbox/clock': 'the clock of the sandbox is everybody’s',
  'POST /sandbox/connect': 'the shops of the sandbox are everybody’s',
  'GET /exchange-rates': OWN,
  'PUT /exchange-rates': OWN,
  'GET /product-sources/categories/tree': SUPPLIERS,
  'GET /product-sources/saved-pages': OWN,
  'POST /product-sources/saved-pages': OWN,
  'GET /center/products/find': SUPPLIERS,
  'POST /center/products/source/{platform}/{id}': SUPPLIERS,
  'GET /center/products/source/{platform}/{id}': SUPPLIERS,
  'GET /center/products/source/{platform}/{id}/detail': SUPPLIERS,
  'GET /center/products/source/{source}/{productId}/logistics': SUPPLIERS,
  'GET /product-sources/logistics/{source}/{product_id}': SUPPLIERS,
  'GET /product-sources/products/price-detail/{source}/{product_id}/{ship_to}': SUPPLIERS,
  'GET /payments/user/wallets': OWN,
  'GET /payments/user/wallets/chart-summary': OWN,
  'POST /payments/user/wallets/topup': OWN,
  'POST /payments/user/wallets/accept-policy': OWN,
  'PUT /payments/user/wallets/low-mark': OWN,
  'GET /orders/v10/payments/transaction-logs': OWN,
  'GET /orders/v10/payments/transaction-logs/count': OWN,
};
