import { ConnectorError } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { namingPicture, toRefusal } from './failures.ts';

// Codes: set_product_images and set_variation_image of WooCommerce's REST controllers, as its stand-in answers them.
it.each(['woocommerce_product_image_upload_error', 'woocommerce_variation_image_upload_error'])(
  '%s is told as a picture that the shop cannot fetch',
  (code) => {
    const message = 'Error getting remote image http://127.0.0.1:4000/pictures/mug.webp. Error: not allowed';
    expect(toRefusal({ code, message })).toMatchObject({ kind: 'rejected', code: 'picture_unreachable' });
  },
);

it('tells a picture of a kind that the shop never takes from one that it cannot fetch', () => {
  const message = 'Invalid image: Sorry, you are not allowed to upload this file type.';
  const code = 'woocommerce_product_image_upload_error';
  expect(toRefusal({ code, message })).toMatchObject({ kind: 'rejected', code: 'picture_refused' });
});

it('leaves other refusals what they are', () => {
  expect(toRefusal({ code: 'product_invalid_sku', message: '' })).toMatchObject({ code: 'already_exists' });
  expect(toRefusal({ code: 'woocommerce_rest_product_invalid_id', message: '' })).toMatchObject({ kind: 'not-found' });
});

it('names the picture that a shop refuses without saying which', () => {
  const refused = (detail: string) => new ConnectorError('rejected', detail, { code: 'picture_refused' });
  const urls = ['https://pictures.example/a.png', 'https://pictures.example/b.heic'];
  expect(namingPicture(refused('Invalid image'), urls)).toMatchObject({
    detail: 'Invalid image (https://pictures.example/b.heic)',
    code: 'picture_refused',
  });
  const named = refused('Error getting remote image https://pictures.example/a.png');
  expect(namingPicture(named, urls)).toBe(named);
  const other = new ConnectorError('rejected', 'Invalid SKU', { code: 'already_exists' });
  expect(namingPicture(other, urls)).toBe(other);
});
