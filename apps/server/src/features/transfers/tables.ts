import type { ChannelId } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import type { Actor, WorkplaceScope } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';

export type TransferState = 'waiting' | 'carrying' | 'arriving' | 'tidying' | 'returning' | 'done' | 'failed';

/** Work of a store that is under way. */
export interface OpenWork {
  supplier_orders: number;
  listings: number;
  parcels: number;
}

/** Rows of one table that left and arrived, and the sums of their hashes (decimal text: beyond what a number holds). */
export interface Tally {
  left: number;
  left_sum: string;
  arrived: number;
  arrived_sum: string;
}

export interface StoreTransfer {
  account_id: string;
  move_id: string;
  store_id: string;
  from_workplace: string;
  to_workplace: string;
  actor: Actor;
  platform: ChannelId;
  platform_domain: string;
  store_name: string;
  mode: Mode;
  state: TransferState;
  waits: Partial<OpenWork>;
  prepared: boolean;
  tally: Record<string, Tally>;
  total: number;
  carried: number;
  error: { key: string; params: MessageParams } | null;
  created_at: string;
  carrying_at: string | null;
  changed_at: string;
}

export const isOver = ({ state }: Pick<StoreTransfer, 'state'>): boolean => state === 'done' || state === 'failed';

/** One workspace of the move, as its transactions see it. */
export const toSourceScope = (transfer: StoreTransfer): WorkplaceScope => ({
  accountId: transfer.account_id,
  workplaceId: transfer.from_workplace,
});
export const toTargetScope = (transfer: StoreTransfer): WorkplaceScope => ({
  accountId: transfer.account_id,
  workplaceId: transfer.to_workplace,
});
