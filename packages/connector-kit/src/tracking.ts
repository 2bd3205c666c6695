import type { RawWebhook } from './channel.ts';
import type { ConnectorContext } from './context.ts';
import type { ConnectorManifest } from './manifest.ts';
import type { ShipmentState, TrackingEvent } from './supplier.ts';

/** A parcel at a carrier. The number identifies it at a tracking service, which never tracks one twice. */
export interface NumberToTrack {
  number: string;
  /** Name of the carrier, if known. */
  carrier?: string;
  /** ISO country code of the destination, if known. */
  destination?: string;
}

/** A parcel as its tracking service knows it. */
export interface TrackedParcel {
  number: string;
  /** The service's id of the parcel, if it has one. */
  trackingId?: string;
  carrier?: string;
  /** Absent: the service knows nothing yet. */
  state?: ShipmentState;
  events: TrackingEvent[];
  /** ISO country code of the destination, according to the carrier. */
  destination?: string;
}

/** A service that follows parcels of any carrier. Every method may throw ConnectorError. */
export interface TrackingConnector extends ConnectorManifest {
  /** Number of parcels that one request reads. */
  batch: number;
  /** Verifies the credentials. `left`: numbers that the plan still allows, if the service says so. */
  verify(ctx: ConnectorContext): Promise<{ left?: number }>;
  /**
   * Starts to track a number; one that is tracked already counts as started. Throws rejected/quota_used_up and
   * rejected/carrier_unknown.
   */
  track(ctx: ConnectorContext, parcel: NumberToTrack): Promise<{ trackingId?: string }>;
  /** Parcels that are tracked, of at most `batch` numbers. Missing ones are not tracked. */
  getParcels(
    ctx: ConnectorContext,
    parcels: readonly (NumberToTrack & { trackingId?: string })[],
  ): Promise<TrackedParcel[]>;
  /** The webhook signing secret among the credentials, if any. */
  webhookSecretOf(credentials: Record<string, string>): string | undefined;
  /** Verifies the raw bytes and returns the numbers with news. Throws rejected. */
  verifyWebhook(raw: RawWebhook, secrets: { webhookSecret: string }): { numbers: string[] };
}
