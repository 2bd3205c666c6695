import { CURRENCY_CODES } from '@quayside/kernel/currencies.ts';
import { TIME_ZONES } from '@quayside/kernel/time-zones.ts';

/** Currencies by code and name, in the current language. */
export function currencyChoices(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'currency' });
  return CURRENCY_CODES.map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}

/** The browser's time zone. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Time zones to choose from, always including the saved one and the browser's. */
export function timeZoneChoices(kept: string): { value: string; label: string }[] {
  const zones = new Set([...TIME_ZONES, ownTimeZone(), ...(kept ? [kept] : [])]);
  return [...zones].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
