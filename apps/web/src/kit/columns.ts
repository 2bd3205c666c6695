import type { ReactNode } from 'react';

/** A column of a list. */
export interface Column<T> {
  key: string;
  /** Name in the head and in the column chooser. */
  header: string;
  cell(row: T): ReactNode;
  /** Pixels. With `grow` the minimum width; otherwise the width. */
  width?: number;
  /** Takes the remaining width. */
  grow?: boolean;
  /** Money and counts: end. */
  align?: 'start' | 'end' | 'center';
  /** 1 is always shown; higher numbers are hidden first when space is short. Default 2. */
  priority?: 1 | 2 | 3 | 4;
  /** Sort key of the server: the head sends `asc_<key>` and `desc_<key>`. */
  sort?: string;
  /** Hidden by default. */
  hidden?: boolean;
  /** Shape of the skeleton while loading. */
  skeleton?: 'text' | 'picture' | 'short' | 'money';
}

export const columnWidth = (column: Column<never>): number => column.width ?? (column.grow ? 180 : 120);
export const columnPriority = (column: Column<never>): number => column.priority ?? 2;

const storageName = (list: string) => `quayside.columns.${list}`;

/** The hidden columns of a list: the person's choice, else the defaults. */
export function hiddenColumns(list: string, columns: readonly Column<never>[]): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageName(list)) ?? 'null');
    if (Array.isArray(saved)) return saved.map(String);
  } catch {
    // Unreadable or refused: use the defaults.
  }
  return columns.filter((column) => column.hidden).map((column) => column.key);
}

export function saveHiddenColumns(list: string, hidden: readonly string[]): void {
  try {
    localStorage.setItem(storageName(list), JSON.stringify(hidden));
  } catch {
    // The choice then lasts as long as the page.
  }
}

/** Splits `desc_price` into key and direction. */
export function readSort(sort: string | undefined): { key: string; direction: 'asc' | 'desc' } | undefined {
  const match = /^(asc|desc)_(.+)$/.exec(sort ?? '');
  return match ? { direction: match[1] as 'asc' | 'desc', key: match[2] ?? '' } : undefined;
}

/** Next sort after a click on a head: descending first, then toggling. */
export function nextSort(sort: string | undefined, key: string): string {
  const now = readSort(sort);
  return now?.key === key && now.direction === 'desc' ? `asc_${key}` : `desc_${key}`;
}
