import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TWO_COLORS_HEIC } from '../testing/fakes/heic-sample.ts';
import { convertUpload } from './convert.ts';
import { enlargedEdge, getQuality } from './convert-picture.ts';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 42, g: 127, b: 98, alpha: 1 } } });
const svg = (inside: string, size = 'width="24" height="12"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inside}</svg>`);

async function converted(bytes: Uint8Array) {
  const result = await convertUpload({ bytes });
  if ('fault' in result) throw new Error(`not converted: ${result.fault}`);
  const { format, width, height, exif } = await sharp(result.done.bytes).metadata();
  expect([result.done.width, result.done.height]).toEqual([width, height]);
  return { format, width, height, exif, bytes: result.done.bytes };
}
const pixel = async (bytes: Uint8Array, left: number) => [
  ...(await sharp(bytes).extract({ left, top: 10, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
];

it('B324: fits a picture within 2400 by 2400 as WebP, and enlarges none', async () => {
  expect(await converted(await plain(4800, 3000).jpeg().toBuffer())).toMatchObject({
    format: 'webp',
    width: 2400,
    height: 1500,
  });
  expect(await converted(await plain(40, 30).png().toBuffer())).toMatchObject({ width: 40, height: 30 });
  expect(await converted(await plain(40, 30).webp().toBuffer())).toMatchObject({ format: 'webp' });
});

it.each([
  [{ bytes: 21 * 1024 * 1024, isMobile: true }, 82],
  [{ bytes: 20 * 1024 * 1024, isMobile: true }, 88],
  [{ bytes: 21 * 1024 * 1024, isMobile: false }, 88],
])('B324: of %j takes quality %i', (given, quality) => expect(getQuality(given)).toBe(quality));

it('enlarges twofold where asked, within the limit', async () => {
  const small = await convertUpload({ bytes: await plain(40, 30).png().toBuffer() }, { enlarge: true });
  expect(small).toMatchObject({ done: { width: 80, height: 60 } });
  expect([enlargedEdge(2000, 100), enlargedEdge(100, 2399), enlargedEdge(2400, 10)]).toEqual([2400, 2400, undefined]);
  const large = await convertUpload({ bytes: await plain(2400, 30).png().toBuffer() }, { enlarge: true });
  expect(large).toEqual({ fault: 'large' });
});

it('turns a photo upright and drops what the camera wrote', async () => {
  const file = await plain(200, 100)
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'someone at home' } } })
    .toBuffer();
  expect(await converted(file)).toMatchObject({ width: 100, height: 200, exif: undefined });
});

it('reads HEIC', async () => {
  const { width, height, bytes } = await converted(TWO_COLORS_HEIC);
  expect([width, height]).toEqual([96, 64]);
  const [red = 0, green = 0] = await pixel(bytes, 20);
  expect(green).toBeGreaterThan(red);
  const [warm = 0, , blue = 0] = await pixel(bytes, 70);
  expect(warm).toBeGreaterThan(blue);
});

it('draws an SVG in a useful size, and nothing that it tries to run or load', async () => {
  const bad = '<script>alert(1)</script><image href="file:///etc/hostname" width="9" height="9"/>';
  const drawn = await converted(svg(`${bad}<rect width="24" height="12" fill="#2a7f62" onload="alert(2)"/>`));
  expect(drawn).toMatchObject({ format: 'webp', width: 1200, height: 600 });
  expect(Buffer.from(drawn.bytes).includes('script')).toBe(false);
});

/** A PNG that claims a size without holding its pixels. */
function claimedPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** The checksum of PNG and gzip alike (CRC-32): a gzip stream ends with it. */
const crc = (bytes: Buffer): number => gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8);

const jpeg = await plain(400, 400).jpeg().toBuffer();
it.each([
  ['kind', 'nothing', Buffer.alloc(0)],
  ['kind', 'a page named as a PNG', Buffer.from('<!doctype html><html></html>')],
  ['kind', 'a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['broken', 'half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['broken', 'an SVG that is cut off', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>')],
  ['heic', 'half a HEIC', TWO_COLORS_HEIC.subarray(0, 700)],
  ['pixels', 'a small PNG with 900 million pixels', claimedPng(30_000, 30_000)],
  ['pixels', 'an SVG of 900 million pixels', svg('<rect/>', 'width="30000" height="30000"')],
])('refuses with "%s" %s', async (fault, _what, bytes) => expect(await convertUpload({ bytes })).toEqual({ fault }));

it('converts many at the same time, each its own', async () => {
  const files = await Promise.all([10, 20, 30, 40].map((width) => plain(width, 5).png().toBuffer()));
  const widths = (await Promise.all(files.map(converted))).map((one) => one.width);
  expect(widths).toEqual([10, 20, 30, 40]);
});
