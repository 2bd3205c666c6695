import type { MessageParams } from '@quayside/kernel';
import type { Again } from '../../db/effect-row.ts';
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

export type BatchEnd = BatchOutcome | Again;
