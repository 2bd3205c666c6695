import { createHmac } from 'node:crypto';

/** The same for every spelling of an address that reaches the same mailbox nearly everywhere. */
export const normalizeAddress = (address: string): string => address.trim().normalize('NFKC').toLowerCase();

/** Hash of an address, useless without the key. */
export const hashAddress = (key: string, address: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(normalizeAddress(address)).digest('base64url');
