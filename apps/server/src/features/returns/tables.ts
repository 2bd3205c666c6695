import type {
  ReturnDisposition,
  ReturnKind,
  ReturnPostalAddress,
  ReturnReason,
  ReturnRefundMethod,
  ReturnRefundState,
  ReturnState,
} from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

/** A row of order_return. */
export interface ReturnRow {
  return_id: string;
  order_id: string;
  store_id: string;
  name: string;
  order_name: string;
  kind: ReturnKind;
  reason: ReturnReason;
  state: ReturnState;
  customer_note: string;
  customer_keeps: boolean;
  outside_window_by: string | null;
  address: ReturnPostalAddress | null;
  instructions: string;
  send_back_by: string | null;
  carrier: string | null;
  tracking_number: string | null;
  decision_note: string | null;
  exchange_order_id: string | null;
  requested_by: string;
  created_at: string;
  updated_at: string;
  ended_at: string | null;
}

/** A row of order_return_line. */
export interface ReturnLineRow {
  return_id: string;
  line_id: string;
  quantity: number;
  /** null: nothing was recorded yet. */
  received: number | null;
  disposition: ReturnDisposition | null;
}

/** A row of order_return_refund. The amount is in minor units of `currency`. */
export interface RefundRow {
  refund_id: string;
  return_id: string;
  order_id: string;
  store_id: string;
  order_name: string;
  method: ReturnRefundMethod;
  amount: number;
  currency: string;
  restock: boolean;
  note: string;
  requested_by: string;
  state: ReturnRefundState;
  reference: string | null;
  attempts: number;
  error_key: string | null;
  error_params: MessageParams | null;
  created_at: string;
  done_at: string | null;
}

/** A row of return_address. */
export interface AddressRow {
  return_address_id: string;
  store_id: string | null;
  source: string | null;
  address: ReturnPostalAddress;
  updated_at: string;
}
