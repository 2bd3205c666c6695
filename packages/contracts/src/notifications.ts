import { z } from 'zod';
import { call } from './call.ts';
import type { Permission } from './permissions.ts';
import { doneSchema, idSchema, pageQueryShape, queryBool, timeSchema } from './shapes.ts';

/** Categories for unread counts. The first three are from the specification (rule B454). */
export const NOTIFICATION_AREAS = ['order', 'product', 'supplier', 'connection', 'wallet', 'privacy'] as const;
export type NotificationArea = (typeof NOTIFICATION_AREAS)[number];

/** Every kind of notification in the order of the settings, with its category. */
export const NOTIFICATION_KINDS = {
  order_received: 'order',
  order_blocked: 'order',
  order_changed: 'order',
  order_cancelled: 'order',
  placement_failed: 'order',
  order_stopped: 'order',
  payment_failed: 'order',
  parcel_trouble: 'order',
  parcel_unmatched: 'order',
  shipment_alarm: 'order',
  report_failed: 'order',
  return_requested: 'order',
  return_refund_failed: 'order',
  order_edit_failed: 'order',
  order_feedback: 'order',
  push_failed: 'product',
  cost_moved: 'product',
  stock_ended: 'product',
  stock_back: 'product',
  product_gone: 'product',
  auto_update_done: 'product',
  auto_update_attention: 'product',
  supplier_fault: 'product',
  mapping_missing: 'product',
  out_of_stock: 'supplier',
  price_changed: 'supplier',
  supplier_cancelled: 'supplier',
  store_reconnect: 'connection',
  store_disconnected: 'connection',
  supplier_reconnect: 'connection',
  access_ends: 'connection',
  order_unread: 'connection',
  topped_up: 'wallet',
  wallet_low: 'wallet',
  wallet_short: 'wallet',
  topup_disputed: 'wallet',
  topup_taken_back: 'wallet',
  privacy_request: 'privacy',
} as const satisfies Record<string, NotificationArea>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];

/** Permission needed to receive a category. */
export const NOTIFICATION_NEEDS: Readonly<Record<NotificationArea, Permission>> = {
  order: 'orders.read',
  product: 'products.read',
  supplier: 'orders.read',
  connection: 'stores.read',
  wallet: 'wallet.read',
  privacy: 'privacy.read',
};

