import { decimalsOf } from './money.ts';

/**
 * Currencies in use, each with the country that stands for it. Source: ISO 4217 and ISO 3166; those without a country of
 * their own stand with the region's largest user. Screens offer these; any code of ISO 4217 is understood.
 */
const TABLE =
  'AE:AED AF:AFN AL:ALL AM:AMD AO:AOA AR:ARS AU:AUD AW:AWG AZ:AZN BA:BAM BB:BBD BD:BDT BG:BGN BH:BHD BI:BIF BM:BMD BN:BND ' +
  'BO:BOB BR:BRL BS:BSD BT:BTN BW:BWP BY:BYN BZ:BZD CA:CAD CD:CDF CH:CHF CL:CLP CN:CNY CO:COP CR:CRC CV:CVE CZ:CZK DJ:DJF ' +
  'DK:DKK DO:DOP DZ:DZD EG:EGP ER:ERN ET:ETB DE:EUR FJ:FJD FK:FKP GB:GBP GE:GEL GH:GHS GI:GIP GM:GMD GN:GNF GT:GTQ GY:GYD ' +
  'HK:HKD HN:HNL HT:HTG HU:HUF ID:IDR IL:ILS IN:INR IQ:IQD IR:IRR IS:ISK JM:JMD JO:JOD JP:JPY KE:KES KG:KGS KH:KHR KM:KMF ' +
  'KR:KRW KW:KWD KY:KYD KZ:KZT LA:LAK LB:LBP LK:LKR LR:LRD LS:LSL LY:LYD MA:MAD MD:MDL MG:MGA MK:MKD MM:MMK MN:MNT MO:MOP ' +
  'MR:MRU MU:MUR MV:MVR MW:MWK MX:MXN MY:MYR MZ:MZN NA:NAD NG:NGN NI:NIO NO:NOK NP:NPR NZ:NZD OM:OMR PA:PAB PE:PEN PG:PGK ' +
  'PH:PHP PK:PKR PL:PLN PY:PYG QA:QAR RO:RON RS:RSD RU:RUB RW:RWF SA:SAR SB:SBD SC:SCR SE:SEK SG:SGD SH:SHP SO:SOS SR:SRD ' +
  'SZ:SZL TH:THB TJ:TJS TM:TMT TN:TND TO:TOP TR:TRY TT:TTD TW:TWD TZ:TZS UA:UAH UG:UGX US:USD UY:UYU UZ:UZS VN:VND VU:VUV ' +
  'WS:WST CM:XAF AG:XCD SN:XOF PF:XPF YE:YER ZA:ZAR ZM:ZMW';

/** Countries whose currency's symbol stands after the amount: document 1, section 9. */
const SYMBOL_AFTER = new Set(['PL', 'RU', 'UA', 'MX', 'DZ']);

/** What stands between the ends of a range of prices. */
export const INTERVAL_SEPARATOR = ' - ';

/** A currency as the specification lists it (document 1, section 3). */
export interface CurrencyEntry {
  countryCode: string;
  currencyName: string;
  currencySymbol: string;
  /** ISO 4217 code. */
  currencyType: string;
  /** The symbol is cut off from the front of the amount by a space. */
  forwardCut: boolean;
  intervalSeparator: string;
  /** Locale whose way of writing numbers is used. */
  language: string;
  symbolFront: boolean;
  decimal: 0 | 2;
}

const countryOf = new Map(TABLE.split(' ').map((pair) => [pair.slice(3), pair.slice(0, 2)]));

/** The codes of all listed currencies. */
export const CURRENCY_CODES: readonly string[] = [...countryOf.keys()].sort();

/** How many digits are shown after the point: none or two; three decimals are shown as two (decision A42). */
export const shownDigits = (currency: string): 0 | 2 => (decimalsOf(currency) === 0 ? 0 : 2);

/** The entry of a currency, in any case of letters; USD for none; undefined for one that is not listed. */
export function currencyEntry(code: string | null | undefined, language = 'en'): CurrencyEntry | undefined {
  const type = (code || 'USD').toUpperCase();
  const country = countryOf.get(type);
  if (!country) return undefined;
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency: type, currencyDisplay: 'narrowSymbol' });
  const symbol = parts.formatToParts(0).find((part) => part.type === 'currency')?.value ?? type;
  return {
    countryCode: country,
    currencyName: new Intl.DisplayNames(language, { type: 'currency' }).of(type) ?? type,
    currencySymbol: symbol,
    currencyType: type,
    forwardCut: symbol === type,
    intervalSeparator: INTERVAL_SEPARATOR,
    language: `${language}-${country}`,
    symbolFront: !SYMBOL_AFTER.has(country),
    decimal: shownDigits(type),
  };
}
