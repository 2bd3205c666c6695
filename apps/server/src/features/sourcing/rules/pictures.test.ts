import { expect, it } from 'vitest';
import { absolutePicture, getStoredPicture } from './pictures.ts';

it.each([
  ['http://127.0.0.1:4000/pictures/mug-800.webp', '/pictures/mug-800.webp'],
  ['http://127.0.0.1:5123/pictures/mug-800.webp', '/pictures/mug-800.webp'],
  ['https://quay.example.com/pictures/a.webp', '/pictures/a.webp'],
  ['https://cdn.example.com/pictures/a.webp', 'https://cdn.example.com/pictures/a.webp'],
  ['http://127.0.0.1:4000/other/a.webp', 'http://127.0.0.1:4000/other/a.webp'],
  ['/pictures/a.webp', '/pictures/a.webp'],
])('%s is kept as %s', (url, kept) => expect(getStoredPicture(url, 'https://quay.example.com')).toBe(kept));

it('is an address again for those outside', () => {
  expect(absolutePicture('/pictures/a.webp', 'https://q.example.com')).toBe('https://q.example.com/pictures/a.webp');
  expect(absolutePicture('https://cdn.example.com/a.webp', 'https://q.example.com')).toBe(
    'https://cdn.example.com/a.webp',
  );
});
