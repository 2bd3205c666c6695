import { type AddressRules, type ChannelAddress, ConnectorError } from '@quayside/connector-kit';

/** Countries where a parcel cannot be sent without the state or province. */
const PROVINCE_NEEDED = new Set('US CA AU MX BR AR IN CN JP MY ID IT ES TH'.split(' '));

/** Lengths that CJ accepts. Source: CJ API 2.0, Create Order V2. */
const MAX = {
  name: 50,
  country: 50,
  province: 50,
  city: 50,
  address: 200,
  zip: 20,
  phone: 20,
  email: 50,
  taxId: 20,
} as const;

/** PO boxes are up to the carrier of each service. */
export const ADDRESS_RULES: AddressRules = {
  lengths: {
    name: MAX.name,
    address: MAX.address,
    city: MAX.city,
    province: MAX.province,
    postalCode: MAX.zip,
    phone: MAX.phone,
  },
  poBoxes: true,
  needsPhone: false,
};

const bad = (detail: string): ConnectorError =>
  new ConnectorError('rejected', detail, { code: 'error_save_all_address' });

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

function countryName(code: string): string {
  try {
    const name = countryNames.of(code);
    if (name) return name;
  } catch {
    // Not a region code at all: refused below.
  }
  throw bad(`not a country: ${code}`);
}

/** Required text: there, and no longer than CJ takes. Cutting a name or a street would send the parcel elsewhere. */
function need(field: keyof typeof MAX, text: string | undefined): string {
  const value = text?.trim();
  if (!value) throw bad(`the address has no ${field}`);
  if (value.length > MAX[field]) throw bad(`CJ takes ${MAX[field]} characters as ${field}; this has ${value.length}`);
  return value;
}

const optional = (name: string, field: keyof typeof MAX, text: string | undefined): Record<string, string> =>
  text?.trim() ? { [name]: need(field, text) } : {};

/** The province, which CJ always demands: where an address of that country is complete without one, its city. */
function province(address: ChannelAddress, country: string): string {
  const given = address.province ?? address.provinceCode;
  if (given?.trim() || PROVINCE_NEEDED.has(country)) return need('province', given);
  return need('province', address.city);
}

/** The shopper's address as createOrderV2 wants it. Throws rejected/error_save_all_address and names the field. */
export function shippingFields(address: ChannelAddress): Record<string, string> {
  const country = need('country', address.countryCode);
  const name = [address.firstName, address.lastName].filter((part) => part?.trim()).join(' ');
  return {
    shippingCountryCode: country,
    shippingCountry: countryName(country),
    shippingProvince: province(address, country),
    shippingCity: need('city', address.city),
    shippingCustomerName: need('name', name || address.company),
    shippingAddress: need('address', address.address1),
    ...optional('shippingAddress2', 'address', address.address2),
    ...optional('shippingZip', 'zip', address.postalCode),
    ...optional('shippingPhone', 'phone', address.phone),
    ...optional('taxId', 'taxId', address.taxId),
    // Not needed for the parcel: one that CJ has no room for stays away.
    ...(address.email && address.email.trim().length <= MAX.email ? optional('email', 'email', address.email) : {}),
  };
}
