import type { Call } from './call.ts';
import type { View } from './connection.ts';
import { gid } from './gid.ts';
import type { OrderDoc, OrderLineDoc } from './model.ts';
import { cents, decimal } from './money.ts';
import { getGivenBack, getRefunded, getRemoved, getUnfulfilled, moneyBag } from './order-facts.ts';
import { productView, variantView } from './product-view.ts';

export function lineView(call: Call, order: OrderDoc, line: OrderLineDoc): View {
  const product = () => call.store.get(call.seed.shop, 'product', line.productId, true);
  const total = decimal(cents(line.price) * line.quantity);
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    title: line.title,
    variantTitle: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    currentQuantity: line.quantity - getRefunded(call, order, line.id),
    nonFulfillableQuantity: getRemoved(call, order, line.id),
    // Seen in shops: pieces that were sent and given back without a return are taken off twice.
    unfulfilledQuantity: getUnfulfilled(call, order, line) - getGivenBack(call, order, line.id),
    refundableQuantity: line.quantity - getRefunded(call, order, line.id),
    requiresShipping: true,
    image: line.imageUrl ? { url: line.imageUrl, altText: line.title } : null,
    originalUnitPriceSet: () => moneyBag(call, line.price),
    discountedUnitPriceSet: () => moneyBag(call, line.price),
    originalTotalSet: () => moneyBag(call, total),
    discountedTotalSet: () => moneyBag(call, total),
    totalDiscountSet: () => moneyBag(call, '0.00'),
    product: () => {
      const doc = product();
      return doc ? productView(call, doc) : null;
    },
    variant: () => {
      const doc = product();
      const variant = doc?.variants.find((one) => one.id === line.variantId);
      return doc && variant ? variantView(call, doc, variant) : null;
    },
  };
}
