import { z } from 'zod';
import { call } from './call.ts';
import { recommendationSchema } from './mapping.ts';
import { doneSchema, idSchema, pageOf, pageQueryShape, platformSchema, problemSchema, timeSchema } from './shapes.ts';

/** Lists: with a recommendation, without one, mapped by one, and decided against. */
export const SUGGESTION_TABS = ['proposed', 'none', 'applied', 'refused'] as const;

const suggestionSchema = z
  .object({
    suggestion_id: idSchema,
    store_id: idSchema,
    store_name: z.string(),
    platform: platformSchema,
    is_sandbox: z.boolean(),
    external_product_id: z.string().nullable(),
    external_variant_id: z.string(),
    product_id: idSchema,
    title: z.string(),
    variant_title: z.string(),
    sku: z.string(),
    image: z.string().nullable(),
    state: z.enum(['open', 'applied', 'refused']),
    /** Mapped by the workspace's threshold. */
    automatic: z.boolean(),
    decided_at: timeSchema.nullable(),
    /** null: nothing imported resembles it. */
    recommendation: recommendationSchema.nullable(),
  })
  .meta({ id: 'MappingSuggestion' });
export type MappingSuggestion = z.output<typeof suggestionSchema>;

const settingSchema = z
  .object({
    /** Recommendations of at least this confidence are mapped without asking; null: none are. */
    map_from: z.int().min(50).max(100).nullable(),
    checking: z.boolean(),
    /** When variants were last compared with imported products; null: never. */
    checked_at: timeSchema.nullable(),
  })
  .meta({ id: 'SuggestionSetting' });
export type SuggestionSetting = z.output<typeof settingSchema>;

const which = { keyword: z.string().trim().max(200).optional(), store_id: idSchema.optional() };
const ids = z.strictObject({ suggestion_ids: z.array(idSchema).min(1).max(100) });
const decided = z.object({ done: z.array(idSchema), failed: z.record(z.string(), problemSchema) });
const decision = {
  id: 'own',
  method: 'POST',
  access: 'workplace',
  needs: 'products.change',
  body: ids,
  data: decided,
} as const;

/** Variants that stores have and that no supplier is known for, though they were never sold. */
export const mappingSuggestions = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/mapping/suggestions',
    access: 'workplace',
    needs: 'products.read',
    summary:
      "List stores' variants without a supplier, sold or not, each with the imported variant it probably is, surest first.",
    query: z.object({ tab: z.enum(SUGGESTION_TABS).default('proposed'), ...which, ...pageQueryShape }),
    data: pageOf(suggestionSchema),
  }),
  counts: call({
    id: 'own',
    method: 'GET',
    path: '/mapping/suggestions/counts',
    access: 'workplace',
    needs: 'products.read',
    summary: "Count stores' variants without a supplier by what is recommended for them.",
    query: z.object(which),
    data: z.object({ proposed: z.int(), none: z.int(), applied: z.int(), refused: z.int() }),
  }),
  setting: call({
    id: 'own',
    method: 'GET',
    path: '/mapping/suggestions/setting',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get from which confidence on recommendations are mapped without asking.',
    data: settingSchema,
  }),
  saveSetting: call({
    id: 'own',
    method: 'PUT',
    path: '/mapping/suggestions/setting',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Save from which confidence on recommendations are mapped without asking. Those that are open are mapped too.',
    body: z.strictObject({ map_from: z.int().min(50).max(100).nullable() }),
    data: settingSchema,
  }),
  check: call({
    id: 'own',
    method: 'POST',
    path: '/mapping/suggestions/check',
    access: 'workplace',
    needs: 'products.change',
    summary: "Compare stores' variants without a supplier with the imported products now.",
    data: doneSchema,
    perMinute: 10,
  }),
  accept: call({ path: '/mapping/suggestions/accept', summary: 'Map the variants as recommended.', ...decision }),
  refuse: call({
    path: '/mapping/suggestions/refuse',
    summary: 'Leave the variants without a supplier until something else is recommended.',
    ...decision,
  }),
  undo: call({
    path: '/mapping/suggestions/undo',
    summary: 'Take back mappings made by recommendations where they weren’t changed since.',
    ...decision,
  }),
};
