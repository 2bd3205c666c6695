import type { SupplierOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { paidOrder } from '../../testing/fakes/paid-order.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { eraseFiles, readFile, saveFile, useFiles } from '../files/index.ts';
import { createStoreNames } from '../orders/index.ts';
import { makeEvidence } from './actions/make-evidence.ts';
import { requestEvidence } from './actions/request-evidence.ts';
import { makeEvidenceJob } from './jobs/evidence.ts';
import { evidenceView } from './queries/evidence-view.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, own } = world;
const names = createStoreNames(Date.now);

let owner: Owner;
let orderId: string;
let made: SupplierOrder;
const scope = () => owner.scope;
const workplaceId = () => owner.scope.workplaceId;
const read = <T>(work: (ex: Executor) => Promise<T>): Promise<T> => db.read(scope(), work);
const write = <T>(work: (tx: Executor) => Promise<T>): Promise<T> => db.tenant(scope(), work);
const whoIn = (locale: string) => ({ ...owner.who, locale });
const ask = (locale = 'en', more: object = {}) => requestEvidence(deps, whoIn(locale), { order_id: orderId, ...more });
const make = (id: string, isLastTry = true) =>
  makeEvidence(deps, names, scope(), id, { isLastTry, signal: new AbortController().signal });
const see = (id: string) => evidenceView(deps, owner.who, id);
const bytesOf = async (fileId: string | undefined): Promise<Buffer> => {
  const file = await readFile(deps, fileId ?? '');
  if (!file) throw new Error('file not found');
  return file.bytes;
};
const filesIn = async (id: string) => unzipSync(await bytesOf((await see(id)).zip?.id));
const jobs = () =>
  db.global(async (tx) => (await tx.rows(sql`select 1 from test_job where name = ${makeEvidenceJob.name}`)).length);
const drawn = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#0b6e6e' } })
    .jpeg()
    .toBuffer();

/** A request for one line with these photos. */
async function request(photos: readonly { name: string; bytes: Uint8Array }[]): Promise<string> {
  const id = newId();
  const ids: string[] = [];
  for (const photo of photos) ids.push((await saveFile(deps, scope(), { ...photo, field: 'photos' })).file_id);
  await write(async (tx) => {
    await tx.run(sql`insert into refund_request (workplace_id, refund_request_id, order_id, store_id, supplier_order_id, connection_id,
        supplier, type, reason, amount, currency, description, requested_by, request_key, via, send_state)
      select workplace_id, ${id}, order_id, ${owner.storeId}, supplier_order_id, connection_id, supplier, 'refund',
        'damaged_item', 700, 'USD', 'The cup broke.', 'Ada', ${id}, 'manual', 'not_needed'
      from supplier_order where workplace_id = ${workplaceId()} and order_id = ${orderId} returning 1`);
    await tx.run(sql`insert into refund_request_line (workplace_id, refund_request_id, line_id, order_id, quantity)
      select workplace_id, ${id}, line_id, order_id, 1 from supplier_order_line
      where workplace_id = ${workplaceId()} and order_id = ${orderId} limit 1 returning 1`);
    for (const fileId of ids)
      await tx.run(sql`insert into refund_request_photo (workplace_id, refund_request_id, file_id, order_id)
        values (${workplaceId()}, ${id}, ${fileId}, ${orderId})`);
    await useFiles(tx, workplaceId(), { order_id: orderId, store_id: owner.storeId }, ids, 'photos');
  });
  return id;
}

beforeEach(async () => {
  ({ owner, orderId, made } = await paidOrder(db, world, 1_000_000));
  own.ship(made.supplierOrderId, { parcelId: 'P1', state: 'in_transit' });
  const { connection_id: id } = (await read((ex) =>
    ex.first<{ connection_id: string }>(
      sql`select connection_id from supplier_order where workplace_id = ${workplaceId()}`,
    ),
  )) ?? { connection_id: '' };
  await world.buying.onSupplierOrderChanged(scope(), id, made.supplierOrderId);
  await write((tx) =>
    tx.run(
      sql`update order_line set image_url = '/pictures/mug_sage_sand_hero-320.webp' where workplace_id = ${workplaceId()}`,
    ),
  );
});

describe('evidence', () => {
  it('has the supplier order, the tracking, the claim with its photos and the data, and no selling price', async () => {
    const cup = new Uint8Array(await drawn());
    await request([{ name: 'cup.jpg', bytes: cup }]);
    const id = await ask();
    expect(await see(id)).toMatchObject({ state: 'making', pdf: null, zip: null });
    await make(id);
    const view = await see(id);
    expect(view).toMatchObject({
      state: 'ready',
      left_out: 0,
      problem: null,
      pdf: { kind: 'pdf' },
      zip: { kind: 'zip' },
    });
    expect(view.pdf?.url).toMatch(/signature=/);
    const files = await filesIn(id);
    expect(Object.keys(files).sort()).toEqual([
      'evidence.json',
      'evidence.pdf',
      'photos/1-cup.jpg',
      expect.stringMatching(/^products\/1-.*\.webp$/),
    ]);
    expect(Buffer.from(files['photos/1-cup.jpg'] ?? [])).toEqual(Buffer.from(cup));
    expect(Buffer.from(files['evidence.pdf'] ?? [])).toEqual(await bytesOf(view.pdf?.id));
    const data = JSON.parse(strFromU8(files['evidence.json'] ?? new Uint8Array()));
    expect(data).toMatchObject({
      format: 'quayside-evidence/1',
      supplier_orders: [{ number: expect.stringMatching(/^QW-/), total_cost: made.total }],
      parcels: [{ state: 'in_transit' }],
      claims: [{ description: 'The cup broke.', reason: 'damaged_item', amount: { amount: 700, currency: 'USD' } }],
      left_out: [],
    });
    expect(JSON.stringify(data)).not.toMatch(/unit_price|profit|"total":/);
  });

  it.each(['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'])('is made in %s', async (locale) => {
    await request([{ name: '照片.jpg', bytes: new Uint8Array(await drawn()) }]);
    const id = await ask(locale);
    await make(id);
    const pdf = await bytesOf((await see(id)).pdf?.id);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(Object.keys(await filesIn(id))).toContain('photos/1-照片.jpg');
  });

  it('leaves out what cannot be read, and says so', async () => {
    const broken = Buffer.from(`ffd8ffe0${newId().replaceAll('-', '')}`, 'hex');
    await request([
      { name: 'broken.jpg', bytes: broken },
      { name: 'cup.jpg', bytes: new Uint8Array(await drawn()) },
    ]);
    await write((tx) =>
      tx.run(sql`update order_line set image_url = '/pictures/none-1.webp' where workplace_id = ${workplaceId()}`),
    );
    const id = await ask();
    await make(id);
    expect(await see(id)).toMatchObject({ state: 'ready', left_out: 2 });
    const files = await filesIn(id);
    expect(Object.keys(files)).toContain('photos/1-cup.jpg');
    const { left_out: leftOut } = JSON.parse(strFromU8(files['evidence.json'] ?? new Uint8Array()));
    expect(leftOut[0]).toBe('broken.jpg');
    expect(leftOut).toHaveLength(2);
  });

  it('is made once when it is asked for twice, also at the same time', async () => {
    const ids = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(ids).size).toBe(1);
    expect(await jobs()).toBe(1);
    await make(ids[0] ?? '');
    const view = await see(ids[0] ?? '');
    await make(ids[0] ?? '');
    expect(await see(ids[0] ?? '')).toEqual(view);
    expect(await ask()).toBe(ids[0]);
    // Another language, or one request of the order, is another file.
    const requestId = await request([]);
    expect(new Set([ids[0], await ask('fr'), await ask('en', { refund_request_id: requestId })]).size).toBe(3);
  });

  it('is made again for an order that changed since', async () => {
    const first = await ask();
    await make(first);
    await write((tx) =>
      tx.run(
        sql`update claim_evidence set created_at = seconds_after(created_at, -120) where workplace_id = ${workplaceId()}`,
      ),
    );
    expect(await ask()).not.toBe(first);
  });

  it('has only what belongs to the request it is asked for', async () => {
    await request([{ name: 'one.jpg', bytes: new Uint8Array(await drawn()) }]);
    const second = await request([{ name: 'two.jpg', bytes: new Uint8Array(await drawn()) }]);
    const id = await ask('en', { refund_request_id: second });
    await make(id);
    expect(Object.keys(await filesIn(id)).filter((path) => path.startsWith('photos/'))).toEqual(['photos/1-two.jpg']);
    await expect(ask('en', { refund_request_id: newId() })).rejects.toMatchObject({
      fields: { refund_request_id: ['REFUND_REQUEST_NOT_FOUND'] },
    });
  });

  it('is deleted with the files of an erased order, and a day later in any case', async () => {
    const id = await ask();
    await make(id);
    const due = await db.global((tx) =>
      tx.rows(sql`select 1 from file_directory where workplace_id = ${workplaceId()} and delete_after is not null`),
    );
    expect(due).toHaveLength(2);
    await write((tx) => eraseFiles(tx, workplaceId(), [orderId], deps.clock.now()));
    expect(await see(id)).toMatchObject({ state: 'expired', pdf: null, zip: null });
  });

  it('says why it failed, and can be made again', async () => {
    const small = { ...deps, config: { ...deps.config, fileQuota: 10 } };
    const id = await ask();
    await makeEvidence(small, names, scope(), id, { isLastTry: false, signal: new AbortController().signal });
    expect(await see(id)).toMatchObject({ state: 'failed', problem: { key: 'FILE_SPACE_FULL' } });
    const again = await ask();
    expect(again).not.toBe(id);
    await make(again);
    expect((await see(again)).state).toBe('ready');
  });

  it('waits for another attempt after a failure, and ends with the last one', async () => {
    const id = await ask();
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(makeEvidence(deps, names, scope(), id, { isLastTry: false, signal: stopped })).rejects.toThrow(
      'stopped',
    );
    expect((await see(id)).state).toBe('making');
    await expect(makeEvidence(deps, names, scope(), id, { isLastTry: true, signal: stopped })).rejects.toThrow(
      'stopped',
    );
    expect(await see(id)).toMatchObject({ state: 'failed', problem: { key: 'EVIDENCE_FAILED' } });
  });
});
