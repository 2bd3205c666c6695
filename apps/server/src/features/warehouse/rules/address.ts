import type { ChannelAddress } from '@quayside/connector-kit';

/** What a label cannot be printed without, by the names that people know the fields by. */
export function missingParts(address: ChannelAddress): string[] {
  const name = [address.firstName, address.lastName, address.company].some((part) => part?.trim());
  const parts: [string, boolean][] = [
    ['name', name],
    ['address', Boolean(address.address1?.trim())],
    ['city', Boolean(address.city?.trim())],
    ['country', /^[A-Z]{2}$/.test(address.countryCode ?? '')],
  ];
  return parts.filter(([, there]) => !there).map(([part]) => part);
}
