import type { Sealed } from './vault.ts';

const KEY_BYTES = 6;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encodes an encrypted value for a URL: letters, digits, `-` and `_`. */
export const packed = ({ data, iv, k, tag }: Sealed): string =>
  Buffer.concat([Buffer.from(k, 'hex'), ...[iv, tag, data].map((part) => Buffer.from(part, 'base64'))]).toString(
    'base64url',
  );

/** Decodes the output of `packed`; any other text becomes a value that no vault decrypts. */
export function unpacked(text: string): Sealed {
  const bytes = Buffer.from(text, 'base64url');
  const ivAt = KEY_BYTES;
  const tagAt = ivAt + IV_BYTES;
  const dataAt = tagAt + TAG_BYTES;
  return {
    k: bytes.subarray(0, ivAt).toString('hex'),
    iv: bytes.subarray(ivAt, tagAt).toString('base64'),
    tag: bytes.subarray(tagAt, dataAt).toString('base64'),
    data: bytes.subarray(dataAt).toString('base64'),
  };
}
