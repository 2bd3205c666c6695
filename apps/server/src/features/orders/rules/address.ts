import type { ChannelAddress } from '@quayside/connector-kit';
import { AppError, isCountryCode, type MessageParams } from '@quayside/kernel';

/** Fields of the API by their names in an address. */
export const ADDRESS_FIELDS = {
  first_name: 'firstName',
  last_name: 'lastName',
  company: 'company',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  province: 'province',
  province_code: 'provinceCode',
  postal_code: 'postalCode',
  country_code: 'countryCode',
  phone: 'phone',
  email: 'email',
  tax_id: 'taxId',
} as const satisfies Record<string, keyof ChannelAddress>;

/** The fields of an address that an input names. */
export function toAddress(input: { [N in keyof typeof ADDRESS_FIELDS]?: string }): ChannelAddress {
  const address: ChannelAddress = {};
  for (const [name, field] of Object.entries(ADDRESS_FIELDS)) {
    const value = input[name as keyof typeof ADDRESS_FIELDS];
    if (value !== undefined) address[field] = value;
  }
  return address;
}

/** Address field by its API name. */
export type AddressField =
  | 'name'
  | 'address1'
  | 'city'
  | 'province'
  | 'postal_code'
  | 'country_code'
  | 'phone'
  | 'email';

export interface FieldProblem {
  key: string;
  params?: MessageParams;
}

/** Countries that require a state or province. Source: UPU S42 country sheets. */
const PROVINCE_NEEDED = new Set('US CA AU MX BR AR IN CN JP MY ID IT ES TH'.split(' '));

/** Countries and territories without postal codes. Source: UPU, "Addressing the world". */
const NO_POSTAL_CODE = new Set(
  'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GN GQ GY HK JM KE KI KM KN KP LC LY ML MO MR MS MU MW NR NU PA QA RW SB SC SL SO SR ST SY TD TF TG TK TL TO TT TV UG VC VU WS YE ZW'.split(
    ' ',
  ),
);

/** Validated postal code formats; elsewhere any text is valid. Source: UPU S42 country sheets. */
const POSTAL_FORMS: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  DE: /^\d{5}$/,
  FR: /^\d{5}$/,
  ES: /^\d{5}$/,
  IT: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  BE: /^\d{4}$/,
  AT: /^\d{4}$/,
  CH: /^\d{4}$/,
  AU: /^\d{4}$/,
  NZ: /^\d{4}$/,
  DK: /^\d{4}$/,
  NO: /^\d{4}$/,
  SE: /^\d{3} ?\d{2}$/,
  PL: /^\d{2}-?\d{3}$/,
  JP: /^\d{3}-?\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  IN: /^\d{6}$/,
  MX: /^\d{5}$/,
};

const has = (text: string | undefined): boolean => Boolean(text?.trim());

/**
 * Missing or invalid fields of a shipping address; empty when complete. Own rules (decision A39): the specification
 * does not show those of the customer form.
 */
export function addressErrors(address: ChannelAddress): Partial<Record<AddressField, FieldProblem>> {
  const errors: Partial<Record<AddressField, FieldProblem>> = {};
  const need = (field: AddressField, text: string | undefined): void => {
    if (!has(text)) errors[field] = { key: 'ADDRESS_FIELD_NEEDED' };
  };
  need('name', [address.firstName, address.lastName, address.company].filter(has).join(' '));
  need('address1', address.address1);
  need('city', address.city);
  need('country_code', address.countryCode);
  const country = address.countryCode ?? '';
  if (country && !isCountryCode(country)) errors.country_code = { key: 'ADDRESS_COUNTRY_UNKNOWN' };
  if (PROVINCE_NEEDED.has(country)) need('province', address.province ?? address.provinceCode);
  if (country && !NO_POSTAL_CODE.has(country)) {
    need('postal_code', address.postalCode);
    const form = POSTAL_FORMS[country];
    if (has(address.postalCode) && form && !form.test(address.postalCode?.trim() ?? ''))
      errors.postal_code = { key: 'ADDRESS_POSTAL_CODE_FORM', params: { country } };
  }
  const digits = (address.phone ?? '').replace(/\D/g, '').length;
  if (has(address.phone) && (digits < 5 || digits > 15)) errors.phone = { key: 'ADDRESS_PHONE_FORM' };
  return errors;
}

/** Throws CustomerInformationIsNotValid with each missing or invalid field by its name in the API. */
export function refuseIncomplete(address: ChannelAddress): void {
  const errors = Object.entries(addressErrors(address));
  if (errors.length === 0) return;
  const fields = Object.fromEntries(
    errors.map(([field, problem]) => [field === 'name' ? 'first_name' : field, [problem.key]]),
  );
  const params = Object.assign({}, ...errors.map(([, problem]) => problem.params ?? {}));
  throw new AppError('UNPROCESSABLE_ENTITY', 'CustomerInformationIsNotValid', { fields, params });
}

export const addressIsComplete = (address: ChannelAddress): boolean => Object.keys(addressErrors(address)).length === 0;

/** The store's address with the owner's corrections; a corrected field that is empty is removed. */
export function effectiveAddress(store: ChannelAddress, edit: ChannelAddress | null): ChannelAddress {
  const merged = { ...store, ...edit };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => has(value)));
}

/** Fields that decide where a parcel goes, without phone and email. */
const LEADING = [
  'firstName',
  'lastName',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'postalCode',
  'countryCode',
] as const satisfies (keyof ChannelAddress)[];

const written = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** Whether a parcel's destination changed. A removed address (erased for privacy) is no change. */
export const leadsElsewhere = (before: ChannelAddress, now: ChannelAddress): boolean =>
  has(now.address1) && LEADING.some((field) => written(before[field]) !== written(now[field]));

export const formatName = (address: ChannelAddress): string =>
  [address.firstName, address.lastName].filter(has).join(' ') || (address.company ?? '');
