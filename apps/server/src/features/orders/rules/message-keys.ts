/**
 * Message keys for a connector's refusal codes. Source: document 3, section 8 (rules B416 to B429); codes below the
 * line are our own.
 */
const KEYS: Readonly<Record<string, string>> = {
  error_save_all_address: 'CustomerInformationIsNotValid',
  error_get_token: 'GetTokenFail',
  not_found_order_detail: 'OrderDetailNotFound',
  error_not_found_sku: 'NotFoundSkuProduct',
  add_to_cart_fail: 'AddProductToCartFail',
  error_checkout_products: 'OrderFail',
  remove_items_in_cart_fail: 'RemoveItemInCartFail',
  sync_order_not_found_order_no: 'NotFoundOrderNo',
  sync_order_status_fail: 'SyncOrderFailCountry',
  failed_added_sku_list: 'FailedToAddToCart',
  cancel_order: 'OrderFailedDueToUserSkipStopProgress',
  product_out_of_stock: 'ProductOutOfStock',
  product_sold_out: 'ProductSoldOut',
  shipped_country_notfound: 'TheProductCannotBeShippedToCountry',
  different_region: 'CountryOnYourSourceAccountDoesNotMatchTheShippingAddress',
  waiting_complete_order: 'PleaseSubmitYourSourceOrderToCompleteTheOrderingProcess',
  // Our own.
  shipping_method_unavailable: 'SHIPPING_METHOD_UNAVAILABLE',
  balance_too_low: 'SUPPLIER_BALANCE_TOO_LOW',
  invalid_input: 'SUPPLIER_REFUSED_INPUT',
};

/** Message key of a code; a code that is already a key is unchanged. */
export const getMessageKey = (code: string): string => KEYS[code] ?? code;
