import { z } from 'zod';
import {
  AUTO_UPDATE_CAUSES,
  AUTO_UPDATE_FILTERS,
  AUTO_UPDATE_STATES,
  type AutoUpdateRules,
  COST_ACTIONS,
  MOST_AUTO_UPDATES,
  RESTOCK_ACTIONS,
  STOCK_ACTIONS,
  SUPPLIER_FAULTS,
  UNSHIPPED_ACTIONS,
  VANISHED_ACTIONS,
} from './auto-update-choices.ts';
import { call } from './call.ts';
import { idSchema, moneySchema, pageQueryShape, problemSchema, supplierSchema, timeSchema } from './shapes.ts';

const percent = z.int().min(1).max(1_000).nullable();
const amount = z.int().min(1).max(100_000_000_000).nullable();

const rulesSchema: z.ZodType<AutoUpdateRules, AutoUpdateRules> = z
  .strictObject({
    cost_up: z.enum(COST_ACTIONS),
    cost_down: z.enum(COST_ACTIONS),
    limits: z.strictObject({
      change_percent: percent,
      change_amount: amount,
      day_percent: percent,
      day_amount: amount,
    }),
    out_of_stock: z.enum(STOCK_ACTIONS),
    back_in_stock: z.enum(RESTOCK_ACTIONS),
    vanished: z.enum(VANISHED_ACTIONS),
    shipping_up: z.enum(COST_ACTIONS),
    shipping_down: z.enum(COST_ACTIONS),
    shipping_gone: z.enum(UNSHIPPED_ACTIONS),
    shipping_back: z.enum(RESTOCK_ACTIONS),
  })
  .meta({ id: 'AutoUpdateRules' });

const storeSchema = z
  .object({
    store_id: idSchema,
    store_name: z.string(),
    currency: z.string(),
    is_enabled: z.boolean(),
    rules: rulesSchema,
    /** Counts the saved changes; 0: never saved. */
    revision: z.int(),
    updated_at: timeSchema.nullable(),
    /** Prices can only follow a price rule of the store itself. */
    has_price_rule: z.boolean(),
    /** Its price rule includes shipping, so that prices can follow it. */
    prices_shipping: z.boolean(),
    /** false: its channel can't change single fields of a listing. */
    can_change: z.boolean(),
  })
  .meta({ id: 'StoreAutoUpdates' });
export type StoreAutoUpdates = z.output<typeof storeSchema>;

const valueSchema = z.discriminatedUnion('field', [
  z.object({ field: z.literal('price'), price: moneySchema, compare_at: moneySchema.nullable() }),
  /** null: the store doesn't track it. */
  z.object({ field: z.literal('stock'), stock: z.int().nullable() }),
  z.object({ field: z.literal('status'), status: z.string() }),
]);

const changeSchema = z
  .object({
    change_id: idSchema,
    store_id: idSchema,
    store_name: z.string(),
    product_id: idSchema,
    title: z.string(),
    image: z.string().nullable(),
    /** null: the whole product. */
    variant: z.string().nullable(),
    cause: z.enum(AUTO_UPDATE_CAUSES),
    /** What the rule does, such as follow or zero. */
    rule: z.string(),
    state: z.enum(AUTO_UPDATE_STATES),
    /** null: not read yet. */
    before: valueSchema.nullable(),
    after: valueSchema,
    /** What the supplier said, and when it was asked; null: undone by a person. */
    supplier: z
      .object({
        cost_before: moneySchema.nullable(),
        cost_after: moneySchema.nullable(),
        stock_after: z.int().nullable(),
        /** Shipping of one item; null: unchanged, or not shipped. */
        shipping_before: moneySchema.nullable(),
        shipping_after: moneySchema.nullable(),
        at: timeSchema,
      })
      .nullable(),
    problem: problemSchema.nullable(),
    /** Who undid or approved it; null: the rules alone. */
    requested_by: z.string().nullable(),
    can_undo: z.boolean(),
    /** It was undone, or is being undone. */
    is_undone: z.boolean(),
    created_at: timeSchema,
    ended_at: timeSchema.nullable(),
  })
  .meta({ id: 'AutoUpdateChange' });
export type AutoUpdateChange = z.output<typeof changeSchema>;

const holdSchema = z
  .object({
    hold_id: idSchema,
    source: supplierSchema,
    supplier: z.string(),
    fault: z.enum(SUPPLIER_FAULTS),
    /** Affected variants, and those checked in the same run; for shipping, products. */
    affected: z.int(),
    checked: z.int(),
    products: z.int(),
    created_at: timeSchema,
  })
  .meta({ id: 'SupplierHold' });
export type SupplierHold = z.output<typeof holdSchema>;

const changeIds = z.strictObject({ change_ids: z.array(idSchema).min(1).max(MOST_AUTO_UPDATES) });
const outcome = z.object({ changed: z.array(idSchema), failed: z.record(z.string(), problemSchema) });

/** Automatic updates of stores: what suppliers report changes prices, stock and status there, by rules. */
export const autoUpdates = {
  rules: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/auto_update/rules',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the automatic update rules of each store. A store without saved rules is off.',
    data: z.object({ items: z.array(storeSchema) }),
  }),
  saveRules: call({
    id: 'own',
    method: 'PUT',
    path: '/center/products/auto_update/rules',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Save the automatic update rules of a store, and turn them on or off.',
    body: z.strictObject({
      store_id: idSchema,
      /** The revision shown on screen; refused if the rules were changed since. */
      revision: z.int().min(0),
      is_enabled: z.boolean(),
      rules: rulesSchema,
    }),
    data: storeSchema,
  }),
  changes: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/auto_update/changes',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List automatic updates, newest first.',
    query: z.object({
      ...pageQueryShape,
      store_id: idSchema.optional(),
      /** attention: kept or failed. */
      state: z.enum(AUTO_UPDATE_FILTERS).default('all'),
    }),
    data: z.object({ items: z.array(changeSchema), next_cursor: z.string().optional() }),
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/auto_update/changes/undo',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Undo automatic updates. A value that the store has changed since then stays.',
    body: changeIds,
    data: outcome,
  }),
  review: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/auto_update/changes/review',
    access: 'workplace',
    needs: 'products.push',
    summary: 'Apply or dismiss updates that are outside of the limits.',
    body: changeIds.extend({ choice: z.enum(['apply', 'dismiss']) }),
    data: outcome,
  }),
  holds: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/auto_update/holds',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List supplier answers that are held as a probable fault. Nothing is updated from them.',
    data: z.object({ items: z.array(holdSchema) }),
  }),
  resolveHold: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/auto_update/holds/{hold_id}',
    access: 'workplace',
    needs: 'products.push',
    summary: "Update stores from a held supplier answer's latest values, or dismiss it.",
    params: z.object({ hold_id: idSchema }),
    body: z.strictObject({ choice: z.enum(['release', 'dismiss']) }),
    data: z.object({ items: z.array(holdSchema) }),
  }),
};
