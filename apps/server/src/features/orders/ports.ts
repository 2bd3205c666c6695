import type { SupplierId } from '@quayside/connector-kit';
import type { Shipment, SupplierName, SupplierOrderView } from '@quayside/contracts';
import type { Executor, WorkplaceScope } from '../../db/index.ts';

/** A line of a store's order that is to be found among what we listed there. */
export interface WantedVariant {
  externalProductId: string | null;
  externalVariantId: string | null;
  sku: string | null;
}

/** Where a listed variant comes from. */
export interface VariantMatch {
  productId: string;
  variantId: string;
  source: SupplierName & SupplierId;
  sourceProductId: string;
  sourceVariantId: string;
  sourceSku: string;
  /** Minor units of `currency`, as far as it is known. */
  cost: number | null;
  currency: string;
  imageUrl: string | null;
}

/** What orders ask of other features; compose.ts plugs them in, so that none of them needs to be known here. */
export interface OrderPorts {
  /** In the order of `wanted`; undefined where nothing of ours is sold under that name. */
  match(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    wanted: readonly WantedVariant[],
  ): Promise<(VariantMatch | undefined)[]>;
  /** An order came in for the first time: it may be what a supplier has an order for since before a restore. */
  onNewOrder(tx: Executor, scope: WorkplaceScope, orderId: string): Promise<void>;
  supplierOrders(ex: Executor, workplaceId: string, orderId: string, locale: string): Promise<SupplierOrderView[]>;
  shipments(ex: Executor, workplaceId: string, orderId: string, locale: string): Promise<Shipment[]>;
}
