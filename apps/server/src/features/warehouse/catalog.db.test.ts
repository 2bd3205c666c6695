import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCsv } from '../../csv/csv.ts';
import { sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { withSupplier } from '../connections/index.ts';
import { applyImport } from './actions/apply-import.ts';
import { fetchPictures } from './actions/fetch-pictures.ts';
import { PRODUCT_COLUMNS, type ProductField } from './rules/catalog/columns.ts';

const OPERATOR = 'keeper@example.com';
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());
const { deps } = app.running;

let keeper: Client;
let owner: Client;
beforeAll(async () => {
  keeper = await app.signUp(OPERATOR);
  owner = await app.signUp();
});

type Row = Partial<Record<ProductField, string>>;
const FIELDS = Object.keys(PRODUCT_COLUMNS) as ProductField[];
const file = (rows: readonly Row[], fields: readonly ProductField[] = FIELDS): string =>
  toCsv([fields.map((field) => PRODUCT_COLUMNS[field]), ...rows.map((row) => fields.map((field) => row[field] ?? ''))]);
const candle = (change: Row = {}): Row => ({
  handle: 'candle',
  title: 'Beeswax Candle',
  category: 'Home > Candles',
  sku: 'CANDLE',
  cost: '4.25',
  stock: '30',
  grams: '420',
  shipsFrom: 'US',
  ...change,
});
const RATES = `Ship to country,Service,Price per parcel,Price per kg,Delivery days min,Delivery days max
US CA,Standard,4.50,1.00,3,5
US,Express,12.00,0,1,2
`;

async function upload(body: string | Uint8Array<ArrayBuffer>, query = ''): Promise<string> {
  const answer = await fetch(`${app.url}/api/operator/catalog/imports?file_name=goods.csv${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keeper.token}`, 'content-type': 'text/csv' },
    body,
  });
  const { data, ...rest } = (await answer.json()) as { status: number; data: { import_id: string } };
  expect(rest).toMatchObject({ status: 200 });
  return data.import_id;
}
const seen = async (import_id: string) =>
  (await keeper.call('GET /operator/catalog/imports/{import_id}', { params: { import_id } })).data;
const until = async (import_id: string, ...states: string[]) => {
  await expect.poll(async () => (await seen(import_id)).state, { timeout: 30_000 }).toBeOneOf(states);
  return seen(import_id);
};
const items = async (import_id: string, fate?: 'refused') =>
  (await keeper.call('GET /operator/catalog/imports/{import_id}/items', { params: { import_id }, query: { fate } }))
    .data.items;
const take = async (body: string) => {
  const id = await upload(body, '&apply=true');
  return until(id, 'done', 'refused');
};
const variant = (sku: string) =>
  app.db.global((tx) =>
    tx.first<{ variant_id: string; product_id: string; stock: number; cost: number; archived: boolean }>(
      sql`select variant_id, product_id, stock, cost, archived from warehouse.variant where sku = ${sku}`,
    ),
  );

