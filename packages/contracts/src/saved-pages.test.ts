import { expect, it } from 'vitest';
import { pageToSaveSchema } from './extension-messages.ts';

it('strips direction controls from the title of a saved page', () => {
  const page = {
    id: '01a217f2-b1de-71f7-adc3-b88ebfac5cb8',
    address: 'https://shop.example/mug',
    picture_url: null,
    price: null,
    saved_at: '2026-11-20T10:00:00.000Z',
  };
  expect(pageToSaveSchema.parse({ ...page, title: '\u202eevil\u202c mug' }).title).toBe('evil mug');
  expect(pageToSaveSchema.safeParse({ ...page, title: '\u202e' }).success).toBe(false);
});
