import type { AddressRules, ChannelAddress } from '@quayside/connector-kit';
import { type MessageParams, REGIONS } from '@quayside/kernel';
import { findProvince, hasProvinces, provinceOfPostalCode } from './provinces.ts';
import { getTaxId } from './tax-id.ts';

export type RepairField = keyof ChannelAddress;

/** Why a field should change; a message `REPAIR_<reason>` explains it. */
export type RepairReason =
  | 'cleaned'
  | 'postal_code'
  | 'province'
  | 'split'
  | 'repeated'
  | 'phone'
  | 'tax_id'
  | 'country';

/** A proposed change of one field. An empty `to` clears it. */
export interface FieldRepair {
  field: RepairField;
  from: string;
  to: string;
  reason: RepairReason;
}

/** Something that no rule can repair. */
export interface AddressWarning {
  key: string;
  params: MessageParams;
}

export interface AddressProposal {
  changes: FieldRepair[];
  warnings: AddressWarning[];
}

/** Carriers that don't deliver to PO boxes, by the names of their services. Source: their terms of carriage. */
const NO_PO_BOX = /\b(dhl|ups|fedex|dpd|gls|tnt|aramex)\b/i;
const PO_BOX =
  /\b(p\.?\s*o\.?\s*box|post office box|postfach|apartado (postal|de correos)|caixa postal|boîte postale)\b/i;

/** Control characters, pictographs and invisible marks: labels can't print them. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\uFE0F]/gu;
const clean = (text: string): string =>
  text
    // Digits and # are pictographs too, because they begin keycap emoji.
    .replaceAll(UNPRINTABLE, (char) => (/[\d#*©®™]/.test(char) ? char : ' '))
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Postal codes with their punctuation, by country. undefined: no form, or not this one. */
const POSTAL_FORMS: Readonly<Record<string, (code: string) => string | undefined>> = {
  US: (code) => spaced(code, /^(\d{5})-?(\d{4})?$/, '-') ?? (/^\d{4}$/.test(code) ? `0${code}` : undefined),
  CA: (code) => spaced(code, /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, ' '),
  GB: (code) => spaced(code, /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, ' '),
  NL: (code) => spaced(code, /^(\d{4})([A-Z]{2})$/, ' '),
  SE: (code) => spaced(code, /^(\d{3})(\d{2})$/, ' '),
  PL: (code) => spaced(code, /^(\d{2})(\d{3})$/, '-'),
  JP: (code) => spaced(code, /^(\d{3})(\d{4})$/, '-'),
  BR: (code) => spaced(code, /^(\d{5})(\d{3})$/, '-'),
  DE: fiveDigits,
  FR: fiveDigits,
  ES: fiveDigits,
  IT: fiveDigits,
};

function spaced(code: string, form: RegExp, mark: string): string | undefined {
  const parts = form.exec(code)?.slice(1).filter(Boolean);
  return parts?.join(mark);
}

/** A leading zero is lost where spreadsheets read a code as a number. */
function fiveDigits(code: string): string | undefined {
  if (/^\d{5}$/.test(code)) return code;
  return /^\d{4}$/.test(code) ? `0${code}` : undefined;
}

function repairPostalCode(country: string, text: string): string {
  const bare = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  return POSTAL_FORMS[country]?.(bare) ?? text;
}

const CALLING_CODES = new Map(REGIONS.map(({ code, phoneCode }) => [code, phoneCode]));
/** Countries whose national numbers keep their first zero abroad. */
const KEEPS_ZERO = new Set(['IT', 'SM', 'VA']);

/** A phone number with its country code; as written where that is unclear. */
function repairPhone(country: string, text: string): string {
  const written = text.replaceAll(/\(\s*0\s*\)/g, '').replace(/\s*(ext|x|poste)\.?\s*\d+$/i, '');
  const digits = written.replaceAll(/\D/g, '');
  const code = CALLING_CODES.get(country);
  if (digits.length < 5) return text;
  if (written.trim().startsWith('+')) return digits.length <= 15 ? `+${digits}` : text;
  if (digits.startsWith('00')) return digits.length <= 17 ? `+${digits.slice(2)}` : text;
  if (!code) return text;
  // With its country code already, only the plus is missing.
  if (digits.startsWith(code) && digits.length >= code.length + 9 && digits.length <= 15) return `+${digits}`;
  const national = KEEPS_ZERO.has(country) ? digits : digits.replace(/^0/, '');
  return national.length >= 6 && code.length + national.length <= 15 ? `+${code}${national}` : text;
}

/** Splits a street that is too long between two lines at a space. undefined: there is no place for it. */
function splitStreet(street: string, second: string, most: number): [string, string] | undefined {
  if (second !== '') return undefined;
  const at = street.lastIndexOf(' ', most);
  if (at <= 0 || street.length - at - 1 > most) return undefined;
  return [street.slice(0, at), street.slice(at + 1)];
}

const LENGTHS = {
  address1: 'address',
  address2: 'address',
  city: 'city',
  province: 'province',
  postalCode: 'postalCode',
  phone: 'phone',
} as const satisfies Partial<Record<RepairField, keyof AddressRules['lengths']>>;

const FIELDS: readonly RepairField[] = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'provinceCode',
  'postalCode',
  'countryCode',
  'phone',
  'email',
  'taxId',
];

interface Draft {
  address: ChannelAddress;
  reasons: Map<RepairField, RepairReason>;
}

