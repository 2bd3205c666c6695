import type { REPORT_STATES, ShipmentStateName, SupplierName } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

export type ReportState = (typeof REPORT_STATES)[number];

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
  report_state: ReportState;
  report_error: string | null;
  report_params: MessageParams | null;
  shipped_at: string;
  delivered_at: string | null;
  updated_at: string;
}

export interface ShipmentLineRow {
  shipment_id: string;
  line_id: string;
  quantity: number;
}

export interface ShipmentEventRow {
  shipment_id: string;
  at: string;
  state: ShipmentStateName;
  description: string;
  location: string | null;
}
