import { z } from 'zod';
import { call } from './call.ts';
import {
  connectorIdSchema,
  doneSchema,
  idSchema,
  moneySchema,
  pageOf,
  pageQueryShape,
  queryInt,
  timeSchema,
} from './shapes.ts';
import { TOPUP_MAX, TOPUP_MIN } from './topup-limits.ts';

/** Default threshold of the low balance alert, in US cents. */
export const WALLET_LOW_AT = 2_000;

const transactionSchema = z
  .object({
    id: idSchema,
    kind: z.enum([
      'topup',
      'bonus',
      'reserve',
      'settle',
      'release',
      'refund',
      'freeze',
      'unfreeze',
      'take_back',
      'give_back',
      'repay',
    ]),
    /** Change of the available balance; for a reversed top-up, the reversed amount. */
    amount: moneySchema,
    reference: z.record(z.string(), z.string()),
    at: timeSchema,
  })
  .meta({ id: 'WalletTransaction' });

export const wallet = {
  wallet: call({
    id: 'C275',
    method: 'GET',
    path: '/payments/user/wallets',
    access: 'workplace',
    needs: 'wallet.read',
    summary: 'Get the wallet balance: decimal USD as in the specification, plus our own money format.',
    data: z.object({
      balance_bonus: z.number(),
      balance_topup: z.number(),
      total_balance: z.number(),
      currency: z.literal('USD'),
      bonus: moneySchema,
      topup: moneySchema,
      total: moneySchema,
      reserved: moneySchema,
      /** Amount of disputed top-ups, blocked until the dispute is decided. */
      frozen: moneySchema,
      /** Spent money of reversed top-ups, paid first from incoming money. */
      debt: moneySchema,
      /** Threshold of the low balance alert; null: never. */
      low_at: moneySchema.nullable(),
      policy_accepted: z.boolean(),
      is_sandbox: z.boolean(),
      can_top_up: z.boolean(),
      /** Payment providers for top-ups; the first is preselected. */
      providers: z.array(z.object({ id: connectorIdSchema, label: z.string() })),
    }),
  }),
  walletChart: call({
    id: 'C276',
    method: 'GET',
    path: '/payments/user/wallets/chart-summary',
    access: 'workplace',
    needs: 'wallet.history',
    summary: 'Get money added and spent by day.',
    query: z.object({ days: queryInt(7, 90).default(30) }),
    data: z.object({ days: z.array(z.object({ day: z.string(), added: moneySchema, spent: moneySchema })) }),
  }),
  topup: call({
    id: 'C277',
    method: 'POST',
    path: '/payments/user/wallets/topup',
    access: 'workplace',
    needs: 'wallet.topup',
    summary: 'Start a top-up. Returns the URL where it is paid; idempotent by key.',
    body: z.strictObject({
      amount: z.int().min(TOPUP_MIN).max(TOPUP_MAX),
      /** The id of a payment provider; default: the first one configured. */
      provider: connectorIdSchema.optional(),
      idempotency_key: z.string().min(8).max(80),
      return_path: z.string().startsWith('/app/').max(300).default('/app/setting/wallet'),
    }),
    data: z.object({ topup_id: idSchema, state: z.string(), confirmation_url: z.string().nullable() }),
    perMinute: 30,
  }),
  topupState: call({
    id: 'own',
    method: 'GET',
    path: '/payments/user/wallets/topup/{topup_id}',
    access: 'workplace',
    needs: 'wallet.topup',
    summary: 'Get the status of a top-up.',
    params: z.object({ topup_id: idSchema }),
    data: z.object({
      topup_id: idSchema,
      state: z.string(),
      amount: moneySchema,
      confirmation_url: z.string().nullable(),
      error_key: z.string().nullable(),
    }),
  }),
  acceptPolicy: call({
    id: 'C278',
    method: 'POST',
    path: '/payments/user/wallets/accept-policy',
    access: 'workplace',
    needs: 'wallet.policy',
    summary: "Accept the wallet's terms.",
    body: z.strictObject({}),
    data: doneSchema,
  }),
  setLowMark: call({
    id: 'own',
    method: 'PUT',
    path: '/payments/user/wallets/low-mark',
    access: 'workplace',
    needs: 'wallet.policy',
    summary: 'Set the threshold of the low balance alert in US cents; null: off.',
    body: z.strictObject({ amount: z.int().min(1).max(TOPUP_MAX).nullable() }),
    data: doneSchema,
  }),
  transactions: call({
    id: 'C281',
    method: 'GET',
    path: '/orders/v10/payments/transaction-logs',
    access: 'workplace',
    needs: 'wallet.history',
    summary: 'List wallet transactions, newest first.',
    query: z.object({ ...pageQueryShape, kind: z.enum(['all', 'in', 'out', 'held']).default('all') }),
    data: pageOf(transactionSchema),
  }),
  transactionCount: call({
    id: 'C282',
    method: 'GET',
    path: '/orders/v10/payments/transaction-logs/count',
    access: 'workplace',
    needs: 'wallet.history',
    summary: 'Count wallet transactions by kind.',
    data: z.object({ all: z.int(), in: z.int(), out: z.int(), held: z.int() }),
  }),
};
