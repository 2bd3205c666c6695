import { api, type CallQuery } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';

export type FilterQuery = CallQuery<'GET /orders/v5/ids'>;

/**
 * Downloads all orders that match a filter as one CSV file, page by page. `onProgress` gets the number of orders so
 * far; an aborted signal stops without a file.
 */
export async function exportOrders(
  query: FilterQuery,
  onProgress: (orders: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const parts: string[] = [];
  let orders = 0;
  let cursor: string | undefined;
  do {
    const page: { csv: string; orders: number; next_cursor?: string } = await api('GET /orders/v5/export', {
      query: { ...query, cursor },
      signal,
      quiet: true,
    });
    parts.push(page.csv);
    orders += page.orders;
    cursor = page.next_cursor;
    onProgress(orders);
  } while (cursor !== undefined);
  saveFile(`orders-${new Date().toISOString().slice(0, 10)}.csv`, parts);
  return orders;
}
