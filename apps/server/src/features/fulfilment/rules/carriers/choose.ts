import { identifyCarrier } from './identify.ts';

/**
 * A parcel's carrier: named by its supplier, else set before, else identified by its number. One identified from an
 * earlier number doesn't survive a new number.
 */
export function chooseCarrier(
  parcel: { carrier?: string | undefined; trackingNumber: string },
  known?: { carrier: string | null; tracking_number: string },
): string | undefined {
  if (parcel.carrier?.trim()) return parcel.carrier;
  const wasIdentified = known !== undefined && known.carrier === identifyCarrier(known.tracking_number);
  const isRenumbered = known !== undefined && known.tracking_number !== parcel.trackingNumber;
  const before = wasIdentified && isRenumbered ? undefined : known?.carrier;
  return before ?? identifyCarrier(parcel.trackingNumber);
}
