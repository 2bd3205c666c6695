import type { Money } from '@quayside/kernel';
import type { Page, RawWebhook } from './channel.ts';
import type { ConnectorContext } from './context.ts';
import type { ConnectorManifest } from './manifest.ts';

export interface TopupSession {
  /** The provider's id of the checkout. */
  providerRef: string;
  /** URL where the owner confirms and pays. */
  confirmationUrl: string;
}

export interface TopupState {
  providerRef: string;
  /** Our top-up id, as returned by the provider. */
  reference: string;
  /** refunded: in full. */
  state: 'open' | 'paid' | 'expired' | 'refunded';
  amount: Money;
  /** Amount refunded of a paid one. */
  refunded: Money;
  /** The labels passed to createTopup. */
  labels: Readonly<Record<string, string>>;
  /** Creation time of the checkout; ISO 8601. */
  createdAt: string;
  /** URL where the owner pays, while it is open. */
  confirmationUrl?: string;
  paymentRef?: string;
}

/** The subject of a payment event, by the provider's id. */
export interface PaymentSubject {
  kind: 'checkout' | 'payment';
  ref: string;
}

/** A dispute (chargeback) of a payment. */
export interface PaymentDispute {
  ref: string;
  amount: Money;
  /** open: undecided. won: the money stays here, also after a mere inquiry. */
  state: 'open' | 'won' | 'lost';
}

export interface PaymentEvent {
  /** The provider's event id, the same for each delivery. */
  eventId: string;
  topic: string;
  /** Absent: not about a top-up. */
  subject?: PaymentSubject;
}

/** A payment provider that funds the wallet. The return URL is never trusted; the state is read from the provider. */
export interface PaymentConnector extends ConnectorManifest {
  /** How long, in milliseconds, a repeated createTopup with the same reference returns the first checkout. */
  keyLivesMs: number;
  createTopup(
    ctx: ConnectorContext,
    input: {
      reference: string;
      amount: Money;
      description: string;
      /**
       * Stored with the checkout and returned by getTopup and listTopups; at most 40 characters per name, 500 per
       * value.
       */
      labels: Readonly<Record<string, string>>;
      successUrl: string;
      cancelUrl: string;
      email?: string;
    },
  ): Promise<TopupSession>;
  /** Looks up the result of a createTopup with this reference (by idempotency key or metadata). */
  getTopup(ctx: ConnectorContext, providerRef: string): Promise<TopupState | undefined>;
  /**
   * Checkouts made by createTopup since a time (ISO 8601), in pages. Excludes others of the same provider account,
   * whose references are not ours.
   */
  listTopups(ctx: ConnectorContext, input: { createdAfter: string; cursor?: string }): Promise<Page<TopupState>>;
  /**
   * The top-up of a webhook; undefined: a checkout that createTopup did not make. Throws not-found when the provider
   * has no checkout for it (yet).
   */
  findTopup(ctx: ConnectorContext, subject: PaymentSubject): Promise<TopupState | undefined>;
  /** All disputes of a payment (paymentRef of its top-up), including closed ones. */
  listDisputes(ctx: ConnectorContext, paymentRef: string): Promise<PaymentDispute[]>;
  /**
   * Payments (paymentRef) refunded or disputed since a time (ISO 8601), without repetitions, as far as the provider
   * lists them.
   */
  listClaimedPayments(ctx: ConnectorContext, input: { createdAfter: string }): Promise<string[]>;
  /** Verifies the raw bytes and returns the event's subject; the state is then read from the provider. */
  verifyWebhook(raw: RawWebhook, secrets: { webhookSecret: string; now: number }): PaymentEvent;
}
