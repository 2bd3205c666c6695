import { hkdfSync } from 'node:crypto';

/** Identifies a secret without revealing it: derived like the vault's key, for a separate purpose. */
export const getFingerprint = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, 'quayside', 'fingerprint', 32)).toString('hex');

/**
 * Whether a process with these secrets can use a database with these `known` fingerprints: it needs all of them to
 * decrypt everything. Returns the refusal in one sentence; undefined: it may start.
 */
export function refuseSecrets(known: readonly string[], current: string, previous?: string): string | undefined {
  const given = new Set([current, ...(previous ? [previous] : [])].map(getFingerprint));
  if (known.every((one) => given.has(one))) return undefined;
  if (known.length > 1)
    return 'This database uses two secrets because APP_SECRET is being replaced: set APP_SECRET to the new one and APP_SECRET_PREVIOUS to the old one, and run "npm run rotate-secret".';
  return 'APP_SECRET is not the secret that this database was set up with: set the old one again, or keep it in APP_SECRET_PREVIOUS and run "npm run rotate-secret".';
}
