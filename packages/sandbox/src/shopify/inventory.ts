import type { Call } from './call.ts';
import { LONGEST } from './connection.ts';
import { badInput, type UserErrorView, userError } from './errors.ts';
import { idOf } from './gid.ts';
import { activeLocations } from './locations.ts';
import { saveProduct } from './product-set.ts';

export interface QuantitiesSet {
  name: string;
  reason: string;
  referenceDocumentUri?: string | null;
  quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null }[];
}

/** Source: Shopify, manage inventory quantities and states, reasons for a change. */
const REASONS = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
]);

type Change = QuantitiesSet['quantities'][number];

function check(call: Call, input: QuantitiesSet): UserErrorView[] {
  const errors: UserErrorView[] = [];
  if (input.name !== 'available' && input.name !== 'on_hand') {
    errors.push(userError('The specified quantity name is invalid.', ['input', 'name'], 'INVALID_NAME'));
  }
  if (!REASONS.has(input.reason)) {
    errors.push(userError('The specified reason is invalid.', ['input', 'reason'], 'INVALID_REASON'));
  }
  const active = activeLocations(call);
  const seen = new Set<string>();
  input.quantities.forEach((change, at) => {
    const field = ['input', 'quantities', String(at)];
    const add = (message: string, name: string, code: string) =>
      errors.push(userError(message, [...field, name], code));
    const known = call.store.byKey(call.seed.shop, 'item', String(idOf('InventoryItem', change.inventoryItemId)));
    if (known === undefined)
      add('The specified inventory item could not be found.', 'inventoryItemId', 'INVALID_INVENTORY_ITEM');
    if (!active.has(idOf('Location', change.locationId) ?? 0)) {
      add('The specified location could not be found.', 'locationId', 'INVALID_LOCATION');
    }
    if (change.quantity < 0) add("The quantity can't be negative.", 'quantity', 'INVALID_QUANTITY_NEGATIVE');
    if (change.quantity > 1_000_000_000)
      add("The quantity can't be higher than 1,000,000,000.", 'quantity', 'INVALID_QUANTITY_TOO_HIGH');
    const pair = `${change.inventoryItemId} ${change.locationId}`;
    if (seen.has(pair)) {
      add(
        'The combination of inventoryItemId and locationId must be unique.',
        'inventoryItemId',
        'NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR',
      );
    }
    seen.add(pair);
  });
  return errors;
}

function apply(call: Call, change: Change): UserErrorView | undefined {
  const { seed, store } = call;
  const itemId = idOf('InventoryItem', change.inventoryItemId);
  const productId = store.byKey(seed.shop, 'item', String(itemId));
  const product = productId === undefined ? undefined : store.get(seed.shop, 'product', productId);
  const variant = product?.variants.find((one) => one.itemId === itemId);
  const field = ['input', 'quantities'];
  if (!product || !variant) {
    return userError('The specified inventory item could not be found.', field, 'INVALID_INVENTORY_ITEM');
  }
  const locationId = idOf('Location', change.locationId) ?? 0;
  const location = String(locationId);
  // Shopify's list of codes has none for this; whether it stocks the item then is not documented.
  if (!(location in variant.levels)) {
    return userError('The specified inventory item is not stocked at the location.', field, 'INVALID_INVENTORY_ITEM');
  }
  const expected = change.changeFromQuantity;
  if (expected !== null && expected !== variant.levels[location]) {
    return userError('The quantity is not what was expected.', field, 'CHANGE_FROM_QUANTITY_STALE');
  }
  variant.levels[location] = change.quantity;
  variant.updatedAt = store.now();
  saveProduct(call, product);
  call.webhooks.tell(seed.shop, 'INVENTORY_LEVELS_UPDATE', {
    inventory_item_id: itemId,
    location_id: locationId,
    available: change.quantity,
    updated_at: variant.updatedAt,
  });
  return undefined;
}

/** Sets quantities, all of them or none. Whoever does not say from which number must say so with null. */
export function setQuantities(call: Call, input: QuantitiesSet): UserErrorView[] {
  if (input.quantities.length > LONGEST)
    throw badInput(`The input array size is greater than the maximum allowed of ${LONGEST}`);
  if (input.quantities.some((change) => change.changeFromQuantity === undefined)) {
    throw badInput('changeFromQuantity must be given explicitly, also when it is null');
  }
  const errors = check(call, input);
  if (errors.length > 0) return errors;
  for (const change of input.quantities) {
    const error = apply(call, change);
    // Thrown out of the transaction with what was set before it.
    if (error) throw new StaleQuantities([error]);
  }
  return [];
}

/** Rolls a half-done change back and carries what the caller is told. */
export class StaleQuantities extends Error {
  override readonly name = 'StaleQuantities';
  readonly errors: UserErrorView[];
  constructor(errors: UserErrorView[]) {
    super('quantities refused');
    this.errors = errors;
  }
}
