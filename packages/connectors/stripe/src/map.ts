import { ConnectorError, type PaymentDispute, type TopupState } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { z } from 'zod';

/** A checkout session as far as we read it. Amounts are integers in the smallest unit, currencies in lower case. */
const session = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int().min(0),
  currency: z.string(),
  client_reference_id: z.string().nullable(),
  created: z.int(),
  metadata: z.record(z.string(), z.string()).nullish(),
  url: z.string().nullish(),
  payment_intent: z
    .union([
      z.string(),
      z.object({
        id: z.string(),
        latest_charge: z
          .union([z.string(), z.object({ refunded: z.boolean(), amount_refunded: z.int().min(0) })])
          .nullish(),
      }),
    ])
    .nullish(),
});

const mark = z.object({
  mode: z.literal('payment'),
  client_reference_id: z.string().min(1),
  metadata: z.object({ reference: z.string() }),
  payment_link: z.unknown().optional(),
});

/**
 * Whether createTopup made a session. A payment link takes client_reference_id from the address that a shopper opens, so
 * the metadata, which only a holder of the secret key writes, has to agree.
 */
export function isTopup(value: unknown): boolean {
  const { data } = mark.safeParse(value);
  return data !== undefined && !data.payment_link && data.metadata.reference === data.client_reference_id;
}

const chargeOf = ({ payment_intent: intent }: z.output<typeof session>) => {
  const charge = typeof intent === 'object' ? intent?.latest_charge : undefined;
  return typeof charge === 'object' ? charge : undefined;
};

function stateOf(raw: z.output<typeof session>): TopupState['state'] {
  if (raw.status === 'expired') return 'expired';
  if (raw.status !== 'complete' || raw.payment_status !== 'paid') return 'open';
  return chargeOf(raw)?.refunded ? 'refunded' : 'paid';
}

const dispute = z.object({ id: z.string(), amount: z.int().min(0), currency: z.string(), status: z.string() });

/**
 * How a dispute ends, by Stripe's status. Any other is open: inquiries (`warning_needs_response`, `warning_under_review`),
 * disputes, appeals, and what later versions of the API add.
 */
const ENDS: Readonly<Record<string, PaymentDispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** Throws unexpected when the dispute has not the published shape. */
export function toDispute(value: unknown): PaymentDispute {
  const parsed = dispute.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new ConnectorError(
      'unexpected',
      `Stripe's dispute has another shape: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  const { amount, currency, id, status } = parsed.data;
  return { ref: id, amount: money(amount, currency.toUpperCase()), state: ENDS[status] ?? 'open' };
}

/** Throws unexpected when the session has not the published shape, or none of our references. */
export function toTopup(value: unknown): TopupState {
  const parsed = session.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new ConnectorError(
      'unexpected',
      `Stripe's session has another shape: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  const raw = parsed.data;
  if (!raw.client_reference_id)
    throw new ConnectorError('unexpected', `checkout session ${raw.id} has no client_reference_id`);
  const payment = typeof raw.payment_intent === 'object' ? raw.payment_intent?.id : raw.payment_intent;
  const currency = raw.currency.toUpperCase();
  const { reference: _reference, ...labels } = raw.metadata ?? {};
  return {
    providerRef: raw.id,
    reference: raw.client_reference_id,
    state: stateOf(raw),
    amount: money(raw.amount_total, currency),
    refunded: money(chargeOf(raw)?.amount_refunded ?? 0, currency),
    labels,
    createdAt: new Date(raw.created * 1_000).toISOString(),
    ...(raw.url ? { confirmationUrl: raw.url } : {}),
    ...(payment ? { paymentRef: payment } : {}),
  };
}