/** Channels chosen per person; the third, the webhook, belongs to the workspace. */
export const NOTIFICATION_CHANNELS = ['app', 'mail'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** Kinds mailed by default: those that block money or goods until someone acts. */
export const MAILED_BY_DEFAULT: readonly NotificationKind[] = [
  'placement_failed',
  'order_stopped',
  'payment_failed',
  'parcel_unmatched',
  'report_failed',
  'return_refund_failed',
  'cost_moved',
  'product_gone',
  'auto_update_attention',
  'supplier_fault',
  'mapping_missing',
  'supplier_cancelled',
  'store_reconnect',
  'store_disconnected',
  'supplier_reconnect',
  'access_ends',
  'order_unread',
  'wallet_low',
  'wallet_short',
  'topup_disputed',
  'topup_taken_back',
  'privacy_request',
];

/** Retention in days. */
export const NOTIFICATION_DAYS = 90;
/** Days that count as recent. */
export const NOTIFICATION_RECENT_DAYS = 7;
/** Minutes after which unread notifications are mailed, all in one email. */
export const NOTIFICATION_MAIL_MINUTES = 3;

/** Above this the badge says "99+" (rule B073). */
export const NOTIFICATION_BADGE_MAX = 99;

const kindSchema = z.enum(NOTIFICATION_KIND_NAMES);
const areaSchema = z.enum(NOTIFICATION_AREAS);

const noticeSchema = z
  .object({
    id: idSchema,
    kind: kindSchema,
    area: areaSchema,
    /** In the requested language. */
    text: z.string(),
    /** The reason, if known, for a single item. */
    detail: z.string().nullable(),
    /** Number of items it covers. */
    count: z.int(),
    /** Names of the most recent ones. */
    names: z.array(z.string()),
    /** Path inside the app. */
    link: z.string(),
    store_id: idSchema.nullable(),
    is_sandbox: z.boolean(),
    is_read: z.boolean(),
    created_at: timeSchema,
    /** When the last item was added. */
    at: timeSchema,
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof noticeSchema>;

const deliverySchema = z
  .object({
    delivery_id: idSchema,
    kind: z.string(),
    is_test: z.boolean(),
    state: z.enum(['waiting', 'sent', 'failed']),
    attempts: z.int(),
    http_status: z.int().nullable(),
    /** Reason of the failure, in the requested language. */
    error: z.string().nullable(),
    created_at: timeSchema,
    sent_at: timeSchema.nullable(),
  })
  .meta({ id: 'NotificationDelivery' });
export type NotificationDelivery = z.output<typeof deliverySchema>;

const settingsSchema = z
  .object({
    /** true: your emails are paused; in-app notifications continue. */
    maintenance_mode: z.boolean(),
    /** Recipient address. */
    email: z.string(),
    /** Mail is configured; otherwise messages stay in the operators' outbox. */
    sends_mail: z.boolean(),
    /** Kinds that you may receive. */
    kinds: z.array(
      z.object({ kind: kindSchema, area: areaSchema, app: z.boolean(), mail: z.boolean(), webhook: z.boolean() }),
    ),
    /** The workspace's webhook; null: none, or no permission. */
    webhook: z
      .object({
        url: z.string(),
        is_active: z.boolean(),
        secret_tail: z.string(),
        deliveries: z.array(deliverySchema),
      })
      .nullable(),
    may_webhook: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.output<typeof settingsSchema>;

/** Token of an unsubscribe link, for one member of one workspace. */
const linkToken = z.string().min(1).max(400);
const mailingSchema = z
  .object({
    /** Recipient address. */
    email: z.string(),
    workspace: z.string(),
    /** false: emails to this member of this workspace are paused. */
    mails: z.boolean(),
  })
  .meta({ id: 'Mailing' });

const hookUrl = z
  .string()
  .trim()
  .max(2_000)
  .pipe(z.url({ protocol: /^https?$/ }));

export const notifications = {
  list: call({
    id: 'C041',
    method: 'GET',
    path: '/core/list-notification',
    access: 'workplace',
    needs: 'notifications.read',
    summary: 'List notifications, newest first, with unread counts by category.',
    query: z.object({
      ...pageQueryShape,
      area: areaSchema.optional(),
      /** Only your unread ones. */
      unread: queryBool.optional(),
      /** Only recent ones. */
      recent: queryBool.optional(),
    }),
    data: z.object({
      /** Unread ones. */
      total: z.int(),
      product: z.int(),
      supplier: z.int(),
      order: z.int(),
      connection: z.int(),
      wallet: z.int(),
      privacy: z.int(),
      /** Badge text (rules B072 and B073); null: none. */
      badge: z.string().nullable(),
      items: z.array(noticeSchema),
      next_cursor: z.string().optional(),
    }),
  }),
  read: call({
    id: 'own',
    method: 'POST',
    path: '/notifications/read',
    access: 'workplace',
    needs: 'notifications.read',
    summary: 'Mark notifications as read.',
    body: z.strictObject({ notification_ids: z.array(idSchema).min(1).max(200) }),
    data: doneSchema,
  }),
  readAll: call({
    id: 'own',
    method: 'POST',
    path: '/notifications/read-all',
    access: 'workplace',
    needs: 'notifications.read',
    summary: 'Mark all notifications of the workspace as read.',
    body: z.strictObject({
      /** Later ones stay unread: they were not on screen. */
      until: timeSchema,
    }),
    data: doneSchema,
  }),
  settings: call({
    id: 'own',
    method: 'GET',
    path: '/notifications/settings',
    access: 'workplace',
    needs: 'notifications.read',
    summary: "Get your notification settings and the workspace's webhook.",
    data: settingsSchema,
  }),
  saveSettings: call({
    id: 'C044',
    method: 'POST',
    path: '/setting-notification',
    access: 'workplace',
    needs: 'notifications.read',
    summary:
      'Save your notification settings. maintenance_mode: pauses emails until turned off. seen: the notification list was opened.',
    body: z.strictObject({
      maintenance_mode: z.boolean().optional(),
      seen: z.literal(true).optional(),
      preferences: z
        .array(z.strictObject({ kind: kindSchema, way: z.enum(NOTIFICATION_CHANNELS), wanted: z.boolean() }))
        .max(100)
        .optional(),
    }),
    data: settingsSchema,
  }),
  mailing: call({
    id: 'own',
    method: 'GET',
    path: '/notifications/mailing/{token}',
    access: 'public',
    summary: 'Get the workspace and recipient of an unsubscribe link.',
    params: z.object({ token: linkToken }),
    data: mailingSchema,
    perMinute: 60,
  }),
  changeMailing: call({
    id: 'own',
    method: 'POST',
    path: '/notifications/mailing',
    access: 'public',
    summary:
      'Unsubscribe from emails or resubscribe, without signing in. Mail clients unsubscribe with a POST to the link itself (RFC 8058).',
    body: z.strictObject({ token: linkToken, mails: z.boolean() }),
    data: mailingSchema,
    perMinute: 60,
  }),
  saveWebhook: call({
    id: 'own',
    method: 'PUT',
    path: '/notifications/webhook',
    access: 'workplace',
    needs: 'notifications.webhook',
    summary:
      "Set the webhook that also receives the workspace's notifications as signed JSON. The first response contains the secret, which is shown only once.",
    confirm: true,
    body: z.strictObject({ url: hookUrl, is_active: z.boolean(), kinds: z.array(kindSchema).max(100) }),
    data: z.object({ secret: z.string().nullable() }),
  }),
  renewSecret: call({
    id: 'own',
    method: 'POST',
    path: '/notifications/webhook/secret',
    access: 'workplace',
    needs: 'notifications.webhook',
    summary: 'Create a new webhook secret, used for all later deliveries and shown only once.',
    confirm: true,
    data: z.object({ secret: z.string() }),
  }),
  testWebhook: call({
    id: 'own',
    method: 'POST',
    path: '/notifications/webhook/test',
    access: 'workplace',
    needs: 'notifications.webhook',
    summary: 'Send a test delivery to the webhook and return its result.',
    data: deliverySchema,
    perMinute: 10,
  }),
  removeWebhook: call({
    id: 'own',
    method: 'DELETE',
    path: '/notifications/webhook',
    access: 'workplace',
    needs: 'notifications.webhook',
    summary: 'Remove the webhook with its URL and secret.',
    data: doneSchema,
  }),
};
