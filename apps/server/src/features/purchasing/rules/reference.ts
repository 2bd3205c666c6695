/** What a supplier knows one payment by. A payment that was refused and is asked for again is another one. */
export const paymentReferenceOf = (reference: string, round: number): string => `${reference}-P${round}`;
