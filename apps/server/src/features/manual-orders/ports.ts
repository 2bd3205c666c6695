import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import type { Executor, WorkplaceScope } from '../../db/index.ts';
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
/** A variant that can be ordered as a sample. */
export interface SampleVariant {
  title: string;
  option_values: string[];
  image: string | null;
  match: VariantMatch;
}

export interface ManualOrderPorts extends Pick<OrderPorts, 'match' | 'onNewOrders'> {
  variants(
    ex: Executor,
    workplaceId: string,
    mode: Mode,
    by:
      | { ids: readonly string[] }
      | { skus: readonly string[] }
      | { keyword: string; most: number }
      | { productId: string },
  ): Promise<OrderVariant[]>;
  /** Variants of a supplier's product that may not be imported. Throws if the supplier has no such product. */
  sourceVariants(
    scope: WorkplaceScope,
    name: { source: SupplierName & SupplierId; mode: Mode; sourceProductId: string; shipTo: string },
  ): Promise<SampleVariant[]>;
}
