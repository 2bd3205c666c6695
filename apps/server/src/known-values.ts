import { invalidField } from '@quayside/kernel';

const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Whether a code is in use (ISO 4217). */
export const isCurrency = (code: string): boolean => currencies.has(code);

/** Throws CURRENCY_UNKNOWN for the field unless the code is in use (ISO 4217). */
export function checkCurrency(field: string, code: string): void {
  if (!isCurrency(code)) throw invalidField(field, 'CURRENCY_UNKNOWN', { currency: code });
}

/** Throws TIME_ZONE_UNKNOWN for the field unless it is an IANA time zone. */
export function checkTimeZone(field: string, zone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw invalidField(field, 'TIME_ZONE_UNKNOWN', { zone });
  }
}
