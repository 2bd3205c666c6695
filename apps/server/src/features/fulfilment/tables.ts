import type { ShipmentStateName, SupplierName, SYNC_STATES } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';
import type { ParcelTracking } from './rules/next-update.ts';

export type SyncState = (typeof SYNC_STATES)[number];

/** A row of shipment. */
export interface ShipmentRow {
  shipment_id: string;
  order_id: string;
  store_id: string;
  supplier_order_id: string | null;
  source: SupplierName | null;
  source_order_no: string | null;
  remote_parcel_id: string;
  carrier: string | null;
  tracking_number: string;
  tracking_url: string | null;
  state: ShipmentStateName;
  report_state: SyncState;
  report_error: string | null;
  report_params: MessageParams | null;
  /** The last reported tracking, and when. */
  told: ParcelTracking | null;
  told_at: string | null;
  /** The parcel with the same items. */
  same_items_as: string | null;
  /** Country of the order's address when the parcel was sent. */
  destination: string | null;
  shipping_method: string | null;
  shipped_at: string;
  delivered_at: string | null;
  updated_at: string;
}

export interface ShipmentLineRow {
  shipment_id: string;
  line_id: string;
  /** Pieces of what was bought. */
  quantity: number;
  /** Pieces in one unit of the line. */
  pieces_per_unit: number;
  /** Units of the line that the parcel completes; null: as many as pieces. */
  units: number | null;
  /** Units reported to the store. */
  told_quantity: number;
}

export interface ShipmentEventRow {
  shipment_id: string;
  at: string;
  state: ShipmentStateName;
  description: string;
  location: string | null;
}
