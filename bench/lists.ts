import type { Db } from '@quayside/server/src/db/index.ts';
import { load, type Target, versus } from './load.ts';
import { headersOf, ownerOf } from './people.ts';
import { count, figure, line, machineLoad, type Row, times } from './rows.ts';

/** Pages that are passed over to come to a far one. */
const FAR = 200;

export interface ListBench {
  url: string;
  floorUrl: string;
  dataDir: string;
  db: Db;
}

/** The address of the page after so many, by cursor. */
async function farPage(path: string, headers: Record<string, string>): Promise<string> {
  let address = path;
  for (let page = 0; page < FAR; page += 1) {
    const answer = await fetch(address, { headers });
    const { data } = (await answer.json()) as { data: { next_cursor?: string } };
    if (!data.next_cursor) break;
    address = `${path}&cursor=${encodeURIComponent(data.next_cursor)}`;
  }
  return address;
}

/** The order list at 10,000 and `many` orders, against the floor, a far page by cursor, and many against few. */
export async function orderLists({ url, floorUrl, dataDir, db }: ListBench, many: number): Promise<Row[]> {
  const rows: Row[] = [];
  const firsts: Target[] = [];
  const path = `${url}/api/orders/v5/list?period=all&tab=unfulfilled&page_size=25`;
  for (const orders of [...new Set([10_000, many])]) {
    const person = await ownerOf(orders, url, db, dataDir);
    const headers = headersOf(person);
    const span = new URLSearchParams({ workplace: person.workplaceId, from: '1990-01-01', until: '2100-01-01' });
    const first = { url: () => path, headers };
    const far = await farPage(path, headers);
    const list = await versus({ url: () => `${floorUrl}/orders?${span}` }, first);
    const deep = await versus(first, { url: () => far, headers });
    const counts = await load({ url: () => `${url}/api/orders/v5/count-order-status?period=all`, headers });
    firsts.push(first);
    const name = `Order list, ${count(orders)} orders`;
    rows.push(figure(`${name}: floor`, `${line(list.floor)}, ${list.floor.bytes} bytes`));
    rows.push({
      what: name,
      value: `${line(list.measured)}, ${list.measured.bytes} bytes; ${times(list.ratio)} the floor (${machineLoad()})`,
      bar: '1.5 x the floor',
      met: list.ratio <= 1.5,
    });
    rows.push({
      what: `${name}: page ${FAR + 1} by cursor`,
      value: `${line(deep.measured)}; ${times(deep.ratio)} the first page`,
      bar: '1.3 x the first page',
      met: deep.ratio <= 1.3,
    });
    rows.push(figure(`${name}: tab counts`, line(counts)));
  }
  const [few, most] = firsts;
  if (few && most) {
    const { ratio } = await versus(few, most);
    rows.push({
      what: `Order list, ${count(many)} orders against 10,000`,
      value: times(ratio),
      bar: '1.3 x',
      met: ratio <= 1.3,
    });
  }
  return rows;
}
