import { findTrackingPage } from './carriers/identify.ts';
import { webAddress } from './web-address.ts';

/** A parcel's tracking page: its own if a browser may follow it, else the carrier's. */
export const trackingLink = (parcel: {
  carrier: string | null;
  tracking_number: string;
  tracking_url: string | null;
}): string | null =>
  webAddress(parcel.tracking_url ?? undefined) ??
  (parcel.carrier ? findTrackingPage(parcel.carrier, parcel.tracking_number) : undefined) ??
  null;
