/**
 * What a supplier knows one of our orders by: Q and the id in base 36, 26 characters. Made of the id, so it is the same
 * at every attempt and unlike any other. CJ takes up to 50 characters.
 */
export const referenceOf = (supplierOrderId: string): string =>
  `Q${BigInt(`0x${supplierOrderId.replaceAll('-', '')}`)
    .toString(36)
    .padStart(25, '0')
    .toUpperCase()}`;

/** What a supplier knows one payment by. A payment that was refused and is asked for again is another one. */
export const paymentReferenceOf = (reference: string, round: number): string => `${reference}-P${round}`;