const get = ({ address }: Draft, field: RepairField): string => address[field] ?? '';

function set(draft: Draft, field: RepairField, value: string, reason: RepairReason): void {
  if (get(draft, field) === value) return;
  draft.address[field] = value;
  draft.reasons.set(field, reason);
}

function repairProvince(draft: Draft, country: string): void {
  if (!hasProvinces(country)) return;
  const found =
    findProvince(country, get(draft, 'province')) ??
    findProvince(country, get(draft, 'provinceCode')) ??
    (get(draft, 'province') === '' ? provinceOfPostalCode(country, get(draft, 'postalCode')) : undefined);
  if (!found) return;
  set(draft, 'province', found.name, 'province');
  // A store without codes keeps none: the name is enough.
  if (get(draft, 'provinceCode') !== '') set(draft, 'provinceCode', found.code, 'province');
}

function repairTaxId(draft: Draft, country: string): void {
  const rule = getTaxId(country);
  if (!rule) return;
  const known = get(draft, 'taxId');
  if (known !== '') {
    if (rule.isValid(known)) set(draft, 'taxId', rule.write(known), 'tax_id');
    return;
  }
  // Shops without a field for it ask for it in another one.
  const field = (['company', 'address2'] as const).find((one) => rule.isValid(get(draft, one)));
  if (!field) return;
  set(draft, 'taxId', rule.write(get(draft, field)), 'tax_id');
  set(draft, field, '', 'tax_id');
}

/**
 * Proposes corrections of an address for the suppliers and shipping methods of its order. Repairing a repaired address
 * changes nothing.
 */
export function repairAddress(
  address: ChannelAddress,
  rules: readonly AddressRules[],
  services: readonly string[] = [],
): AddressProposal {
  const draft: Draft = { address: { ...address }, reasons: new Map() };
  for (const field of FIELDS) set(draft, field, clean(get(draft, field)), 'cleaned');
  set(draft, 'countryCode', get(draft, 'countryCode').toUpperCase(), 'country');
  const country = get(draft, 'countryCode');
  set(draft, 'postalCode', repairPostalCode(country, get(draft, 'postalCode')), 'postal_code');
  repairProvince(draft, country);
  repairTaxId(draft, country);
  if (get(draft, 'phone') !== '') set(draft, 'phone', repairPhone(country, get(draft, 'phone')), 'phone');
  if (get(draft, 'address2') !== '' && get(draft, 'address2') === get(draft, 'address1'))
    set(draft, 'address2', '', 'repeated');
  const most = (name: keyof AddressRules['lengths']): number =>
    Math.min(Number.POSITIVE_INFINITY, ...rules.flatMap((rule) => rule.lengths[name] ?? []));
  if (get(draft, 'address1').length > most('address')) {
    const parts = splitStreet(get(draft, 'address1'), get(draft, 'address2'), most('address'));
    if (parts) {
      set(draft, 'address1', parts[0], 'split');
      set(draft, 'address2', parts[1], 'split');
    }
  }
  const changes = FIELDS.flatMap((field): FieldRepair[] => {
    const reason = draft.reasons.get(field);
    const [from, to] = [address[field] ?? '', get(draft, field)];
    return reason === undefined || from === to ? [] : [{ field, from, to, reason }];
  });
  return { changes, warnings: findWarnings(draft, country, most, rules, services) };
}

function findWarnings(
  draft: Draft,
  country: string,
  most: (name: keyof AddressRules['lengths']) => number,
  rules: readonly AddressRules[],
  services: readonly string[],
): AddressWarning[] {
  const warnings: AddressWarning[] = [];
  const name = [get(draft, 'firstName'), get(draft, 'lastName')].filter(Boolean).join(' ');
  if (name.length > most('name')) warnings.push({ key: 'REPAIR_TOO_LONG', params: { text: name, most: most('name') } });
  for (const [field, kind] of Object.entries(LENGTHS)) {
    const text = get(draft, field as RepairField);
    if (text.length > most(kind)) warnings.push({ key: 'REPAIR_TOO_LONG', params: { text, most: most(kind) } });
  }
  if (hasProvinces(country) && get(draft, 'province') !== '' && !findProvince(country, get(draft, 'province')))
    warnings.push({ key: 'REPAIR_PROVINCE_UNKNOWN', params: { province: get(draft, 'province'), country } });
  const streets = [get(draft, 'address1'), get(draft, 'address2')];
  const carrier = services.find((service) => NO_PO_BOX.test(service));
  if (streets.some((street) => PO_BOX.test(street)) && (carrier !== undefined || rules.some((rule) => !rule.poBoxes)))
    warnings.push({ key: 'REPAIR_PO_BOX', params: { service: carrier ?? '' } });
  if (get(draft, 'phone') === '' && rules.some((rule) => rule.needsPhone))
    warnings.push({ key: 'REPAIR_PHONE_NEEDED', params: {} });
  const taxId = getTaxId(country);
  const known = get(draft, 'taxId');
  if (taxId && known !== '' && !taxId.isValid(known))
    warnings.push({ key: 'REPAIR_TAX_ID_INVALID', params: { label: taxId.label, text: known } });
  else if (taxId?.needed && known === '')
    warnings.push({ key: 'REPAIR_TAX_ID_NEEDED', params: { label: taxId.label, country } });
  return warnings;
}
