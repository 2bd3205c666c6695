import { newId } from '@quayside/kernel';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { json, sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp();
afterAll(() => app.stop());

let ada: Client;
let workplaceId: string;
beforeAll(async () => {
  ada = await app.signUp();
  workplaceId = ada.workplaceId;
});

async function order(name: string): Promise<string> {
  const [storeId, orderId] = [newId(), newId()];
  await app.db.tenant({ accountId: ada.accountId, workplaceId }, async (tx) => {
    await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
        store_name, currency, credentials)
      values (${workplaceId}, ${storeId}, ${ada.accountId}, 'woocommerce', ${`${storeId}.example`}, 'https://x.example', 'live',
        'active', 'Harbour Shop', 'USD', '{}')`);
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, public_tracking_id, address)
      values (${workplaceId}, ${orderId}, ${storeId}, 'live', ${orderId}, ${name}, now(), now(), now(), 'USD', 1000, 0, 0, 0, 1000,
        'paid', 'unfulfilled', 'ready', ${newId()}, ${json({ firstName: '欧阳', address1: 'شارع 1', city: 'Zürich', countryCode: 'CH' })})`);
  });
  return orderId;
}

const logoOf = async (file: Uint8Array<ArrayBuffer>, type: string) => {
  const response = await fetch(`${app.url}/api/orders/document-settings/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ada.token}`, locale: 'en', 'content-type': type },
    body: file,
  });
  return (await response.json()) as { status: number; message: string; data: { logo: string } };
};

const setting = {
  brand_name: 'Harbour Goods',
  address: 'Quay 1',
  tax_number: 'GB1',
  note: '',
  language: 'fr',
  paper: 'LETTER',
} as const;

it('keeps the brand, and re-encodes its logo', async () => {
  expect((await ada.call('GET /orders/document-settings')).data).toMatchObject({
    brand_name: '',
    paper: 'A4',
    logo: null,
  });
  const large = await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#0b6e6e' } })
    .jpeg()
    .toBuffer();
  const sent = await logoOf(new Uint8Array(large), 'image/jpeg');
  expect(sent.data.logo).toMatch(/^data:image\/png;base64,/);
  const kept = await sharp(Buffer.from(sent.data.logo.split(',')[1] ?? '', 'base64')).metadata();
  expect([kept.width, kept.height]).toEqual([480, 240]);
  // The other settings leave the logo alone.
  const saved = await ada.call('PUT /orders/document-settings', { body: setting });
  expect(saved.data).toEqual({ ...setting, logo: sent.data.logo });
  expect((await logoOf(new TextEncoder().encode('<svg/>'), 'image/png')).message).toContain('can’t read this image');
  await ada.call('DELETE /orders/document-settings/logo');
  expect((await ada.call('GET /orders/document-settings')).data.logo).toBeNull();
});

it('makes one PDF of many orders', async () => {
  const ids = [await order('#1'), await order('#2')];
  const one = await ada.call('POST /orders/documents', {
    body: { order_ids: ids.slice(0, 1), kind: 'invoice', language: 'ar' },
  });
  expect(one.data.file_name).toBe('invoice-1.pdf');
  const { data } = await ada.call('POST /orders/documents', {
    body: { order_ids: [...ids, ...ids], kind: 'packing_slip' },
  });
  expect(data.file_name).toMatch(/^packing-slips-\d{4}-\d\d-\d\d\.pdf$/);
  const pdf = Buffer.from(data.pdf, 'base64').toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf).toContain('/Lang (fr)');
  expect([...pdf.matchAll(/\/Type \/Page\b(?!s)/g)]).toHaveLength(2);
});

it('refuses orders of others, and more than a PDF holds', async () => {
  const bob = await app.signUp();
  const mine = await order('#3');
  const refused = await bob.call('POST /orders/documents', { body: { order_ids: [mine], kind: 'invoice' } });
  expect(refused.http).toBe(404);
  const many = await ada.call('POST /orders/documents', {
    body: { order_ids: Array.from({ length: 101 }, () => newId()), kind: 'invoice' },
  });
  expect(many.http).toBe(422);
});
