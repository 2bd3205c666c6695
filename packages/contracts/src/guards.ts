import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, problemSchema, timeSchema } from './shapes.ts';

export const GUARD_NAMES = [
  'dispute',
  'fraud',
  'duplicate',
  'rate',
  'profit',
  'order_ceiling',
  'day_ceiling',
  'approval',
] as const;
export const GUARD_WAITS = ['none', '10m', '1h', '24h', 'daily'] as const;

/** Minor units of the workspace's currency. */
const amount = z.int().min(0).max(1_000_000_000_000);

/** Conditions on buying; null: not checked. */
export const guardSettingSchema = z
  .strictObject({
    /** Stop orders that the store reports as high risk of fraud. */
    fraud: z.boolean(),
    /** Stop orders whose payment is disputed. */
    dispute: z.boolean(),
    /** Stop an order with the same customer, address and items as another one within this many hours. */
    duplicate_hours: z.int().min(1).max(720).nullable(),
    /** Least profit of an order. */
    profit_amount: amount.nullable(),
    /** Least profit in percent of what the customer paid. */
    profit_percent: z.int().min(0).max(100).nullable(),
    /** Most that suppliers may charge for an order. */
    order_ceiling: amount.nullable(),
    /** Most that suppliers may charge for all orders requested on a day. */
    day_ceiling: amount.nullable(),
    /** Above this cost, a second member must approve. */
    approval_above: amount.nullable(),
    /** How long orders wait before they are placed. */
    wait: z.enum(GUARD_WAITS),
    /** Time of day of `daily`, in the workspace's time zone. */
    wait_at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  })
  .meta({ id: 'GuardSetting' });
export type GuardSettingView = z.output<typeof guardSettingSchema>;

const guardsView = z
  .object({
    guards: guardSettingSchema,
    /** For a store: false if it has the workspace's guards. */
    is_own: z.boolean(),
    currency: z.string(),
    /** Empty: UTC. */
    time_zone: z.string(),
  })
  .meta({ id: 'Guards' });

const stopSchema = z
  .object({
    guard: z.enum(GUARD_NAMES),
    /** The guard with its figure. */
    problem: problemSchema,
    stopped_at: timeSchema,
    approved_at: timeSchema.nullable(),
    approved_by: z.string().nullable(),
    note: z.string().nullable(),
    /** The caller requested the purchase, so another member must approve it. */
    needs_another: z.boolean(),
  })
  .meta({ id: 'GuardStop' });

const ofOrder = z.object({ order_id: idSchema });

export const guards = {
  get: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/guards',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the conditions on buying, of the workspace or of a store.',
    query: z.object({ store_id: idSchema.optional() }),
    data: guardsView,
  }),
  save: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v4/guards',
    access: 'workplace',
    needs: 'workspace.change',
    summary:
      'Save the conditions on buying, of the workspace or of a store; null: a store gets those of the workspace.',
    body: z.strictObject({ store_id: idSchema.optional(), guards: guardSettingSchema.nullable() }),
    data: guardsView,
  }),
  stops: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v4/guards/{order_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the guards that stopped an order, and who approved it.',
    params: ofOrder,
    data: z.object({ items: z.array(stopSchema) }),
  }),
  approve: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/guards/{order_id}/approve',
    access: 'workplace',
    needs: 'orders.approve',
    recheck: true,
    summary: 'Approve a stopped order by name, and place or pay it.',
    params: ofOrder,
    body: z.strictObject({ note: z.string().trim().max(500).optional() }),
    data: z.object({ requested: z.int(), failed: z.array(problemSchema) }),
  }),
  placeNow: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v4/guards/{order_id}/place-now',
    access: 'workplace',
    needs: 'orders.approve',
    summary: 'Place an order now that waits for its time.',
    params: ofOrder,
    data: z.object({ requested: z.int() }),
  }),
};
