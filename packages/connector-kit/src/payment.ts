import type { Money } from '@quayside/kernel';
import type { Page, RawWebhook } from './channel.ts';
import type { ConnectorContext } from './context.ts';
import type { ConnectorManifest } from './manifest.ts';

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
  /** refunded: in full. */
  state: 'open' | 'paid' | 'expired' | 'refunded';
  amount: Money;
  /** What was given back of a paid one. */
  refunded: Money;
  /** The labels that createTopup was given. */
  labels: Readonly<Record<string, string>>;
  /** When the checkout was made; ISO 8601. */
  createdAt: string;
  /** Where the owner pays, while it is open. */
  confirmationUrl?: string;
  paymentRef?: string;
}

/** What a payment provider's event is about, by the provider's own id. */
export interface PaymentSubject {
  kind: 'checkout' | 'payment';
  ref: string;
}

/** A payer's bank asks for a payment back. */
export interface PaymentDispute {
  ref: string;
  amount: Money;
  /** open: the outcome is not known. won: the money stays here, also where the bank only inquired. */
  state: 'open' | 'won' | 'lost';
}

export interface PaymentEvent {
  /** The provider's id of the event: the same each time it is delivered. */
  eventId: string;
  topic: string;
  /** Missing: it concerns no top-up. */
  subject?: PaymentSubject;
}

/** A provider that takes money from the owner into our wallet. The return URL is never trusted; the state is read again. */
export interface PaymentConnector extends ConnectorManifest {
  /** For how long a second createTopup with the same reference surely returns the checkout of the first. */
  keyLivesMs: number;
  createTopup(
    ctx: ConnectorContext,
    input: {
      reference: string;
      amount: Money;
      description: string;
      /** Kept with the checkout and returned by getTopup and listTopups; at most 40 characters a name, 500 a value. */
      labels: Readonly<Record<string, string>>;
      successUrl: string;
      cancelUrl: string;
      email?: string;
    },
  ): Promise<TopupSession>;
  /** What became of a createTopup with this reference (found by idempotency key or metadata). */
  getTopup(ctx: ConnectorContext, providerRef: string): Promise<TopupState | undefined>;
  /**
   * Checkouts that createTopup made since then (ISO 8601), in pages. Others of the same account at the provider are left
   * out: their references may be anybody's.
   */
  listTopups(ctx: ConnectorContext, input: { createdAfter: string; cursor?: string }): Promise<Page<TopupState>>;
  /**
   * The top-up that a webhook is about. undefined: a checkout that createTopup did not make. Fails as not-found where the
   * provider knows no checkout for it (yet).
   */
  findTopup(ctx: ConnectorContext, subject: PaymentSubject): Promise<TopupState | undefined>;
  /** All disputes of a payment (the paymentRef of its top-up), closed ones as well. */
  listDisputes(ctx: ConnectorContext, paymentRef: string): Promise<PaymentDispute[]>;
  /** The payments (paymentRef) that were refunded or disputed since then (ISO 8601), each once, as far as the provider lists them. */
  listClaimedPayments(ctx: ConnectorContext, input: { createdAfter: string }): Promise<string[]>;
  /** Verifies the raw bytes and returns what the event is about; the truth is then read from the provider. */
  verifyWebhook(raw: RawWebhook, secrets: { webhookSecret: string; now: number }): PaymentEvent;
}
