import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { pictureFolder } from '../files/blob-store.ts';
import { drawAhead } from './draw-ahead.ts';
import { getOwnPicture, ownPicturesIn } from './own-picture.ts';

const dir = mkdtempSync(join(tmpdir(), 'quayside-drawn-'));
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const file = (key: string, size: number) => join(pictureFolder(dir), String(size), `${key}.webp`);

it('knows our own pictures by their addresses, each once', () => {
  expect(getOwnPicture('mug_sage_sand_hero-320.webp')).toEqual({ key: 'mug_sage_sand_hero', size: 320 });
  for (const name of ['mug.webp', 'mug-81.webp', '../x-80.webp', 'a/b-80.webp'])
    expect(getOwnPicture(name)).toBeUndefined();
  const found = ownPicturesIn([
    '/pictures/mug_sage_sand_hero-1200.webp',
    '/pictures/mug_sage_sand_hero-1200.webp',
    'https://cdn.example.com/pictures/mug_sage_sand_hero-1200.webp',
    '/elsewhere/mug_sage_sand_hero-1200.webp',
    null,
  ]);
  expect(found).toEqual([{ key: 'mug_sage_sand_hero', size: 1200 }]);
});

it('draws what is missing, leaves what is there, and passes over what nobody can draw', async () => {
  const pictures = [
    { key: 'mug_sage_sand_hero', size: 80 as const },
    { key: 'no_such_thing', size: 80 as const },
    { key: 'teapot_navy_mist_podium', size: 80 as const },
  ];
  await drawAhead(dir, pictures, new AbortController().signal);
  expect(existsSync(file('mug_sage_sand_hero', 80))).toBe(true);
  expect(existsSync(file('teapot_navy_mist_podium', 80))).toBe(true);
  expect(existsSync(file('no_such_thing', 80))).toBe(false);
  const before = statSync(file('mug_sage_sand_hero', 80)).mtimeMs;
  await drawAhead(dir, pictures, new AbortController().signal);
  expect(statSync(file('mug_sage_sand_hero', 80)).mtimeMs).toBe(before);
}, 60_000);

it('ends when it is told to, without an error', async () => {
  const stop = new AbortController();
  const work = drawAhead(dir, [{ key: 'mug_sage_sand_hero', size: 1200 }], stop.signal);
  stop.abort();
  await work;
});
