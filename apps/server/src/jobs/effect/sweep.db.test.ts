import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { openEffects } from './sweep.ts';
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
});
