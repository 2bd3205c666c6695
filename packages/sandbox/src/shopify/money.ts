/** Cents of a decimal text with at most two decimals: the currencies of the sandbox's shops. */
export const cents = (text: string): number => Math.round(Number(text) * 100);
export const decimal = (amount: number): string => (amount / 100).toFixed(2);
export const isAmount = (text: string): boolean => /^\d+(\.\d{1,2})?$/.test(text);
