import { describe, expect, it } from 'vitest';
import { addressErrors, addressIsComplete, effectiveAddress, leadsElsewhere } from './address.ts';

const berlin = {
  firstName: 'Ada',
  lastName: 'Blum',
  address1: 'Am Ufer 3',
  city: 'Berlin',
  postalCode: '10115',
  countryCode: 'DE',
};

describe('addresses', () => {
  it('asks for what the country needs', () => {
    expect(addressErrors(berlin)).toEqual({});
    expect(addressErrors({ ...berlin, countryCode: 'US' })).toEqual({ province: { key: 'ADDRESS_FIELD_NEEDED' } });
    expect(addressIsComplete({ ...berlin, countryCode: 'HK', postalCode: '' })).toBe(true);
    expect(Object.keys(addressErrors({}))).toEqual(['name', 'address1', 'city', 'country_code']);
  });

  it('checks the form of postal codes it knows and of phone numbers', () => {
    expect(addressErrors({ ...berlin, postalCode: '1011' }).postal_code?.key).toBe('ADDRESS_POSTAL_CODE_FORM');
    expect(addressErrors({ ...berlin, countryCode: 'GB', postalCode: 'sw1a 1aa' })).toEqual({});
    expect(addressErrors({ ...berlin, phone: '12' }).phone?.key).toBe('ADDRESS_PHONE_FORM');
    expect(addressErrors({ ...berlin, phone: '+49 30 123456' })).toEqual({});
  });

  it('lets a company stand for a name', () => {
    expect(addressErrors({ ...berlin, firstName: '', lastName: ' ', company: 'Kontor' })).toEqual({});
  });

  it('knows whether a parcel would go elsewhere', () => {
    expect(leadsElsewhere(berlin, { ...berlin, city: ' BERLIN ', phone: '+49 30 1', email: 'a@b.c' })).toBe(false);
    expect(leadsElsewhere(berlin, { ...berlin, address1: 'Am Ufer 4' })).toBe(true);
    expect(leadsElsewhere(berlin, { ...berlin, lastName: 'Blume' })).toBe(true);
    expect(leadsElsewhere(berlin, {})).toBe(false);
  });

  it("keeps the owner's repair on top of what the store sends later", () => {
    const edit = { postalCode: '10117', address2: '' };
    expect(effectiveAddress({ ...berlin, address2: 'Hof' }, edit)).toEqual({ ...berlin, postalCode: '10117' });
    expect(effectiveAddress(berlin, null)).toEqual(berlin);
  });
});