describe('a file of products', () => {
  it('is for operators', async () => {
    expect(await owner.call('GET /operator/catalog')).toMatchObject({ http: 403, code: 'OPERATORS_ONLY' });
  });

  it('is shown first, with the fate of each product, and changes nothing until it is confirmed', async () => {
    const id = await upload(file([candle(), candle({ handle: 'stool', title: 'Stool', sku: 'STOOL', cost: 'free' })]));
    const read = await until(id, 'ready');
    expect(read).toMatchObject({ kind: 'products', rows: 2, counts: { new: 1, refused: 1, changed: 0, unchanged: 0 } });
    expect(await items(id, 'refused')).toEqual([
      expect.objectContaining({
        name: 'stool',
        faults: [{ row: 3, column: 'Cost', text: expect.stringMatching(/amount/i) }],
      }),
    ]);
    expect(await variant('CANDLE')).toBeUndefined();
    await keeper.call('POST /operator/catalog/imports/{import_id}/confirm', { params: { import_id: id }, body: {} });
    expect(await until(id, 'done')).toMatchObject({ applied: 1, counts: { new: 1, refused: 1 } });
    expect(await variant('CANDLE')).toMatchObject({ stock: 30, cost: 425, archived: false });
    expect(await variant('STOOL')).toBeUndefined();
    const again = await keeper.call('POST /operator/catalog/imports/{import_id}/confirm', {
      params: { import_id: id },
      body: {},
    });
    expect(again).toMatchObject({ http: 400, code: 'IMPORT_NOT_READY' });
    const { csv } = (
      await keeper.call('GET /operator/catalog/imports/{import_id}/refused', { params: { import_id: id } })
    ).data;
    expect(csv.split('\r\n')[1]).toMatch(/^stool,Stool.*Cost: /);
  });

  it('imported again keeps what a SKU is known by, and changes only what the file has columns for', async () => {
    const before = await variant('CANDLE');
    expect(await take(file([candle()]))).toMatchObject({ counts: { unchanged: 1, new: 0, changed: 0 } });
    const part = file([{ handle: 'candle', sku: 'CANDLE', cost: '5.00' }], ['handle', 'sku', 'cost']);
    expect(await take(part)).toMatchObject({ counts: { changed: 1 } });
    expect(await variant('CANDLE')).toEqual({ ...before, cost: 500 });
  });

  it('archives variants that a product no longer has, and brings them back', async () => {
    const sizes = (...names: string[]) =>
      file(
        names.map((size, at) =>
          candle({
            handle: 'apron',
            title: 'Apron',
            sku: `APRON-${size}`,
            option1Name: at === 0 ? 'Size' : '',
            option1Value: size,
          }),
        ),
      );
    await take(sizes('S', 'M'));
    const small = await variant('APRON-S');
    const id = await upload(sizes('M'));
    await until(id, 'ready');
    expect(await items(id)).toEqual([expect.objectContaining({ name: 'apron', fate: 'changed', archives: 1 })]);
    await keeper.call('POST /operator/catalog/imports/{import_id}/confirm', { params: { import_id: id }, body: {} });
    await until(id, 'done');
    expect(await variant('APRON-S')).toEqual({ ...small, archived: true });
    await take(sizes('S', 'M'));
    expect(await variant('APRON-S')).toEqual(small);
  });

  it('cannot take a SKU from another product', async () => {
    const id = await upload(file([candle({ handle: 'other' })]));
    expect(await until(id, 'ready')).toMatchObject({ counts: { refused: 1 } });
    expect((await items(id))[0]?.faults[0]).toMatchObject({ column: 'SKU', text: expect.stringContaining('candle') });
  });

  it('updates stock and cost by SKU alone', async () => {
    const before = await variant('CANDLE');
    const done = await take('SKU,Stock\nCANDLE,7\nNOBODY,1\n');
    expect(done).toMatchObject({ kind: 'stock', counts: { changed: 1, refused: 1 } });
    expect(await variant('CANDLE')).toEqual({ ...before, stock: 7 });
  });

  it.each([
    ['another encoding', new Uint8Array([0x48, 0x61, 0x6e, 0x64, 0x6c, 0x65, 0x2c, 0xe9, 0x0a]), /UTF-8/],
    ['no columns of ours', 'a,b\n1,2\n', /Handle/],
    ['a quotation mark that never ends', `Handle,SKU,Title\na,b,"c\n${'x,y,z\n'.repeat(50_000)}`, /quotation/i],
    ['only a header', 'Handle,SKU\n', /no rows/i],
    ['a column twice', 'Handle,SKU,SKU\na,b,c\n', /SKU/],
  ])('is refused as a whole with its reason: %s', async (_what, body, reason) => {
    const id = await upload(body);
    const read = await until(id, 'refused', 'ready');
    expect(read).toMatchObject({ state: 'refused', fault: expect.stringMatching(reason) });
  });
});

describe('a script', () => {
  it('imports with a staff key, into the mode of the key alone', async () => {
    const { key } = (
      await keeper.call('POST /operator/warehouse/installations', {
        body: { name: 'Script', mode: 'live', role: 'staff' },
      })
    ).data;
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
      const answer = await fetch(`${app.url}/warehouse/v1/staff${path}`, { headers, ...init });
      return (await answer.json()) as { id: string; state?: string; code?: string };
    };
    const { id } = await ask('/imports?file_name=stock.csv', { method: 'POST', body: 'SKU,Stock\nCANDLE,9\n' });
    await expect.poll(async () => (await ask(`/imports/${id}`)).state, { timeout: 30_000 }).toBe('done');
    expect(await variant('CANDLE')).toMatchObject({ stock: 9 });
    expect(await ask(`/imports/${crypto.randomUUID()}`)).toMatchObject({ code: 'not_found' });
  });
});

