import { AppError, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { checkCurrency } from '../../../known-values.ts';
import { lockStoreAlone, storeMovingError } from '../../connections/index.ts';
import {
  countManual,
  effectiveAddress,
  nameOf,
  plainNumber,
  refuseIncomplete,
  takenNumbers,
  toAddress,
} from '../../orders/index.ts';
import type { ManualOrderPorts, OrderVariant } from '../ports.ts';
import { type DraftLine, type OrderDraft, totalsOf } from '../rules/draft.ts';
import { writeOrder } from './write-order.ts';

export interface NewOrder {
  store_id: string;
  order_number?: string;
  currency: string;
  paid: boolean;
  payment_method?: string;
  first_name?: string;
  last_name?: string;
  company?: string;
  address1?: string;
  address2?: string;
  city?: string;
  province?: string;
  province_code?: string;
  postal_code?: string;
  country_code: string;
  phone?: string;
  email?: string;
  tax_id?: string;
  shipping_method?: string;
  shipping_amount: number;
  discount_amount: number;
  tax_amount: number;
  tax_included: boolean;
  note?: string;
  lines: {
    variant_id?: string;
    title?: string;
    sku?: string;
    quantity: number;
    unit_price: number;
    requires_shipping?: boolean;
  }[];
}

/** The next number that no order of the store has. */
export async function freeNumber(tx: Executor, workplaceId: string, storeId: string, prefix = 'M'): Promise<string> {
  const first = 1_001 + (await countManual(tx, workplaceId, storeId));
  const candidates = Array.from({ length: 100 }, (_, at) => `${prefix}${first + at}`);
  const taken = await takenNumbers(tx, workplaceId, storeId, candidates);
  const free = candidates.find((number) => !taken.has(plainNumber(number)));
  if (!free)
    throw new AppError('UNPROCESSABLE_ENTITY', 'ORDER_NUMBER_NEEDED', {
      fields: { order_number: ['ORDER_NUMBER_NEEDED'] },
    });
  return free;
}

function linesOf(input: NewOrder, variants: ReadonlyMap<string, OrderVariant>): DraftLine[] {
  return input.lines.map((line, at): DraftLine => {
    const variant = line.variant_id ? variants.get(line.variant_id) : undefined;
    if (line.variant_id && !variant) throw notFoundField('lines.variant_id', 'VARIANT_NOT_FOUND');
    const title = line.title ?? variant?.title;
    if (!title)
      throw new AppError('UNPROCESSABLE_ENTITY', 'ORDER_LINE_NEEDS_TITLE', {
        fields: { [`lines.${at}.title`]: ['ORDER_LINE_NEEDS_TITLE'] },
      });
    const options = variant?.option_values.join(' / ');
    const sku = line.sku ?? variant?.sku;
    return {
      title,
      ...(options ? { variantTitle: options } : {}),
      ...(sku ? { sku } : {}),
      ...(variant?.image ? { imageUrl: variant.image } : {}),
      quantity: line.quantity,
      unitPrice: line.unit_price,
      requiresShipping: line.requires_shipping ?? true,
    };
  });
}

/**
 * Creates an order of a store in Quayside. Throws with the field for an unknown store, variant or currency, an incomplete address, sums that
 * don't add up, and a number that another order of the store has.
 */
export async function createOrder(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  ports: ManualOrderPorts,
  who: Who,
  input: NewOrder,
): Promise<{ order_id: string; name: string }> {
  const { workplaceId, scope } = who;
  checkCurrency('currency', input.currency);
  const address = effectiveAddress(toAddress(input), null);
  return deps.db.tenant(scope, async (tx) => {
    // Two orders can't take one number.
    const store = await lockStoreAlone(tx, workplaceId, input.store_id);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (store.moving === 'carrying') throw storeMovingError(store.platform_domain);
    const ids = input.lines.flatMap((line) => line.variant_id ?? []);
    const found = await ports.variants(tx, workplaceId, store.mode, { ids });
    const variants = new Map(found.map((one) => [one.variant_id, one]));
    const lines = linesOf(input, variants);
    refuseIncomplete(address);
    const wanted = input.order_number;
    const number = wanted ?? (await freeNumber(tx, workplaceId, input.store_id));
    if (wanted && (await takenNumbers(tx, workplaceId, input.store_id, [wanted])).size > 0)
      throw new AppError('UNPROCESSABLE_ENTITY', 'ORDER_NUMBER_TAKEN', {
        fields: { order_number: ['ORDER_NUMBER_TAKEN'] },
      });
    const draft: OrderDraft = {
      number,
      currency: input.currency,
      isPaid: input.paid,
      ...(input.payment_method ? { paymentMethod: input.payment_method } : {}),
      address,
      ...(input.shipping_method ? { shippingMethod: input.shipping_method } : {}),
      shipping: input.shipping_amount,
      discount: input.discount_amount,
      tax: input.tax_amount,
      taxIncluded: input.tax_included,
      ...(input.note ? { note: input.note } : {}),
      lines,
    };
    const totals = totalsOf(draft);
    if (typeof totals === 'string') {
      const field = totals === 'ORDER_DISCOUNT_TOO_LARGE' ? 'discount_amount' : 'lines';
      throw new AppError('UNPROCESSABLE_ENTITY', totals, { fields: { [field]: [totals] } });
    }
    const matches = input.lines.map((line) => (line.variant_id ? variants.get(line.variant_id)?.match : undefined));
    const actor = scope.actor?.name ?? '';
    const order_id = await writeOrder(tx, deps, ports, scope, store, draft, { totals, matches, actor });
    return { order_id, name: nameOf(number) };
  });
}
