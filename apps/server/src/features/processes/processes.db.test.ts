import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { addProcesses, setProcess } from './index.ts';
import { listProcesses, seeProcesses } from './repo.ts';

const db = await testDatabase();
const scope = { accountId: newId(), workplaceId: newId() };
const { workplaceId } = scope;

const begin = async (subject: string) => {
  const process_id = newId();
  await db.tenant(scope, (tx) =>
    addProcesses(tx, workplaceId, [
      {
        process_id,
        kind: 'push',
        subject_id: subject,
        title: 'Lamp',
        image_url: null,
        channel: 'shopify',
        store_id: null,
        total: 2,
      },
    ]),
  );
  return process_id;
};
const list = () => db.read(scope, (ex) => listProcesses(ex, workplaceId));
const told = async () =>
  (await db.read(scope, (ex) => ex.raw(`select count(*)::int as n from live_event where topic = 'processes'`))).rows[0]
    ?.n;

it('shows work until it has ended and was put away, with the older work on the same thing', async () => {
  const first = await begin('a');
  await db.tenant(scope, (tx) =>
    setProcess(tx, workplaceId, first, { status: 'error', done: 2, error: { key: 'LISTING_REFUSED' } }),
  );
  const second = await begin('a');
  const other = await begin('b');
  expect((await list()).map((one) => [one.process_id, one.status])).toEqual([
    [other, 'processing'],
    [second, 'processing'],
    [first, 'error'],
  ]);
  await db.tenant(scope, (tx) => seeProcesses(tx, workplaceId, [second]));
  expect((await list()).map((one) => one.process_id)).toEqual([other, second]);
  await db.tenant(scope, (tx) => setProcess(tx, workplaceId, second, { status: 'success', done: 2 }));
  await db.tenant(scope, (tx) => seeProcesses(tx, workplaceId, [second, other]));
  expect((await list()).map((one) => one.process_id)).toEqual([other]);
});

it('tells screens only what is news', async () => {
  const id = await begin('c');
  const before = Number(await told());
  const step = () => db.tenant(scope, (tx) => setProcess(tx, workplaceId, id, { status: 'processing', done: 1 }));
  await step();
  await step();
  expect(await told()).toBe(before + 1);
});

it('keeps workspaces apart', async () => {
  const stranger = { accountId: newId(), workplaceId: newId() };
  expect(await db.read(stranger, (ex) => listProcesses(ex, stranger.workplaceId))).toEqual([]);
});
