import type { AddressRules, ChannelAddress } from '@quayside/connector-kit';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { repairAddress } from './address-repair.ts';
import { getTaxId } from './tax-id.ts';

const US: ChannelAddress = {
  firstName: 'Mara',
  lastName: 'Lind',
  address1: '482 Alder Street',
  city: 'Oakland',
  province: 'California',
  provinceCode: 'CA',
  postalCode: '94607',
  countryCode: 'US',
  phone: '+15105550100',
};
const RULES: AddressRules = {
  lengths: { name: 50, address: 20, city: 50, province: 50, postalCode: 20, phone: 20 },
  poBoxes: true,
  needsPhone: false,
};
const changesOf = (change: ChannelAddress, rules: AddressRules[] = []) =>
  Object.fromEntries(repairAddress({ ...US, ...change }, rules).changes.map(({ field, to }) => [field, to]));
const warningsOf = (change: ChannelAddress, rules: AddressRules[] = [], services: string[] = []) =>
  repairAddress({ ...US, ...change }, rules, services).warnings.map((one) => one.key);

test('a good address stays as it is', () => {
  expect(repairAddress(US, [])).toEqual({ changes: [], warnings: [] });
});

describe('repairs', () => {
  it.each<[string, ChannelAddress, object]>([
    ['spaces and emoji', { firstName: ' Mara  😀', city: 'Oak\u200bland' }, { firstName: 'Mara', city: 'Oak land' }],
    [
      'a lost leading zero',
      { postalCode: '2116', province: 'Massachusetts', provinceCode: 'MA' },
      { postalCode: '02116' },
    ],
    ['a ZIP+4', { postalCode: '946071234' }, { postalCode: '94607-1234' }],
    ['a code as the province', { province: 'CA' }, { province: 'California' }],
    [
      'a province without accents',
      {
        countryCode: 'BR',
        province: 'sao paulo',
        provinceCode: 'SP',
        postalCode: '01310-100',
        phone: '',
        taxId: '52998224725',
      },
      { province: 'São Paulo' },
    ],
    ['a missing province', { province: '', provinceCode: '' }, { province: 'California' }],
    ['a national phone number', { phone: '(510) 555-0100' }, { phone: '+15105550100' }],
    ['an extension', { phone: '510-555-0100 ext. 12' }, { phone: '+15105550100' }],
    ['a repeated line', { address2: '482 Alder Street' }, { address2: '' }],
    ['a country in small letters', { countryCode: 'us' }, { countryCode: 'US' }],
  ])('%s', (_what, change, expected) => expect(changesOf(change)).toEqual(expected));

  it.each([
    ['GB', 'sw1a1aa', 'SW1A 1AA'],
    ['CA', 'k1a0b1', 'K1A 0B1'],
    ['NL', '1012ab', '1012 AB'],
    ['PL', '00950', '00-950'],
    ['JP', '1000001', '100-0001'],
    ['SE', '11455', '114 55'],
    ['DE', '1067', '01067'],
    ['BR', '01310100', '01310-100'],
  ])('the postal code of %s: %s', (countryCode, postalCode, to) => {
    const address = { countryCode, postalCode, address1: 'A 1', city: 'B' };
    expect(repairAddress(address, []).changes.find((one) => one.field === 'postalCode')?.to).toBe(to);
  });

  it.each([
    ['DE', '0170 1234567', '+491701234567'],
    ['DE', '0049 170 1234567', '+491701234567'],
    ['DE', '+49 (0)170 1234567', '+491701234567'],
    ['GB', '07700 900123', '+447700900123'],
    ['IT', '06 1234 5678', '+390612345678'],
  ])('the phone number of %s: %s', (countryCode, phone, to) => {
    const found = repairAddress({ countryCode, phone, address1: 'A 1', city: 'B' }, []);
    expect(found.changes.find((one) => one.field === 'phone')?.to).toBe(to);
  });

  it('splits a street that is too long for the supplier, and says where that is impossible', () => {
    expect(changesOf({ address1: '482 Alder Street Apartment 12' }, [RULES])).toEqual({
      address1: '482 Alder Street',
      address2: 'Apartment 12',
    });
    expect(warningsOf({ address1: '482 Alder Street Apartment 12', address2: 'Back' }, [RULES])).toEqual([
      'REPAIR_TOO_LONG',
    ]);
  });

  it('moves a tax number to its field', () => {
    const brazil = { countryCode: 'BR', province: 'São Paulo', provinceCode: 'SP', postalCode: '01310-100', phone: '' };
    expect(changesOf({ ...brazil, company: '529.982.247-25' })).toEqual({ company: '', taxId: '52998224725' });
    expect(warningsOf(brazil)).toEqual(['REPAIR_TAX_ID_NEEDED']);
    expect(warningsOf({ ...brazil, taxId: '529.982.247-26' })).toEqual(['REPAIR_TAX_ID_INVALID']);
  });
});

describe('warnings', () => {
  it.each<[string, ChannelAddress, AddressRules[], string[], string[]]>([
    ['a PO box with a courier', { address1: 'P.O. Box 12' }, [], ['DHL Express (CN)'], ['REPAIR_PO_BOX']],
    ['a PO box with a post', { address1: 'PO Box 12' }, [], ['USPS Ground'], []],
    ['a PO box with a supplier', { address1: 'Postfach 12' }, [{ ...RULES, poBoxes: false }], [], ['REPAIR_PO_BOX']],
    ['no phone', { phone: '' }, [{ ...RULES, needsPhone: true }], [], ['REPAIR_PHONE_NEEDED']],
    ['an unknown province', { province: 'Kalifornien', provinceCode: '' }, [], [], ['REPAIR_PROVINCE_UNKNOWN']],
  ])('%s', (_what, change, rules, services, keys) => expect(warningsOf(change, rules, services)).toEqual(keys));
});

describe('tax numbers', () => {
  it.each([
    ['BR', '529.982.247-25', true],
    ['BR', '52998224726', false],
    ['BR', '11111111111', false],
    ['BR', '11.222.333/0001-81', true],
    ['BR', '11222333000182', false],
    ['MX', 'GODE561231GR8', true],
    ['MX', 'gode-561231-gr8', true],
    ['MX', 'GODE561231GR7', false],
    ['MX', 'GODE561331GR8', false],
  ])('%s %s is valid: %s', (country, text, valid) => expect(getTaxId(country)?.isValid(text)).toBe(valid));
});

test('repairing a repaired address changes nothing', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 40, unit: 'grapheme' }),
    fc.constantFrom(
      '94607',
      '2116',
      'sw1a 1aa',
      'CA',
      'ca',
      'São Paulo',
      '0170 1234567',
      '529.982.247-25',
      'Main Street 12 Apartment 4',
    ),
  );
  const address = fc.record(
    {
      firstName: word,
      lastName: word,
      company: word,
      address1: word,
      address2: word,
      city: word,
      province: word,
      provinceCode: word,
      postalCode: word,
      phone: word,
      taxId: word,
      countryCode: fc.constantFrom('US', 'us', 'CA', 'GB', 'DE', 'BR', 'MX', 'IT', 'HK', ''),
    },
    { requiredKeys: [] },
  );
  const rules = fc.array(fc.constant(RULES), { maxLength: 1 });
  fc.assert(
    fc.property(address, rules, (given, known) => {
      const { changes } = repairAddress(given, known);
      const repaired = { ...given, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };
      expect(repairAddress(repaired, known).changes).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