describe('two imports', () => {
  it('of one new SKU at once: one has it, the other is told', async () => {
    const ids = await Promise.all(['left', 'right'].map((handle) => upload(file([candle({ handle, sku: 'TWICE' })]))));
    for (const id of ids) await until(id, 'ready');
    await app.db.global((tx) =>
      tx.run(sql`update warehouse.import set state = 'applying' where import_id = any(${ids}::uuid[])`),
    );
    expect(await Promise.all(ids.map((id) => applyImport(deps, id)))).toEqual([true, true]);
    const ended = await Promise.all(ids.map(seen));
    expect(ended.map(({ counts }) => [counts.new, counts.refused]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const rows = await app.db.global((tx) => tx.rows(sql`select 1 from warehouse.variant where sku = 'TWICE'`));
    expect(rows).toHaveLength(1);
  });

  it('cut short in the middle leave whole products only, and go on', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [
      candle({ handle: `p${at}`, title: `P ${at}`, sku: `P${at}-A`, option1Name: 'Size', option1Value: 'A' }),
      candle({ handle: `p${at}`, sku: `P${at}-B`, option1Value: 'B' }),
    ]).flat();
    const id = await upload(file(rows));
    await until(id, 'ready');
    await app.db.global((tx) => tx.run(sql`update warehouse.import set state = 'applying' where import_id = ${id}`));
    // The connection breaks in the middle of a batch: nothing of that batch may stay.
    let left = 2;
    const broken: typeof deps.db = {
      ...deps.db,
      global: (work) =>
        deps.db.global(async (tx) => {
          const result = await work(tx);
          left -= 1;
          if (left < 0) throw new Error('the connection broke');
          return result;
        }),
    };
    await expect(applyImport({ ...deps, db: broken }, id)).rejects.toThrow('the connection broke');
    const halves = await app.db.global((tx) =>
      tx.rows<{ variants: number }>(sql`select count(v.*)::int as variants from warehouse.product p
        left join warehouse.variant v using (product_id) where p.handle like 'p%' and p.handle ~ '^p[0-9]+$' group by p.product_id`),
    );
    expect(halves.length).toBe(50);
    expect(halves.every(({ variants }) => variants === 2)).toBe(true);
    expect(await applyImport(deps, id)).toBe(true);
    expect(await seen(id)).toMatchObject({ state: 'done', applied: 120 });
  });
});

describe('shipping rates', () => {
  it('are taken as a whole list, and never with a wrong row', async () => {
    const wrong = await upload(RATES.replace('US,Express,12.00', 'XX,Express,12.00'), '&apply=true');
    expect(await until(wrong, 'ready')).toMatchObject({ kind: 'rates', counts: { refused: 1 } });
    const answer = await keeper.call('POST /operator/catalog/imports/{import_id}/confirm', {
      params: { import_id: wrong },
      body: {},
    });
    expect(answer).toMatchObject({ http: 400, code: 'RATES_NEED_ALL_ROWS' });
    expect(await take(RATES)).toMatchObject({ kind: 'rates', counts: { new: 2 } });
    const { items: rates } = (await keeper.call('GET /operator/catalog/rates')).data;
    expect(rates.map(({ country, service, parcel }) => [country, service, parcel.amount])).toEqual([
      ['CA', 'Standard', 450],
      ['US', 'Express', 1200],
      ['US', 'Standard', 450],
    ]);
  });
});

