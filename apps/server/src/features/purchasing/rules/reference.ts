/** Our reference of one payment at a supplier. A payment repeated after a decline is a new one. */
export const getPaymentReference = (reference: string, round: number): string => `${reference}-P${round}`;
