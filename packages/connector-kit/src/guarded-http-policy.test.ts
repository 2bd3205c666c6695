import { expect, it } from 'vitest';
import { isPublicAddress } from './guarded-http-policy.ts';

it.each([
  // The deprecated IPv4-compatible form: the metadata service, loopback, a private network.
  '::a9fe:a9fe',
  '::169.254.169.254',
  '::127.0.0.1',
  '::10.0.0.1',
  '::8.8.8.8',
  '::',
  '::1',
  // Outside 2000::/3, whatever they may be assigned to.
  '100::1',
  '200::1',
  '1fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  // Special ranges inside it.
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  // IPv4 inside IPv6, and plain IPv4.
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '127.0.0.1',
  '10.1.2.3',
  '169.254.169.254',
  '168.63.129.16',
  '100.64.0.1',
  '0.0.0.0',
  'not an address',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['8.8.8.8', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8', '2606:4700::1111', '2a00:1450:4001:82b::200e', '3ffe::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
