import { expect, it } from 'vitest';
import {
  findUnsupported,
  getProgress,
  getRoom,
  isNearEnd,
  moveInGrid,
  sortFiles,
  toggle,
  type UploadItem,
} from './uploads.ts';

const file = (name: string, type = '', size = 10) => ({ name, type, size });
const items = (...states: UploadItem['status'][]): UploadItem[] =>
  states.map((status, at) => ({ id: String(at), name: 'x', status }));

it('B263: takes jpg, jpeg, png, svg, heic and webp by extension or type, and counts the others', () => {
  const named = ['a.jpg', 'b.JPEG', 'c.png', 'd.svg', 'e.heic', 'f.webp'].map((name) => file(name));
  expect(sortFiles([...named, file('g.gif', 'image/gif'), file('h.bin', 'image/png')], 250)).toMatchObject({
    upload: [...named, file('h.bin', 'image/png')],
    skipped: 1,
  });
});

it('B265: a file over 2 MB is named, one of exactly 2 MB is taken', () => {
  const [big, fits] = [file('big.png', '', 2_097_153), file('fits.png', '', 2_097_152)];
  expect(sortFiles([big, fits], 9)).toEqual({ upload: [fits], tooLarge: [big], skipped: 0, dropped: 0 });
});

it('B266: drops what the library has no room for', () => {
  const four = ['1', '2', '3', '4'].map((name) => file(`${name}.png`));
  const { upload, dropped } = sortFiles(four, getRoom(248, []));
  expect([upload.length, dropped]).toEqual([2, 2]);
  expect(getRoom(248, items('processing', 'done', 'error'))).toBe(1);
  expect(sortFiles(four, getRoom(250, items('processing'))).upload).toEqual([]);
});

it('B201, B243: shows what remains, and collapses when all are done', () => {
  expect(getProgress(items('done', 'done', 'done', 'processing', 'processing'))).toEqual({
    remaining: 2,
    failed: 0,
    isCollapsed: false,
  });
  expect(getProgress(items('done', 'done', 'done', 'done', 'done')).isCollapsed).toBe(true);
  expect(getProgress(items('done', 'error'))).toEqual({ remaining: 0, failed: 1, isCollapsed: false });
});

it('B268: a second click takes a choice back; where one image is wanted, another replaces it', () => {
  expect(toggle([], 'a', false)).toEqual(['a']);
  expect(toggle(['a'], 'a', false)).toEqual([]);
  expect(toggle(['a'], 'b', false)).toEqual(['b']);
  expect(toggle(['a'], 'b', true)).toEqual(['a', 'b']);
});

it('B320: the next page loads within 100 px of the end', () => {
  const list = (left: number) => ({ scrollHeight: 2000, clientHeight: 500, scrollTop: 1500 - left });
  expect([isNearEnd(list(99)), isNearEnd(list(101))]).toEqual([true, false]);
});

it.each([
  ['ArrowRight', 4, false, 5],
  ['ArrowRight', 4, true, 3],
  ['ArrowDown', 1, false, 4],
  ['ArrowDown', 8, false, 8],
  ['ArrowUp', 1, false, 1],
  ['Home', 7, false, 0],
  ['End', 2, false, 9],
  ['a', 2, false, undefined],
] as const)('moves by %s from %i', (key, at, isRtl, to) => expect(moveInGrid(key, at, 10, 3, isRtl)).toBe(to));

it('B269: the editor takes a file whose extension or type matches', () => {
  for (const one of [file('a.png', 'text/plain'), file('a.bin', 'image/png'), file('B.HEIF'), file('c', 'image/x-png')])
    expect(findUnsupported([one])).toBeUndefined();
  const gif = file('a.gif', 'image/gif');
  expect(findUnsupported([file('a.png'), gif])).toBe(gif);
  expect(findUnsupported([file('a.svg', 'image/svg+xml')])?.name).toBe('a.svg');
});
