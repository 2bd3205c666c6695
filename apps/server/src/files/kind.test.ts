import { expect, it } from 'vitest';
import { getFileKind, isPictureFile } from './kind.ts';

const bytes = (hex: string, text = ''): Uint8Array => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);

it.each([
  ['jpeg', bytes('ffd8ffe0')],
  ['png', bytes('89504e470d0a1a0a')],
  ['webp', bytes('52494646100000005745425056503820')],
  ['pdf', bytes('255044462d312e37')],
  ['zip', bytes('504b0304')],
  ['csv', bytes('', 'order,amount\n#1001,12.50 €\n')],
  [undefined, bytes('')],
  [undefined, bytes('4d5a9000')],
  [undefined, bytes('', 'a\u0000b')],
  [undefined, bytes('ff', 'not UTF-8')],
  [undefined, bytes('52494646100000005741564566')],
])('sees a %s by its bytes', (kind, given) => {
  expect(getFileKind(given)).toBe(kind);
  expect(isPictureFile(given)).toBe(['jpeg', 'png', 'webp'].includes(kind ?? ''));
});
