import { z } from 'zod';
import { call } from './call.ts';
import { EVERY_HOURS } from './monitoring-choices.ts';
import { doneSchema, idSchema, problemSchema, supplierSchema, timeSchema } from './shapes.ts';

export const monitoringSettingSchema = z
  .object({
    /** Imported products are tracked automatically, within the plan's limit. */
    watch_new: z.boolean(),
    /** Hours between two checks of a product. */
    every_hours: z.literal([...EVERY_HOURS]),
    /** Notify when a cost changes by more than this percentage. */
    cost_percent: z.int().min(1).max(100),
    /** Notify when a variant runs out of stock or is restocked. */
    tell_stock: z.boolean(),
    /** Notify when the supplier discontinues a product. */
    tell_gone: z.boolean(),
    /** take: our cost follows the supplier's. Store prices never change automatically. */
    cost_follows: z.enum(['tell', 'take']),
    /** take: our stock follows the supplier's; stores get it with the next push. */
    stock_follows: z.enum(['tell', 'take']),
  })
  .meta({ id: 'MonitoringSetting' });
export type MonitoringSetting = z.output<typeof monitoringSettingSchema>;

/** State of a tracked product at its supplier; null if not tracked. */
export const watchMarksSchema = z
  .object({
    /** Last successful check; null: not yet. */
    looked_at: timeSchema.nullable(),
    /** The cost of a sold variant differs from ours. */
    cost_moved: z.boolean(),
    /** A sold variant is out of stock. */
    out_of_stock: z.boolean(),
    /** A sold variant is no longer available. */
    gone: z.boolean(),
    /** Variants found out of stock or discontinued by the last check, and the number checked. */
    out_variants: z.int(),
    variants: z.int(),
  })
  .meta({ id: 'WatchMarks' });
export type WatchMarks = z.output<typeof watchMarksSchema>;

const countsSchema = z
  .object({
    source_products: z.int(),
    products: z.object({ total: z.int(), tracking: z.int(), partial: z.int(), not_tracking: z.int() }),
    skus: z.object({ total: z.int(), tracking: z.int(), not_tracking: z.int() }),
  })
  .meta({ id: 'SupplierCounts' });
export type SupplierCounts = z.output<typeof countsSchema>;

const productIds = z.strictObject({ product_ids: z.array(idSchema).min(1).max(500) });
const failed = z.record(z.string(), problemSchema);

export const monitoring = {
  watch: call({
    id: 'C119',
    method: 'POST',
    path: '/center/products/auto_update',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Track cost, stock and availability of products at their suppliers. Already tracked products are unaffected.',
    body: productIds,
    data: z.object({ watched: z.array(idSchema), failed }),
  }),
  unwatch: call({
    id: 'C120',
    method: 'DELETE',
    path: '/center/products/auto_update',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Stop tracking products and delete the recorded data.',
    body: productIds,
    data: z.object({ stopped: z.array(idSchema), failed }),
  }),
  look: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/auto_update/look',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Check tracked products now instead of on schedule. Skips products checked moments ago.',
    body: z.strictObject({ product_ids: z.array(idSchema).min(1).max(50) }),
    data: z.object({ asked: z.array(idSchema), failed }),
  }),
  takeCost: call({
    id: 'own',
    method: 'POST',
    path: '/center/products/take-cost/{product_id}',
    access: 'workplace',
    needs: 'products.change',
    summary: "Apply the supplier's cost shown on screen. Prices don't change, here or in stores.",
    params: z.object({ product_id: idSchema }),
    body: z.strictObject({
      /** The revision shown on screen. */
      revision: z.int().min(1),
      /** The check shown on screen; refused after a later one. */
      looked_at: timeSchema,
    }),
    data: doneSchema,
  }),
  setting: call({
    id: 'C145',
    method: 'GET',
    path: '/center/products/setting/monitoring',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get the product tracking settings of the workspace.',
    data: monitoringSettingSchema,
  }),
  saveSetting: call({
    id: 'C146',
    method: 'PUT',
    path: '/center/products/setting/monitoring',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the product tracking settings of the workspace.',
    body: z.strictObject(monitoringSettingSchema.shape),
    data: monitoringSettingSchema,
  }),
  suppliers: call({
    id: 'own',
    method: 'GET',
    path: '/center/products/suppliers',
    access: 'workplace',
    needs: 'products.read',
    summary: "List the suppliers of the workspace's products, with the number of imported and tracked products.",
    data: z.object({
      items: z.array(
        countsSchema.extend({
          source: supplierSchema,
          name: z.string(),
          is_sandbox: z.boolean(),
          /** ready: needs no own connection; absent: no connection, so products can't be checked. */
          state: z.enum(['ready', 'active', 'needs_reconnect', 'absent']),
          problem: problemSchema.nullable(),
        }),
      ),
    }),
  }),
};
