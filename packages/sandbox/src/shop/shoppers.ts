/** Believable people for the "fill in" button; their mail addresses end in example.com and reach nobody. */
export interface Shopper {
  email: string;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  city: string;
  province: string;
  postalCode: string;
  countryCode: string;
  phone: string;
}

type Row = [string, string, string, string, string, string, string, string, string];

const ROWS: Row[] = [
  ['Mara', 'Lindqvist', '482 Alder Street', 'Apt 5', 'Oakland', 'CA', '94607', 'US', '+1 510 555 0142'],
  ['Desmond', 'Okafor', '17 Birchwood Lane', '', 'Portland', 'ME', '04101', 'US', '+1 207 555 0117'],
  ['Priya', 'Raman', '903 Lakeview Avenue', 'Unit 12', 'Chicago', 'IL', '60613', 'US', '+1 312 555 0199'],
  ['Jonas', 'Weber', 'Lindenstraße 44', '', 'Köln', '', '50674', 'DE', '+49 221 5550144'],
  ['Ingrid', 'Solheim', 'Strandgata 8', '', 'Bergen', '', '5003', 'NO', '+47 55 50 01 22'],
  ['Camille', 'Dubois', '23 rue des Tanneurs', '', 'Lyon', '', '69005', 'FR', '+33 4 55 50 01 36'],
  ['Oliver', 'Hartley', '6 Mill Lane', 'Flat 2', 'Bristol', '', 'BS1 4DJ', 'GB', '+44 117 555 0108'],
  ['Noa', 'van Dijk', 'Prinsengracht 312', '', 'Amsterdam', '', '1016 HX', 'NL', '+31 20 555 0163'],
];

/** One of the sample shoppers, at home where the shop's currency is used when there is one. */
export function sampleShopper(currency: string, pick: number): Shopper {
  const home = ROWS.filter(([, , , , , , , country]) => (currency === 'USD') === (country === 'US'));
  const row = home[Math.floor(pick * home.length)] ?? ROWS[0];
  const [firstName, lastName, address1, address2, city, province, postalCode, countryCode, phone] = row as Row;
  const mail = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, '');
  return {
    email: `${mail}@example.com`,
    firstName,
    lastName,
    address1,
    address2,
    city,
    province,
    postalCode,
    countryCode,
    phone,
  };
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Countries the till offers, by name. */
export const COUNTRIES: { code: string; name: string }[] =
  'US CA GB IE DE FR ES PT IT NL BE LU AT CH DK SE NO FI IS PL CZ SK HU RO BG GR HR SI EE LV LT AU NZ JP KR SG HK AE IL TR ZA BR MX AR CL CO IN TH VN PH ID MY KE NG EG MA AQ'
    .split(' ')
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name));
