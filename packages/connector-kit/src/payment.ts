import type { Money } from '@quayside/kernel';
import type { RawWebhook } from './channel.ts';
import type { ConnectorContext, CredentialField } from './context.ts';

export interface TopupSession {
  /** The provider's id of the checkout. */
  providerRef: string;
  /** Where the owner confirms and pays. */
  confirmationUrl: string;
}

export interface TopupState {
  providerRef: string;
  /** Our topup id, as the provider gave it back. */
  reference: string;
  state: 'open' | 'paid' | 'expired' | 'refunded';
  amount: Money;
  paymentRef?: string;
}

/** A provider that takes money from the owner into our wallet. The return URL is never trusted; the state is read again. */
export interface PaymentConnector {
  id: 'stripe';
  label: string;
  credentialFields: CredentialField[];
  createTopup(
    ctx: ConnectorContext,
    input: {
      reference: string;
      amount: Money;
      description: string;
      successUrl: string;
      cancelUrl: string;
      email?: string;
    },
  ): Promise<TopupSession>;
  /** What became of a createTopup with this reference (found by idempotency key or metadata). */
  getTopup(ctx: ConnectorContext, providerRef: string): Promise<TopupState | undefined>;
  /** Verifies the raw bytes and tells which checkout changed; the truth is then read with getTopup. */
  verifyWebhook(
    raw: RawWebhook,
    secrets: { webhookSecret: string; now: number },
  ): { eventId: string; providerRef?: string; topic: string };
}
