import { expect, it } from 'vitest';
import { isMessage } from '../../../http/messages.ts';
import { getMessageKey } from './message-keys.ts';

// Rules B416 to B429 and B313.
it.each([
  ['error_save_all_address', 'CustomerInformationIsNotValid'],
  ['error_get_token', 'GetTokenFail'],
  ['not_found_order_detail', 'OrderDetailNotFound'],
  ['error_not_found_sku', 'NotFoundSkuProduct'],
  ['add_to_cart_fail', 'AddProductToCartFail'],
  ['error_checkout_products', 'OrderFail'],
  ['remove_items_in_cart_fail', 'RemoveItemInCartFail'],
  ['sync_order_not_found_order_no', 'NotFoundOrderNo'],
  ['sync_order_status_fail', 'SyncOrderFailCountry'],
  ['failed_added_sku_list', 'FailedToAddToCart'],
  ['cancel_order', 'OrderFailedDueToUserSkipStopProgress'],
  ['product_out_of_stock', 'ProductOutOfStock'],
  ['product_sold_out', 'ProductSoldOut'],
  ['shipped_country_notfound', 'TheProductCannotBeShippedToCountry'],
  ['different_region', 'CountryOnYourSourceAccountDoesNotMatchTheShippingAddress'],
  ['waiting_complete_order', 'PleaseSubmitYourSourceOrderToCompleteTheOrderingProcess'],
])('%s shows %s, which has a sentence', (code, key) => {
  expect(getMessageKey(code)).toBe(key);
  expect(isMessage(key)).toBe(true);
});

it('leaves other keys as they are', () => {
  expect(getMessageKey('ORDER_LINE_CHANGED')).toBe('ORDER_LINE_CHANGED');
});
