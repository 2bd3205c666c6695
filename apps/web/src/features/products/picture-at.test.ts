import { expect, it } from 'vitest';
import { pictureAt } from './picture-at.ts';

it('asks for our own pictures in the size they are drawn at', () => {
  expect(pictureAt('/pictures/mug_a-800.webp', 40)).toBe('/pictures/mug_a-80.webp');
  expect(pictureAt('/pictures/mug_a-800.webp', 200)).toBe('/pictures/mug_a-320.webp');
  expect(pictureAt('http://127.0.0.1:4000/pictures/mug_a-320.webp', 400)).toBe(
    'http://127.0.0.1:4000/pictures/mug_a-800.webp',
  );
  expect(pictureAt('/pictures/mug_a-800.webp', 2000)).toBe('/pictures/mug_a-1200.webp');
});

it('leaves every other address as it is', () => {
  expect(pictureAt('https://cdn.example.com/a-800.webp', 40)).toBe('https://cdn.example.com/a-800.webp');
  expect(pictureAt(null, 40)).toBeNull();
});
