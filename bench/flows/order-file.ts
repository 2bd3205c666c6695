import { toCsv } from '@quayside/server/src/csv/csv.ts';
import { headersOf } from '../people.ts';
import { count, figure, machineLoad, type Row } from '../rows.ts';
import { newOwner, type Scene, until } from './scene.ts';
import { connectShop } from './shop-orders.ts';

const ORDERS_MADE_PER_SECOND = 60;

/** A file of orders with one row each, as Excel saves it in Western Europe; one cell looks like a formula. */
function orderFile(rows: number): Buffer {
  const header = [
    'Order number',
    'Full name',
    'Address line 1',
    'City',
    'Postal code',
    'Country code',
    'Item',
    'Quantity',
    'Unit price',
    'Note',
  ];
  const lines = Array.from({ length: rows }, (_nothing, n) => [
    `B-${n + 1}`,
    'Zoë Müller',
    `${n + 1} Rue de l'Été`,
    'Orléans',
    '45000',
    'FR',
    'Lamp',
    '1',
    '29.00',
    n === 0 ? '=HYPERLINK("https://example.com")' : '',
  ]);
  // Our own writer would defuse the formula.
  return Buffer.from(toCsv([header, ...lines]).replace("'=", '='), 'latin1');
}

/** A large CSV file of orders in Windows-1252: from the upload to its preview, and from the confirmation to the last order. */
export async function orderFiles(scene: Scene, rows: number): Promise<Row[]> {
  const owner = await newOwner(scene);
  const storeId = await connectShop(scene, owner);
  const began = performance.now();
  const answer = await fetch(`${scene.server.url}/api/orders/imports?store_id=${storeId}&file_name=orders.csv`, {
    method: 'POST',
    headers: { ...headersOf(owner), 'content-type': 'text/csv' },
    body: new Uint8Array(orderFile(rows)),
  });
  const { data, message } = (await answer.json()) as { data: { import_id: string }; message: string };
  if (!answer.ok) throw new Error(`upload of the orders: ${message}`);
  const read = () => owner.call('GET /orders/imports/{import_id}', { params: { import_id: data.import_id } });
  const waitFor = (state: string) =>
    until(`the file to be ${state}`, async () => (await read()).state === state, {
      forMs: 1_800_000,
      everyMs: 250,
    });
  await waitFor('ready');
  const previewed = (performance.now() - began) / 1000;
  const { counts, encoding } = await read();
  const confirmedAt = performance.now();
  await owner.call('POST /orders/imports/{import_id}/confirm', { params: { import_id: data.import_id }, body: {} });
  await waitFor('done');
  const seconds = (performance.now() - confirmedAt) / 1000;
  const fresh = counts.new ?? 0;
  return [
    figure(
      `Order file of ${count(rows)} rows (${encoding}): preview`,
      `${previewed.toFixed(1)} s, ${count(fresh)} orders`,
    ),
    {
      what: 'Order file: orders created',
      value: `${(fresh / seconds).toFixed(0)}/s, ${seconds.toFixed(0)} s (${machineLoad()})`,
      bar: `every order, ${ORDERS_MADE_PER_SECOND}/s`,
      met: fresh === rows && fresh / seconds >= ORDERS_MADE_PER_SECOND,
    },
  ];
}
