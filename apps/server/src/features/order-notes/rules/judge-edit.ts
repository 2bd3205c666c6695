import type { OrderNotes } from '@quayside/connector-kit';
import type { ORDER_EDIT_KINDS } from '@quayside/contracts';

export type EditKind = (typeof ORDER_EDIT_KINDS)[number];

export interface Edit {
  kind: EditKind;
  text: string;
  /** The store's note that its author saw; empty: none. */
  seen: string;
  /** Ids of staff notes known when it was requested. */
  known_notes: readonly string[];
}

export type Verdict =
  /** The store has it. */
  | { kind: 'done' }
  /** The store's note is neither the one that was seen nor ours. */
  | { kind: 'conflict'; storeText: string }
  | { kind: 'write' };

/** Stores change line ends and outer spaces of a note. */
const normalize = (text: string | undefined): string => (text ?? '').replace(/\r\n?/g, '\n').trim();

const sameTag = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
export const hasTag = (tags: readonly string[], tag: string): boolean => tags.some((one) => sameTag(one, tag));

/** Tags after adding or removing one; case does not distinguish tags, as at Shopify. */
export function changeTags(tags: readonly string[], kind: 'add_tag' | 'remove_tag', tag: string): string[] {
  if (kind === 'remove_tag') return tags.filter((one) => !sameTag(one, tag));
  return hasTag(tags, tag) ? [...tags] : [...tags, tag];
}

/**
 * What to do about a change, by what the store has now. `noteKind`: whether the store replaces its note or adds further
 * ones. `again`: an earlier call may have succeeded.
 */
export function judgeEdit(edit: Edit, now: OrderNotes, noteKind: 'replace' | 'add', again: boolean): Verdict {
  if (edit.kind !== 'note')
    return hasTag(now.tags ?? [], edit.text) === (edit.kind === 'add_tag') ? { kind: 'done' } : { kind: 'write' };
  const text = normalize(edit.text);
  if (noteKind === 'add') {
    const isThere = now.staffNotes?.some((one) => normalize(one.text) === text && !edit.known_notes.includes(one.id));
    return again && isThere ? { kind: 'done' } : { kind: 'write' };
  }
  const stored = normalize(now.note);
  if (stored === text) return { kind: 'done' };
  return stored === normalize(edit.seen) ? { kind: 'write' } : { kind: 'conflict', storeText: now.note ?? '' };
}

/** Both notes in one; the store's own first. */
export const joinNotes = (theirs: string, ours: string): string =>
  [theirs.trim(), ours.trim()].filter(Boolean).join('\n\n');
