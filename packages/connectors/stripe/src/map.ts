import { ConnectorError, type TopupState } from '@quayside/connector-kit';
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
  payment_intent: z
    .union([
      z.string(),
      z.object({
        id: z.string(),
        latest_charge: z.union([z.string(), z.object({ refunded: z.boolean() })]).nullish(),
      }),
    ])
    .nullish(),
});

function stateOf(raw: z.output<typeof session>): TopupState['state'] {
  if (raw.status === 'expired') return 'expired';
  if (raw.status !== 'complete' || raw.payment_status !== 'paid') return 'open';
  const charge = typeof raw.payment_intent === 'object' ? raw.payment_intent?.latest_charge : undefined;
  return typeof charge === 'object' && charge?.refunded ? 'refunded' : 'paid';
}

/** Throws unexpected when the session has not the published shape, or none of our references. */
export function topupOf(value: unknown): TopupState {
  const parsed = session.safeParse(value);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new ConnectorError(
      'unexpected',
      `Stripe's session has another shape: ${issue?.path.join('.')}: ${issue?.message}`,
    );
  const raw = parsed.data;
  if (!raw.client_reference_id) throw new ConnectorError('unexpected', `session ${raw.id} is none of ours`);
  const payment = typeof raw.payment_intent === 'object' ? raw.payment_intent?.id : raw.payment_intent;
  return {
    providerRef: raw.id,
    reference: raw.client_reference_id,
    state: stateOf(raw),
    amount: money(raw.amount_total, raw.currency.toUpperCase()),
    ...(payment ? { paymentRef: payment } : {}),
  };
}
