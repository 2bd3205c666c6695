import { createHash } from 'node:crypto';

/** Where the extension of this installation is handed out. */
export const EXTENSION_ZIP = '/extension.zip';

/** The frame of an RSA key of 2,048 bits as SubjectPublicKeyInfo (RFC 5280, RFC 8017), before and after its modulus. */
const BEFORE = Buffer.from('30820122300d06092a864886f70d01010105000382010f003082010a0282010100', 'hex');
const AFTER = Buffer.from('0203010001', 'hex');
const MODULUS_BYTES = 256;

/**
 * A public key for the extension of an installation, made from its origin. A browser takes the id of an unpacked extension from
 * the key in its manifest and signs nothing with it, so that nobody has, or needs, the private half: the key is a name in the
 * form of a key. One origin has one id, wherever and however often its extension is made, and the app knows it beforehand.
 *
 * @returns DER; Chrome and Edge expect it in base64.
 */
export function extensionKey(address: string): Buffer {
  const { origin } = new URL(address);
  const digests = Array.from({ length: MODULUS_BYTES / 32 }, (_, index) =>
    createHash('sha256').update(`quayside extension ${index} ${origin}`).digest(),
  );
  const modulus = Buffer.concat(digests);
  // A modulus is of its full length, positive, and odd.
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[MODULUS_BYTES - 1] = (modulus[MODULUS_BYTES - 1] ?? 0) | 1;
  return Buffer.concat([BEFORE, modulus, AFTER]);
}

/**
 * The id that a browser gives to the extension of the installation at this address: the first 16 bytes of the SHA-256 of its
 * key, in hexadecimal with the letters a to p. Source: Chrome's "Manifest - key"; seen in Chromium 150.
 */
export const extensionId = (address: string): string =>
  createHash('sha256')
    .update(extensionKey(address))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
