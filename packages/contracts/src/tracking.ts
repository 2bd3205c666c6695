import { z } from 'zod';
import { call } from './call.ts';
import {
  doneSchema,
  formFieldSchema,
  idSchema,
  modeSchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  timeSchema,
} from './shapes.ts';
import { ALARM_KINDS, MOST_ALARM_DAYS } from './shipment-alarms.ts';

/** Id of a tracking service's connector. */
const serviceSchema = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/);

const servicesSchema = z
  .object({
    /** Services that follow the workspace's parcels, at most one for each mode. */
    services: z.array(
      z.object({
        service: serviceSchema,
        mode: modeSchema,
        /** The key was refused: nothing is followed until someone enters another one. */
        needs_key: z.boolean(),
        /** The workspace's own key; false: this installation's. */
        own_key: z.boolean(),
        problem: problemSchema.nullable(),
        /** Where the service can send webhooks; null: it can't reach this installation. */
        webhook_url: z.string().nullable(),
      }),
    ),
    offers: z.array(
      z.object({
        service: serviceSchema,
        label: z.string(),
        homepage: z.string().nullable(),
        mode: modeSchema,
        /** It can be used without an own key. */
        has_installation_key: z.boolean(),
        fields: z.array(formFieldSchema),
      }),
    ),
  })
  .meta({ id: 'TrackingServices' });
export type TrackingServices = z.output<typeof servicesSchema>;

const alarmKind = z.enum(ALARM_KINDS);

const alarmSchema = z
  .object({
    id: idSchema,
    kind: alarmKind,
    order_id: idSchema,
    order_name: z.string(),
    store_id: idSchema,
    store_name: z.string().nullable(),
    is_sandbox: z.boolean(),
    /** The parcel; null for a supplier order. */
    shipment_id: idSchema.nullable(),
    tracking_number: z.string().nullable(),
    carrier: z.string().nullable(),
    /** For a supplier order without a tracking number, or with a claim to make. */
    supplier: z.string().nullable(),
    supplier_order_no: z.string().nullable(),
    /** Until when its supplier accepts a claim; null: the alarm is not about one. */
    claim_until: timeSchema.nullable(),
    /** The shopper's tracking page. */
    public_tracking_path: z.string(),
    opened_at: timeSchema,
  })
  .meta({ id: 'ShipmentAlarm' });
export type ShipmentAlarm = z.output<typeof alarmSchema>;

const alarmFilter = { store_id: idSchema.optional() };
const days = z.int().min(1).max(MOST_ALARM_DAYS);
const alarmDaysSchema = z.strictObject({
  no_number: days,
  no_scan: days,
  no_movement: days,
  pickup: days,
  claim: days,
});

const webUrl = z.url({ protocol: /^https$/ }).max(500);

const pageSchema = z
  .strictObject({
    /** Name on the page; null: the store's. */
    shop_name: z.string().trim().min(1).max(80).nullable(),
    /** https URL of the logo. */
    logo_url: webUrl.nullable(),
    /** Accent color as #rrggbb. */
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    /** Help page or contact form of the shop. */
    support_url: webUrl.nullable(),
    shows_estimate: z.boolean(),
  })
  .meta({ id: 'TrackingPage' });
export type TrackingPage = z.output<typeof pageSchema>;

export const tracking = {
  page: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/page',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the brand of the public tracking page, and whether the plan includes it (from Growth).',
    data: z.object({ page: pageSchema, in_plan: z.boolean(), plan: z.string() }),
  }),
  savePage: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/tracking/page',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Change the brand of the public tracking page. Needs Growth or above.',
    body: pageSchema,
    data: pageSchema,
  }),
  alarms: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/alarms',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List parcels and supplier orders that need attention, newest first.',
    query: z.object({
      ...alarmFilter,
      kind: alarmKind.optional(),
      /** Only this alarm. */
      alarm_id: idSchema.optional(),
      ...pageQueryShape,
    }),
    data: pageOf(alarmSchema),
  }),
  alarmCounts: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/alarms/count',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Count parcels and supplier orders that need attention, by alarm.',
    query: z.object(alarmFilter),
    data: z.object({
      all: z.int(),
      ...(Object.fromEntries(ALARM_KINDS.map((kind) => [kind, z.int()])) as Record<
        (typeof ALARM_KINDS)[number],
        z.ZodInt
      >),
      /** Counts stop at this number. */
      most: z.int(),
    }),
  }),
  dismissAlarm: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/tracking/alarms/{alarm_id}/dismiss',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Dismiss an alarm; it opens again only if its cause ends and comes back.',
    params: z.object({ alarm_id: idSchema }),
    body: z.strictObject({}),
    data: doneSchema,
  }),
  alarmDays: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/alarm-days',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the days after which shipment alarms open.',
    data: alarmDaysSchema,
  }),
  saveAlarmDays: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/tracking/alarm-days',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Change the days after which shipment alarms open.',
    body: alarmDaysSchema,
    data: alarmDaysSchema,
  }),
  services: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/services',
    access: 'workplace',
    needs: 'suppliers.read',
    summary: "Get the tracking services that follow the workspace's parcels, and those to choose from.",
    data: servicesSchema,
  }),
  connectService: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/tracking/services',
    access: 'workplace',
    needs: 'suppliers.change',
    summary: "Follow the workspace's parcels with a tracking service, with its own key or this installation's.",
    body: z.strictObject({
      service: serviceSchema,
      mode: modeSchema,
      /** Values of the service's own fields; absent: this installation's key. */
      credentials: z.record(z.string().min(1).max(60), z.string().trim().max(4000)).optional(),
    }),
    data: servicesSchema,
    perMinute: 20,
  }),
  removeService: call({
    id: 'own',
    method: 'DELETE',
    path: '/orders/v5/tracking/services/{mode}',
    access: 'workplace',
    needs: 'suppliers.change',
    summary: "Stop following parcels with a tracking service; suppliers' own tracking remains.",
    params: z.object({ mode: modeSchema }),
    data: doneSchema,
  }),
};
