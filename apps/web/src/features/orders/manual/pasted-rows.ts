import type { CallData } from '../../../lib/api.ts';
import type { PastedItem } from './parse-paste.ts';

export type PasteResult = CallData<'POST /orders/v5/manual-purchases'>['items'][number];

/** Pasted rows with their results, one for each. */
export interface CheckedRows {
  items: readonly PastedItem[];
  results: readonly PasteResult[];
}

/** Rows that passed the check. */
export const toSave = ({ items, results }: CheckedRows): PastedItem[] =>
  items.filter((_item, at) => results[at]?.status !== 'refused');

/** What is left once the rows that passed were saved: those that the check refused, and those that saving refused. */
export function refusedRows(checked: CheckedRows, saved: readonly PasteResult[]): CheckedRows {
  let at = 0;
  const left = checked.items.flatMap((item, index) => {
    const before = checked.results[index];
    const result = before?.status === 'refused' ? before : saved[at++];
    return result?.status === 'refused' ? [{ item, result }] : [];
  });
  return { items: left.map(({ item }) => item), results: left.map(({ result }, row) => ({ ...result, row })) };
}
