import type { Executor } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { OrderPorts, VariantMatch } from '../orders/index.ts';

/** A variant of an imported product. */
export interface OrderVariant {
  variant_id: string;
  sku: string;
  title: string;
  option_values: string[];
  image: string | null;
  price: number;
  currency: string;
  match: VariantMatch;
}

/** What manual orders need from other features; compose.ts connects them. */
export interface ManualOrderPorts extends Pick<OrderPorts, 'match' | 'onNewOrder'> {
  variants(
    ex: Executor,
    workplaceId: string,
    mode: Mode,
    by: { ids: readonly string[] } | { skus: readonly string[] } | { keyword: string; most: number },
  ): Promise<OrderVariant[]>;
}
