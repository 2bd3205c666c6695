import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, modeSchema, platformSchema, problemSchema, timeSchema } from './shapes.ts';

/** Work in progress, which must finish before the store is transferred. */
const underWaySchema = z.object({
  /** Supplier orders being placed or paid. */
  supplier_orders: z.int(),
  /** Products being pushed to the store. */
  listings: z.int(),
  /** Parcels being reported to the store. */
  parcels: z.int(),
});

export const storeMoveSchema = z
  .object({
    move_id: idSchema,
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    platform_domain: z.string(),
    is_sandbox: z.boolean(),
    /** Source and destination by name; empty for a deleted workspace. */
    from: z.object({ id: idSchema, name: z.string() }),
    to: z.object({ id: idSchema, name: z.string() }),
    /** waiting: for work in progress. returning: rolling back after a failure. */
    state: z.enum(['waiting', 'moving', 'returning', 'done', 'failed', 'cancelled']),
    /** What it waits for. */
    waits: underWaySchema,
    /** Listings and orders transferred so far, and the total. */
    carried: z.int(),
    total: z.int(),
    problem: problemSchema.nullable(),
    created_at: timeSchema,
    changed_at: timeSchema,
  })
  .meta({ id: 'StoreMove' });
export type StoreMove = z.output<typeof storeMoveSchema>;

const wish = { store_id: idSchema, workplace_id: idSchema };

/** Transferring a store to another workspace of the same account. */
export const moves = {
  preview: call({
    id: 'own',
    method: 'GET',
    path: '/core/stores/move/preview',
    access: 'workplace',
    needs: 'stores.move',
    summary: 'Preview the transfer of a store to another workspace of its account, including what blocks it.',
    query: z.object(wish),
    data: z.object({
      orders: z.int(),
      listings: z.int(),
      /** Products only in this store: they move. */
      products_moved: z.int(),
      /** Products also in other stores: they are copied. */
      products_copied: z.int(),
      /** Suppliers that the other workspace will connect with the same credentials. */
      suppliers: z.array(z.object({ label: z.string(), mode: modeSchema })),
      /** Members, invitations and tokens limited to this store: they lose it. */
      held_members: z.int(),
      /** Product feeds of the store: they end, with their addresses. */
      feeds: z.int(),
      under_way: underWaySchema,
      /** Why it can't be transferred now. */
      problem: problemSchema.nullable(),
    }),
    perMinute: 60,
  }),
  move: call({
    id: 'own',
    method: 'POST',
    path: '/core/stores/move',
    access: 'workplace',
    needs: 'stores.move',
    summary:
      'Transfer a store with its listings, orders and related data to another workspace of the same account. No new work starts; the transfer begins when running work has ended. Repeated calls return the current transfer.',
    body: z.strictObject(wish),
    data: storeMoveSchema,
    perMinute: 20,
  }),
  cancel: call({
    id: 'own',
    method: 'DELETE',
    path: '/core/stores/move/{move_id}',
    access: 'workplace',
    needs: 'stores.move',
    summary: "Cancel a transfer that hasn't started. Once rows are being moved it is too late (STORE_MOVE_TOO_LATE).",
    params: z.object({ move_id: idSchema }),
    data: storeMoveSchema,
  }),
  moves: call({
    id: 'own',
    method: 'GET',
    path: '/core/stores/move',
    access: 'workplace',
    needs: 'stores.read',
    summary:
      'List store transfers into and out of this workspace: current ones and those of the last 30 days, newest first.',
    data: z.object({ items: z.array(storeMoveSchema) }),
  }),
};
