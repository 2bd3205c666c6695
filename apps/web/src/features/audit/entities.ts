import type { AuditEntity } from '@quayside/contracts';

/** What the trail speaks of, in the order of the filter. */
export const ENTITIES: readonly AuditEntity[] = [
  'workspace',
  'member',
  'invitation',
  'api_token',
  'store',
  'store_move',
  'supplier',
  'product',
  'variant',
  'listing',
  'order',
  'order_line',
  'supplier_order',
  'payment_setting',
  'topup',
  'wallet',
  'webhook',
  'store_migration',
  'ownership',
];

/** Hands a text to the browser as a file to keep. The mark at its head tells spreadsheets that it is UTF-8. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A value of the trail as a person reads it; field names are those of the records themselves. */
export const factText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
