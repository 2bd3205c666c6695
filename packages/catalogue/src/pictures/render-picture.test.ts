import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { ARTS, type ArtId } from './arts.ts';
import { readArt } from './cutout.ts';
import { UnknownPictureError } from './picture-key.ts';
import { type PictureSize, renderPicture } from './render-picture.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('renderPicture', () => {
  it('makes the pictures of products, square and in the size asked for', async () => {
    const keys = catalogue()
      .filter((_, i) => i % 97 === 0)
      .flatMap(({ imageKeys }) => imageKeys);
    expect(keys.length).toBeGreaterThan(80);
    for (const key of keys) {
      const { format, width, height } = await sharp(await renderPicture(key, { size: 80 }, folder)).metadata();
      expect([key, format, width, height]).toEqual([key, 'webp', 80, 80]);
    }
  }, 60_000);

  it('makes each size', async () => {
    for (const size of [320, 800, 1200] as const) {
      const bytes = await renderPicture('mug_sage_sand_hero', { size }, folder);
      expect((await sharp(bytes).metadata()).width).toBe(size);
    }
  }, 30_000);

  it('makes a picture once for calls at the same time, and keeps it', async () => {
    const own = join(folder, 'own');
    const ask = (): Promise<Buffer> => renderPicture('teapot_navy_mist_podium', { size: 320 }, own);
    const [one, two] = await Promise.all([ask(), ask()]);
    expect(two).toBe(one);
    expect(await readdir(join(own, '320'))).toEqual(['teapot_navy_mist_podium.webp']);
    expect(await readFile(join(own, '320', 'teapot_navy_mist_podium.webp'))).toEqual(one);
    expect(await ask()).toEqual(one);
  });

  it('throws for keys and sizes that are not ours, and writes nothing', async () => {
    const own = join(folder, 'nothing');
    for (const key of [
      '',
      'mug',
      '../../etc/passwd',
      'mug_sage_sand_hero/..',
      'mug_sage_sand_with-x',
      'toString_original_sand_hero',
    ]) {
      await expect(renderPicture(key, { size: 80 }, own)).rejects.toThrow(UnknownPictureError);
    }
    await expect(renderPicture('mug_sage_sand_hero', { size: 81 as PictureSize }, own)).rejects.toThrow(RangeError);
    await expect(readdir(own)).rejects.toThrow('ENOENT');
  });

  it('has the render of every art', async () => {
    for (const art of Object.keys(ARTS) as ArtId[]) expect((await readArt(art)).width, art).toBeGreaterThan(20);
  }, 60_000);
});
