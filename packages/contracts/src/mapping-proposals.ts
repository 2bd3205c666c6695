import { z } from 'zod';
import { call } from './call.ts';
import { RECOMMENDATION_REASONS } from './mapping.ts';
import {
  doneSchema,
  idSchema,
  modeSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  problemSchema,
  supplierSchema,
  timeSchema,
} from './shapes.ts';

/** off: mappings aren't checked; propose: a person accepts; apply: from `min_confidence` on, automatically. */
export const HEALING_MODES = ['off', 'propose', 'apply'] as const;
export const HEALING_DEFAULTS = { healing: 'off', min_confidence: 95, hold_orders: false } as const;
export const PROPOSAL_KINDS = ['product_gone', 'variant_gone', 'sku_renamed'] as const;
export const MAPPING_PROPOSAL_STATES = ['open', 'applied', 'refused', 'undone', 'closed'] as const;
export type ProposalState = (typeof MAPPING_PROPOSAL_STATES)[number];
/** Lists of proposals: to decide, in effect, and decided against. */
export const PROPOSAL_TABS = ['open', 'applied', 'refused'] as const;

const settingShape = {
  healing: z.enum(HEALING_MODES),
  min_confidence: z.int().min(50).max(100),
  /** Order lines that would buy a missing variant wait until its proposal is decided. */
  hold_orders: z.boolean(),
};
const settingSchema = z
  .object({
    ...settingShape,
    /** When the last check ended; null: none yet. */
    checked_at: timeSchema.nullable(),
    next_check_at: timeSchema.nullable(),
    checking: z.boolean(),
  })
  .meta({ id: 'MappingSetting' });
export type MappingSettingView = z.output<typeof settingSchema>;

const variantShape = {
  source_product_id: z.string(),
  sku_id: z.string(),
  sku: z.string(),
  title: z.string(),
  option_values: z.array(z.string()),
  image: z.string().nullable(),
};

const proposalSchema = z
  .object({
    proposal_id: idSchema,
    source: supplierSchema,
    mode: modeSchema,
    ...variantShape,
    kind: z.enum(PROPOSAL_KINDS),
    state: z.enum(MAPPING_PROPOSAL_STATES),
    held: z.boolean(),
    automatic: z.boolean(),
    confidence: z.int().min(0).max(100),
    reasons: z.array(z.enum(RECOMMENDATION_REASONS)),
    /** null: nothing resembles the missing variant. */
    partner: z.object({ source: supplierSchema, ...variantShape, cost: moneySchema }).nullable(),
    found_at: timeSchema,
    decided_at: timeSchema.nullable(),
  })
  .meta({ id: 'MappingProposal' });
export type MappingProposal = z.output<typeof proposalSchema>;

const ids = z.strictObject({ proposal_ids: z.array(idSchema).min(1).max(100) });
const decided = z.object({ done: z.array(idSchema), failed: z.record(z.string(), problemSchema) });

/** Supplier variants that disappeared or were renamed, with proposed replacements. */
export const mappingProposals = {
  setting: call({
    id: 'own',
    method: 'GET',
    path: '/mapping/settings',
    access: 'workplace',
    needs: 'products.read',
    summary: 'Get how the workspace keeps its mappings up to date with its suppliers.',
    data: settingSchema,
  }),
  saveSetting: call({
    id: 'own',
    method: 'PUT',
    path: '/mapping/settings',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Save how the workspace keeps its mappings up to date. Turning it on starts a check.',
    body: z.strictObject(settingShape),
    data: settingSchema,
  }),
  check: call({
    id: 'own',
    method: 'POST',
    path: '/mapping/check',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Check the mappings against the suppliers now.',
    data: doneSchema,
  }),
  list: call({
    id: 'own',
    method: 'GET',
    path: '/mapping/proposals',
    access: 'workplace',
    needs: 'products.read',
    summary: 'List supplier variants that disappeared or were renamed, newest first, with proposed replacements.',
    query: z.object({ tab: z.enum(PROPOSAL_TABS).default('open'), ...pageQueryShape }),
    data: pageOf(proposalSchema),
  }),
  accept: call({
    id: 'own',
    method: 'POST',
    path: '/mapping/proposals/accept',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Buy the proposed variants from now on. Orders that aren’t placed yet are matched again.',
    body: ids,
    data: decided,
  }),
  refuse: call({
    id: 'own',
    method: 'POST',
    path: '/mapping/proposals/refuse',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Keep the variants that are mapped. Orders that were held for them continue.',
    body: ids,
    data: decided,
  }),
  undo: call({
    id: 'own',
    method: 'POST',
    path: '/mapping/proposals/undo',
    access: 'workplace',
    needs: 'products.change',
    summary: 'Undo applied proposals where the mapping wasn’t changed since.',
    body: ids,
    data: decided,
  }),
};
