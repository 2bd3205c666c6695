import { z } from 'zod';
import { call } from './call.ts';
import { SOLD_PLANS } from './plan-table.ts';
import { FEATURE_IDS } from './quota.ts';
import { timeSchema } from './shapes.ts';

const featureSchema = z.object({
  /** -1: unlimited; 0: not part of the plan. */
  limit: z.int(),
  usage: z.int(),
  module_type: z.enum(['CREDIT', 'ADD_ON']),
  /** quota: a number of uses; permission: yes or no. */
  type: z.enum(['quota', 'permission']),
  /** Credits per use. */
  cost: z.int(),
});

const moduleSchema = z.object({
  type: z.enum(['CREDIT', 'ADD_ON']),
  key: z.string(),
  name: z.string(),
  price: z.number(),
  is_legacy: z.boolean(),
  /** -1: unlimited. */
  main_credit: z.int(),
});

export const currentPlanSchema = z
  .object({
    package: z.object({
      key: z.string(),
      /** US dollars a month. */
      price: z.number(),
      /** Days: 30 or 365. */
      cycle: z.int(),
      modules: z.array(moduleSchema),
      features: z.record(z.enum(FEATURE_IDS), featureSchema),
    }),
    name: z.string(),
    price: z.number(),
    provider_payment: z.string().nullable(),
    total_credit: z.int(),
    total_credit_used: z.int(),
    is_trial: z.boolean(),
    order_cashback: z.number(),
    /** Next charge; null: none. */
    next_billing_time: timeSchema.nullable(),
    /** When the credits renew. */
    resets_at: timeSchema,
    /** The caller may switch plans for free, because this installation charges for none. */
    can_choose: z.boolean(),
  })
  .meta({ id: 'CurrentPlan' });

const amountSchema = z.int().min(1).max(1000).default(1);

export const plans = {
  current: call({
    id: 'C045',
    method: 'GET',
    path: '/payments/user/v2/current-plan',
    access: 'workplace',
    needs: 'workspace.read',
    summary:
      "Get the plan that pays in this workspace (its owner's), with limits and usage. With the header app: AH, the plan in the researcher app.",
    data: currentPlanSchema,
  }),
  choose: call({
    id: 'own',
    method: 'POST',
    path: '/payments/user/choose-plan',
    access: 'workplace',
    needs: 'wallet.policy',
    summary: "Switch plans on an installation that doesn't charge for them. Credits start over.",
    body: z.strictObject({
      plan_key: z.string().refine((key) => SOLD_PLANS.some((plan) => plan.key === key), 'choose one of the plans'),
    }),
    data: currentPlanSchema,
  }),
  calcUsage: call({
    id: 'C046',
    method: 'POST',
    path: '/payments/quota/calc-usage',
    access: 'workplace',
    needs: 'workspace.read',
    summary: 'Recalculate usage and check whether further uses of a feature are allowed.',
    body: z.strictObject({ feature_id: z.enum(FEATURE_IDS).optional(), usage_amount: amountSchema }),
    data: z.object({
      features: z.record(z.enum(FEATURE_IDS), featureSchema),
      total_credit: z.int(),
      total_credit_used: z.int(),
      /** For the requested feature. `refused_by`: the exhausted limit. */
      check: z
        .object({
          feature_id: z.enum(FEATURE_IDS),
          allowed: z.boolean(),
          refused_by: z.enum(['limit', 'credits']).nullable(),
          limit: z.int(),
          usage: z.int(),
          cost: z.int(),
        })
        .nullable(),
    }),
  }),
  updateUsage: call({
    id: 'C047',
    method: 'POST',
    path: '/payments/quota/update-usage',
    access: 'workplace',
    needs: 'products.change',
    summary:
      'Record uses of a feature without rows of its own, such as AI. Features that are counted from rows are refused.',
    body: z.strictObject({ feature_id: z.enum(FEATURE_IDS), usage_amount: amountSchema }),
    data: z.object({ feature_id: z.enum(FEATURE_IDS), limit: z.int(), usage: z.int(), total_credit_used: z.int() }),
  }),
};
