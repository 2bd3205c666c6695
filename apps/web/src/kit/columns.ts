import type { ReactNode } from 'react';

/** One column of a list, as a screen declares it. */
export interface Column<T> {
  key: string;
  /** Its name in the head and in the choice of columns. */
  header: string;
  cell(row: T): ReactNode;
  /** Pixels. With `grow` the least width; without, the width. */
  width?: number;
  /** Takes the room that is left over. */
  grow?: boolean;
  /** Money and counts: end. */
  align?: 'start' | 'end' | 'center';
  /** 1 stays always; the highest number goes first when there is no room. Default 2. */
  priority?: 1 | 2 | 3 | 4;
  /** Sort key of the server: the head sends `asc_<key>` and `desc_<key>`. */
  sort?: string;
  /** Not shown until chosen. */
  hidden?: boolean;
  /** The shape of what comes while it loads. */
  bone?: 'text' | 'picture' | 'short' | 'money';
}

export const columnWidth = (column: Column<never>): number => column.width ?? (column.grow ? 180 : 120);
export const columnPriority = (column: Column<never>): number => column.priority ?? 2;

const storageName = (list: string) => `quayside.columns.${list}`;

/** The columns a person hid in a list: their own choice, else what the list declares. */
export function hiddenColumns(list: string, columns: readonly Column<never>[]): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(storageName(list)) ?? 'null');
    if (Array.isArray(saved)) return saved.map(String);
  } catch {
    // Unreadable or refused: the declared columns.
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

/** `desc_price` as key and direction. */
export function readSort(sort: string | undefined): { key: string; direction: 'asc' | 'desc' } | undefined {
  const match = /^(asc|desc)_(.+)$/.exec(sort ?? '');
  return match ? { direction: match[1] as 'asc' | 'desc', key: match[2] ?? '' } : undefined;
}

/** What a click on a head asks for: first descending, then ascending, then descending again. */
export function nextSort(sort: string | undefined, key: string): string {
  const now = readSort(sort);
  return now?.key === key && now.direction === 'desc' ? `asc_${key}` : `desc_${key}`;
}
