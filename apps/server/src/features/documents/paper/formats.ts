import type { ChannelAddress } from '@quayside/connector-kit';
import { getDecimals, type Money, toDecimal } from '@quayside/kernel';
import { countryName, getLanguage } from '../../../http/messages.ts';

/** Arabic with the digits of prices, as on the screens. */
const localeOf = (language: string): string => (language === 'ar' ? 'ar-u-nu-latn-ca-gregory' : language);

/** An amount with its currency. The decimal goes in as text, so that no cent is lost in a float. */
export function formatMoney(value: Money, language: string): string {
  const digits = getDecimals(value.currency);
  const format = new Intl.NumberFormat(localeOf(language), {
    style: 'currency',
    currency: value.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(toDecimal(value) as Intl.StringNumericLiteral);
}

function formatIn(time: string, language: string, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  const format = (zone: string) =>
    new Intl.DateTimeFormat(localeOf(language), { ...style, timeZone: zone }).format(new Date(time));
  try {
    return format(timeZone || 'UTC');
  } catch {
    return format('UTC');
  }
}

/** The day of a time, in words. An unknown time zone is UTC's. */
export const formatDay = (time: string, language: string, timeZone: string): string =>
  formatIn(time, language, timeZone, { dateStyle: 'long' });

/** A time with its day and zone. An unknown time zone is UTC's. */
export const formatTime = (time: string, language: string, timeZone: string): string =>
  formatIn(time, language, timeZone, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });

/** Countries that write the postal code after the city. */
const CODE_LAST = new Set('US CA AU NZ GB IE IN SG HK TW KR JP TH PH MY ID ZA BR AE SA EG'.split(' '));

/** Lines of an address as they are written on a parcel, with the country's name. */
export function addressLines(address: ChannelAddress, language: string): string[] {
  const { city, postalCode, countryCode } = address;
  const province = address.provinceCode && CODE_LAST.has(countryCode ?? '') ? address.provinceCode : address.province;
  const place = CODE_LAST.has(countryCode ?? '')
    ? [city, [province, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[postalCode, city].filter(Boolean).join(' '), province].filter(Boolean).join(', ');
  return [
    [address.firstName, address.lastName].filter(Boolean).join(' '),
    address.company,
    address.address1,
    address.address2,
    place,
    countryCode && countryName(getLanguage(language), countryCode),
    address.phone,
  ].flatMap((line) => (line?.trim() ? [line.trim()] : []));
}
