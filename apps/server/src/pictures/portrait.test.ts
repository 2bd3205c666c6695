import sharp from 'sharp';
import { expect, it } from 'vitest';
import { drawPortrait } from './portrait.ts';

const made = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 1 } } });

it.each([
  ['jpeg', made(1200, 600).jpeg()],
  ['png', made(40, 90).png()],
  ['webp', made(700, 700).webp()],
] as const)('B158: of a %s it keeps a JPEG of 300 by 300, whatever its shape was', async (_kind, picture) => {
  const drawn = await sharp(await drawPortrait(await picture.toBuffer())).metadata();
  expect([drawn.format, drawn.width, drawn.height]).toEqual(['jpeg', 300, 300]);
});

it('turns a picture as its camera says, and keeps nothing else of what the file says', async () => {
  // Left half blue, right half red, rotated by a quarter to the right: then blue is on top.
  const blue = await sharp({ create: { width: 100, height: 200, channels: 3, background: '#00f' } })
    .png()
    .toBuffer();
  const file = await made(200, 200)
    .composite([{ input: blue, left: 0, top: 0 }])
    .jpeg()
    .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'somebody at home' } } })
    .toBuffer();
  expect(file.includes('somebody')).toBe(true);
  const drawn = await drawPortrait(file);
  const { exif, orientation } = await sharp(drawn).metadata();
  expect([exif, orientation]).toEqual([undefined, undefined]);
  expect(drawn.includes('somebody')).toBe(false);
  const colour = async (top: number) =>
    [...(await sharp(drawn).extract({ left: 150, top, width: 1, height: 1 }).raw().toBuffer())].map((one) => one > 128);
  expect([await colour(20), await colour(280)]).toEqual([
    [false, false, true],
    [true, false, false],
  ]);
});

it('cuts nothing off that was not cut off before: a wide one stands between white', async () => {
  const drawn = sharp(await drawPortrait(await made(400, 200).png().toBuffer()));
  const green = async (top: number) =>
    (await drawn.clone().extract({ left: 150, top, width: 1, height: 1 }).raw().toBuffer())[1] ?? 0;
  expect([(await green(30)) > 250, (await green(150)) < 60, (await green(270)) > 250]).toEqual([true, true, true]);
});

it('puts what is seen through on white', async () => {
  const clear = sharp({ create: { width: 10, height: 10, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const drawn = await drawPortrait(await clear.png().toBuffer());
  const [first = 0] = await sharp(drawn).raw().toBuffer();
  expect(first).toBeGreaterThan(250);
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
it.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('this is no picture')],
  ['an SVG', Buffer.from(svg)],
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['the mere beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46])],
])('refuses %s', (_what, file) => expect(drawPortrait(file)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' }));

it('refuses half a picture, and a small file that holds a huge one', async () => {
  const whole = await made(400, 400).png().toBuffer();
  await expect(drawPortrait(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
  const huge = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(huge.length).toBeLessThan(1024 * 1024);
  await expect(drawPortrait(huge)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
});
