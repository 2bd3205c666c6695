/** Columns of the variants table that work like a spreadsheet, in the order of the screen. */
export const SHEET_COLUMNS = ['price', 'compare_at_price', 'weight_grams', 'sku', 'barcode', 'enabled'] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** Key of a cell in maps. */
export const cellKey = (id: string, column: SheetColumn): string => `${id}/${column}`;
