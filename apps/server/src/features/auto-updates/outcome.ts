import type { MessageParams } from '@quayside/kernel';
import type { Work } from '../../jobs/effect/effect.ts';
import type { Store } from '../connections/index.ts';
import type { FieldRecord, ListedTarget } from '../products/index.ts';
import type { BatchClaim } from './batch-repo.ts';
import type { WaitingChange } from './change-repo.ts';
import type { ListingValue } from './tables.ts';

/** How a change ended. later: its listing is busy or could not be written just now, while others of its batch were. */
export type ChangeEnd =
  | { kind: 'done'; before: ListingValue }
  /** The store had the value already, and not by this change. */
  | { kind: 'same'; before: ListingValue }
  | { kind: 'kept' | 'failed'; key: string; params: MessageParams; before?: ListingValue }
  | { kind: 'later' };

/** By the id of the change. */
export type BatchOutcome =
  | { kind: 'done'; ends: ReadonlyMap<string, ChangeEnd> }
  | { kind: 'failed'; key: string; params: MessageParams };

export interface BatchWork extends Work<BatchClaim, BatchOutcome> {
  store: Store | undefined;
  changes: readonly WaitingChange[];
  /** By listing. Listings that are being pushed, or aren't in the store, are absent. */
  targets: ReadonlyMap<string, ListedTarget>;
  busy: ReadonlySet<string>;
  records: ReadonlyMap<string, FieldRecord>;
}
