import { createHash } from 'node:crypto';

/** Download path of this installation's extension. */
export const EXTENSION_ZIP = '/extension.zip';

/** DER prefix and suffix of a 2,048-bit RSA key as SubjectPublicKeyInfo (RFC 5280, RFC 8017), around its modulus. */
const BEFORE = Buffer.from('30820122300d06092a864886f70d01010105000382010f003082010a0282010100', 'hex');
const AFTER = Buffer.from('0203010001', 'hex');
const MODULUS_BYTES = 256;

/**
 * Derives the public key in the extension's manifest from the installation's origin, as DER. Browsers only hash it to
 * the extension id and never verify a signature, so no private key exists, and each origin has a stable id that the app
 * can compute.
 */
export function extensionKey(address: string): Buffer {
  const { origin } = new URL(address);
  const digests = Array.from({ length: MODULUS_BYTES / 32 }, (_, index) =>
    createHash('sha256').update(`quayside extension ${index} ${origin}`).digest(),
  );
  const modulus = Buffer.concat(digests);
  // The modulus must have full length, be positive and odd.
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[MODULUS_BYTES - 1] = (modulus[MODULUS_BYTES - 1] ?? 0) | 1;
  return Buffer.concat([BEFORE, modulus, AFTER]);
}

/**
 * The id that a browser assigns to the installation's extension: the first 16 bytes of the SHA-256 of its key,
 * hexadecimal with the letters a to p. Source: Chrome's "Manifest - key"; verified in Chromium 150.
 */
export const extensionId = (address: string): string =>
  createHash('sha256')
    .update(extensionKey(address))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
