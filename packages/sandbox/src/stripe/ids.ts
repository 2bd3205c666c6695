import { randomBytes } from 'node:crypto';

export const idOf = (prefix: string): string =>
  `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`;
