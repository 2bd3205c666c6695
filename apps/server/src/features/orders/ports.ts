import type { SupplierId } from '@quayside/connector-kit';
import type { Shipment, SupplierName, SupplierOrderView } from '@quayside/contracts';
import type { Executor, WorkplaceScope } from '../../db/index.ts';

/** A line of a store's order to find among our listings there. */
export interface WantedVariant {
  externalProductId: string | null;
  externalVariantId: string | null;
  sku: string | null;
  /** The order's destination (ISO 3166-1 alpha-2), if known. */
  country: string | null;
}

/** Source of a listed variant. */
export interface VariantMatch {
  /** null: not imported. */
  productId: string | null;
  variantId: string | null;
  source: SupplierName & SupplierId;
  sourceProductId: string;
  sourceVariantId: string;
  sourceSku: string;
  /** Pieces of it in one unit sold; absent: 1. */
  piecesPerUnit?: number;
  /** Of one piece, in minor units of `currency`, if known. */
  cost: number | null;
  currency: string;
  imageUrl: string | null;
  /** The supplier no longer has it, and the owner wants orders to wait until its replacement is decided. */
  held?: true;
  /** What one unit takes besides: the variant is a bundle. */
  further?: readonly BundlePart[];
}

/** A further part of a bundle, with its name at the supplier. */
export interface BundlePart extends Omit<VariantMatch, 'further'> {
  title: string;
  variantTitle: string;
}

/** What orders need from other features; compose.ts connects them. */
export interface OrderPorts {
  /** In the order of `wanted`; undefined where we list nothing with that id. */
  match(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    wanted: readonly WantedVariant[],
  ): Promise<(VariantMatch | undefined)[]>;
  /** Which variants of a store have supplier choices, which may depend on the country. */
  mappedVariants(
    ex: Executor,
    workplaceId: string,
    storeId: string,
    externalVariantIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** New orders arrived: a supplier may have orders for them from before a restore. */
  onNewOrders(tx: Executor, scope: WorkplaceScope, orderIds: readonly string[]): Promise<void>;
  supplierOrders(ex: Executor, workplaceId: string, orderId: string, locale: string): Promise<SupplierOrderView[]>;
  shipments(ex: Executor, workplaceId: string, orderId: string, locale: string): Promise<Shipment[]>;
}
