import { createContext, useContext } from 'react';
import type { PlaceIntent } from './place/topup-intent.ts';

/** What can be done with orders in a drawer or a dialog over the page. */
export type Task =
  | {
      kind: 'place';
      orderIds: readonly string[];
      lineIds?: readonly string[];
      /** Called once the orders are on their way. */
      onDone?(): void;
      /** The placing goes on after a top-up that was made for it. */
      resumed?: { topupId: string; intent: PlaceIntent };
    }
  | { kind: 'shipping'; orderIds: readonly string[]; lineIds?: readonly string[] }
  | { kind: 'pay'; orderIds: readonly string[]; onDone?(): void }
  /** Ask a member to confirm the payment. */
  | { kind: 'ask-payment'; orderIds: readonly string[] }
  | { kind: 'supplier'; orderId: string; lineId: string }
  | { kind: 'manual'; orderId: string }
  | { kind: 'address'; orderId: string }
  /** Paste purchases made at marketplaces. */
  | { kind: 'paste' }
  /** Cancel an order created in Quayside. */
  | { kind: 'cancel'; orderId: string; name: string }
  | { kind: 'documents'; orderIds: readonly string[] }
  /** Ask a supplier for a refund of one of its orders. */
  | { kind: 'refund'; orderId: string; supplierOrderId: string }
  | { kind: 'repair'; orderIds: readonly string[] }
  /** Watch supplier orders of a placement come about. */
  | { kind: 'placement'; processId: string };

export interface TaskProps<K extends Task['kind']> {
  task: Extract<Task, { kind: K }>;
  open: boolean;
  onClose(): void;
}

/** Where a task is begun: given by TaskHost. */
export const TaskContext = createContext<(task: Task) => void>(() => undefined);

/** Begins a task from anywhere below TaskHost. */
export const useTask = (): ((task: Task) => void) => useContext(TaskContext);
