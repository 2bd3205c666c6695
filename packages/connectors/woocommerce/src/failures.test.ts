import { expect, it } from 'vitest';
import { refusalOf } from './failures.ts';

// Codes: set_product_images and set_variation_image of WooCommerce's REST controllers, as its stand-in answers them.
it.each(['woocommerce_product_image_upload_error', 'woocommerce_variation_image_upload_error'])(
  '%s is told as a picture that the shop cannot fetch',
  (code) => {
    const message = 'Error getting remote image http://127.0.0.1:4000/pictures/mug.webp. Error: not allowed';
    expect(refusalOf({ code, message })).toMatchObject({ kind: 'rejected', code: 'picture_unreachable' });
  },
);

it('leaves other refusals what they are', () => {
  expect(refusalOf({ code: 'product_invalid_sku', message: '' })).toMatchObject({ code: 'already_exists' });
  expect(refusalOf({ code: 'woocommerce_rest_product_invalid_id', message: '' })).toMatchObject({ kind: 'not-found' });
});
