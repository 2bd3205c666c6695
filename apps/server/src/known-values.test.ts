import { expect, it } from 'vitest';
import { checkCurrency, checkTimeZone } from './known-values.ts';

it('takes currencies and time zones that exist, and names the field of any other', () => {
  expect(() => checkCurrency('currency', 'EUR')).not.toThrow();
  expect(() => checkCurrency('currency', 'QQQ')).toThrow('CURRENCY_UNKNOWN');
  expect(() => checkTimeZone('time_zone', 'Europe/Berlin')).not.toThrow();
  expect(() => checkTimeZone('time_zone', 'Mars/Olympus')).toThrow('TIME_ZONE_UNKNOWN');
});
