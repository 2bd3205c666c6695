import { CURRENCY_CODES } from '@quayside/kernel/currencies.ts';

/** Currencies by code and name, in the language in use. */
export function currencyChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return CURRENCY_CODES.map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}

/** The zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zones, the kept one among them even when this browser knows it by another name. */
export function timeZoneChoices(kept: string): { value: string; label: string }[] {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(kept ? [kept] : [])]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
