import { useRef } from 'react';
import { type Draft, PLAIN_FIELDS, same } from './draft.ts';
import type { DraftChanges } from './original.ts';
import type { Editor } from './use-editor.ts';

/** The editor of everything but the variants. */
export interface FieldEditor extends Pick<Editor, 'product' | 'base' | 'original' | 'change' | 'faults'> {
  draft: Omit<Draft, 'variants'>;
  changes: Pick<DraftChanges, 'fields'>;
}

/** Whether fields look alike; which of them differ from the original follows from the draft and the original. */
const isAlike = (a: FieldEditor, b: FieldEditor): boolean =>
  (['product', 'base', 'original', 'change'] as const).every((part) => a[part] === b[part]) &&
  PLAIN_FIELDS.every((field) => a.draft[field] === b.draft[field]) &&
  same(a.faults, b.faults);

/** The same object while only variants change, so that typing in their table renders none of the other fields. */
export function useFieldEditor({ product, base, original, draft, changes, change, faults }: Editor): FieldEditor {
  const next: FieldEditor = { product, base, original, draft, changes, change, faults };
  const kept = useRef(next);
  if (!isAlike(kept.current, next)) kept.current = next;
  return kept.current;
}
