import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { createSweep, openEffects } from './sweep.ts';
import { createWorkTally } from './tally.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { jobs } = world;
const loseJobs = () => db.global((tx) => tx.run(sql`delete from test_job`));
const open = async () => (await openEffects(world.deps)).map(({ effect, rows }) => ({ effect, rows }));

describe('the sweep', () => {
  it('sends the job of a row that is due and held by nobody, once, and says what is open', async () => {
    const owner = await world.owner();
    await world.request(owner, fakeOrder(1));
    await loseJobs();
    const swept = async (): Promise<string[]> => {
      await world.sweeping.job.handle({}, { signal: new AbortController().signal } as never);
      return (await jobs.waiting()).map((job) => job.name);
    };
    expect(await swept()).toEqual([]);
    await world.passTime(owner, 61);
    expect(await swept()).toEqual(['place-supplier-order']);
    expect(await swept()).toEqual(['place-supplier-order']);
    expect(await open()).toEqual([{ effect: 'placing', rows: 1 }]);
    const unpaid = world.handlers.map((one) =>
      one.kind.name === 'pay-supplier-order'
        ? { ...one, handle: () => Promise.reject(new Error('the process ends before it pays')) }
        : one,
    );
    await jobs.drain(unpaid);
    await loseJobs();
    await world.passTime(owner, 61);
    expect(await swept()).toContain('pay-supplier-order');
    expect(await open()).toEqual([{ effect: 'paying', rows: 1 }]);
    await world.settle(owner);
    expect(await swept()).toEqual([]);
    expect(await open()).toEqual([]);
    expect(createWorkTally(db).counts()).toEqual(
      expect.arrayContaining([
        { effect: 'placing', outcome: 'placed', times: 1 },
        { effect: 'paying', outcome: 'paid', times: 1 },
      ]),
    );
  });

  it('is shared by workers: each workspace once, and each calls another', async () => {
    await db.global((tx) => tx.run(sql`delete from open_work_directory`));
    await loseJobs();
    const accountId = newId();
    const ids = Array.from({ length: 130 }, newId).sort();
    await db.global((tx) =>
      tx.run(sql`insert into open_work_directory (workplace_id, account_id)
        select id, ${accountId} from unnest(${ids}::uuid[]) id`),
    );
    const swept: string[] = [];
    const all = Promise.withResolvers<void>();
    const busy = new Set<number>();
    const worker = (name: number) =>
      createSweep(world.deps, [
        {
          async sweep({ workplaceId }) {
            swept.push(workplaceId);
            // All of them hold a batch before any continues.
            if (busy.add(name).size === 3) all.resolve();
            await all.promise;
            return true;
          },
        },
      ]);
    const run = { signal: new AbortController().signal } as never;
    const first = worker(0).job.handle({}, run);
    await expect.poll(async () => (await jobs.waiting()).length).toBe(1);
    const [call] = await jobs.waiting();
    const others = [1, 2].map((name) => worker(name).job.handle(call?.payload as object, run));
    await Promise.all([first, ...others]);
    expect(swept.sort()).toEqual(ids);
    const left = () =>
      db.global((tx) =>
        tx.first<{ n: number }>(
          sql`select count(*)::int as n from open_work_directory where claimed_until is not null`,
        ),
      );
    expect(await left()).toEqual({ n: 0 });

    // Its process was killed: held for the lease, unless the next process has the database to itself.
    const skipped = swept.length;
    await db.global((tx) => tx.run(sql`update open_work_directory set claimed_until = now() + interval '1 minute'`));
    await worker(1).job.handle({}, run);
    expect(swept).toHaveLength(skipped);
    await worker(1).reclaim();
    await worker(1).job.handle({}, run);
    expect(swept).toHaveLength(2 * skipped);

    const stopping = new AbortController();
    stopping.abort();
    await worker(1).job.handle({}, { signal: stopping.signal } as never);
    expect(await left()).toEqual({ n: 0 });
    await db.global((tx) => tx.run(sql`delete from open_work_directory`));
  });
});
