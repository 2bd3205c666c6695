import { describe, expect, it } from 'vitest';
import { pictureName, samePicture } from './picture-name.ts';

describe('names of pictures', () => {
  it('are the same where a store added its own ending', () => {
    const supplier = 'https://cdn.example.com/quick/product/1f2e3d4c-desk-lamp.jpg';
    for (const copy of [
      'https://cdn.shopify.com/s/files/1/1/files/1f2e3d4c-desk-lamp.jpg?v=17',
      'https://cdn.shopify.com/s/files/1/1/files/1f2e3d4c-desk-lamp_1024x1024.jpg',
      'https://cdn.shopify.com/s/files/1/1/files/1f2e3d4c-desk-lamp_0b0c7c1e-8f5a-4d3c-9a39-0f7b1c2d3e4f.jpg',
      'https://shop.example.com/wp-content/uploads/2026/01/1F2E3D4C-desk-lamp-300x300.webp',
      'https://shop.example.com/wp-content/uploads/2026/01/1f2e3d4c-desk-lamp-scaled.jpg',
      'https://shop.example.com/wp-content/uploads/2026/01/1f2e3d4c-desk-lamp-1.jpg',
    ])
      expect(samePicture(supplier, copy), copy).toBe(true);
  });

  it('say nothing where anything could be called so', () => {
    expect(samePicture('https://a.example.com/front.jpg', 'https://b.example.com/front.jpg')).toBe(false);
    expect(samePicture(null, null)).toBe(false);
    expect(pictureName('')).toBeUndefined();
  });
});