describe('without the sandbox', () => {
  const lantern = (change: Row = {}) =>
    candle({
      handle: 'lantern',
      title: 'Storm Lantern',
      sku: 'LANTERN',
      cost: '20.00',
      stock: '5',
      grams: '1500',
      ...change,
    });
  const found = async (client: Client) =>
    (await client.call('GET /center/products/find', { query: { keyword: 'lantern', ship_to: 'US' } })).data.items;
  const shown = (count: number) =>
    expect.poll(async () => (await found(owner)).length, { timeout: 30_000 }).toBe(count);

  it('another account finds and imports the products, and no longer finds them once they are archived', async () => {
    expect(await take(file([lantern()]))).toMatchObject({ state: 'done' });
    await shown(1);
    const [product] = await found(owner);
    expect(product).toMatchObject({
      price: 20,
      details: { shipping_cost: 6, shipping_time_max: 5, ship_countries: ['CA', 'US'] },
    });
    const imported = await owner.call('POST /center/products/import/{source}', {
      params: { source: 'quayside' },
      body: { supplier_product_id: product?.source_product_id ?? '' },
    });
    expect(imported).toMatchObject({ http: 200 });
    await take(file([lantern({ status: 'archived' })]));
    await shown(0);
    await take(file([lantern({ status: 'active' })]));
    await shown(1);
  }, 60_000);

  it('they are bought and paid at the own warehouse, at the rates of the operator', async () => {
    const scope = { accountId: owner.accountId, workplaceId: owner.workplaceId };
    const { variant_id: sourceVariantId } = (await variant('LANTERN')) ?? { variant_id: '' };
    const lines = [{ sourceProductId: '', sourceVariantId, quantity: 2 }];
    await withSupplier(deps, scope, { supplier: 'quayside', mode: 'live' }, async ({ connector, ctx }) => {
      const options = await connector.quoteShipping(ctx, { countryCode: 'US', lines });
      expect(options.map(({ serviceName, amount }) => [serviceName, amount.amount])).toEqual([
        ['Standard', 450 + 300],
        ['Express', 1200],
      ]);
      const address = { firstName: 'Ada', lastName: 'Lee', address1: '1 Mill Rd', city: 'Reno', countryCode: 'US' };
      const order = await connector.createOrder(ctx, {
        reference: 'own-catalog-1',
        orderName: '#1',
        address,
        shippingMethod: 'Standard',
        lines: lines.map((line) => ({ ...line, ref: 'a', sku: 'LANTERN' })),
      });
      expect(order.total).toEqual({ amount: 4000 + 750, currency: 'USD' });
      const paid = await connector.payOrder(ctx, {
        supplierOrderId: order.supplierOrderId,
        amount: order.total,
        paymentReference: 'p1',
      });
      expect(paid.amount).toEqual(order.total);
    });
    expect(await variant('LANTERN')).toMatchObject({ stock: 3 });
    const { items: orders } = (await keeper.call('GET /operator/warehouse/orders', { query: { state: 'paid' } })).data;
    expect(orders).toEqual([expect.objectContaining({ mode: 'live', order_name: '#1', shipping_service: 'Standard' })]);
  });

  it('stock of a file counts what orders took meanwhile only where it says nothing of stock', async () => {
    const fields = FIELDS.filter((field) => field !== 'stock');
    await take(file([lantern({ cost: '21.00' })], fields));
    expect(await variant('LANTERN')).toMatchObject({ stock: 3, cost: 2100 });
  });
});

describe('pictures', () => {
  it('one that cannot be had stops no other, and its reason is shown', async () => {
    const uploaded = await fetch(`${app.url}/api/operator/catalog/pictures?name=Front.png`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keeper.token}`, 'content-type': 'image/png' },
      body: Buffer.from(PNG, 'base64'),
    });
    expect(uploaded.status).toBe(200);
    await take(
      file([
        candle({ handle: 'shown', sku: 'SHOWN', images: 'http://127.0.0.1:1/private.png' }),
        candle({ handle: 'file', sku: 'FILE', images: 'front.png, back.png' }),
      ]),
    );
    await fetchPictures(deps, new AbortController().signal);
    await expect
      .poll(async () => (await keeper.call('GET /operator/catalog/pictures/failed')).data.items, { timeout: 30_000 })
      .toEqual([
        { source: 'back.png', reason: expect.stringMatching(/upload/i), products: ['Beeswax Candle'] },
        {
          source: 'http://127.0.0.1:1/private.png',
          reason: expect.stringMatching(/private/i),
          products: ['Beeswax Candle'],
        },
      ]);
    const key = await app.db.global((tx) =>
      tx.first<{ key: string }>(sql`select key from warehouse.picture where source = 'file:front.png'`),
    );
    const picture = await fetch(`${app.url}/pictures/${key?.key}-320.webp`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });
});

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
