import { getDecimals } from './money.ts';

/** Currencies in use, source: ISO 4217. Screens offer these; any code of ISO 4217 is understood. */
export const CURRENCY_CODES: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
  'CRC CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ' +
  'ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
  'MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SOS SRD SZL ' +
  'THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'
).split(' ');

/** Currencies whose symbol follows the amount in every language: document 1, section 9. */
export const SYMBOL_AFTER: ReadonlySet<string> = new Set(['PLN', 'RUB', 'UAH', 'MXN', 'DZD']);

/** Separator in a price range: document 1, section 3. */
export const INTERVAL_SEPARATOR = ' - ';

/** Decimals shown: none or two; three decimals are shown as two (decision A42). */
export const shownDigits = (currency: string): 0 | 2 => (getDecimals(currency) === 0 ? 0 : 2);
