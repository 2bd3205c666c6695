import { type ChannelConnector, ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import type { OpenStore } from '../../connections/index.ts';
import type { PushClaim } from '../listing-repo.ts';
import { putListing, requestListing } from './put-listing.ts';

const INPUT = { variants: [{}, {}] } as ListingInput;
const listed = (externalProductId: string, variants: number): Listed =>
  ({ externalProductId, variants: Array.from({ length: variants }, () => ({})) }) as unknown as Listed;

/** A store in which `found` is there; tells the steps in their order. */
function shop({ found, isDeleted = false }: { found?: Listed; isDeleted?: boolean }) {
  const steps: string[] = [];
  const step = <T>(name: string, result: T) => {
    steps.push(name);
    return result;
  };
  const connector = {
    findListing: async () => step('find', found),
    createListing: async () => step('create', listed('new', 2)),
    updateListing: async (_ctx: unknown, id: string) => {
      steps.push(`update ${id}`);
      if (isDeleted) throw new ConnectorError('not-found', 'no such product');
      return listed(id, 2);
    },
  } as unknown as ChannelConnector;
  const open = { connector, ctx: {} } as unknown as OpenStore;
  /** What an attempt comes to, where nothing is waited for; `waits`: where an earlier call may still take effect. */
  const put = async (listing: Partial<PushClaim>, again: boolean, waits = false) => {
    const claim = { external_product_id: null, asks: false, ...listing } as PushClaim;
    const asked = await requestListing(open, claim, INPUT, again);
    if ('end' in asked) return asked.end;
    if (waits && !asked.repeatable) return step('wait', undefined);
    const toPut = { input: INPUT, wanted: new Map(), record: undefined };
    return (await putListing(open, claim, toPut, asked.seen, async () => step('forget', undefined))).listed;
  };
  return { put, steps };
}

it('makes what was never tried', async () => {
  const { put, steps } = shop({});
  await put({}, false);
  expect(steps).toEqual(['create']);
});

it.each([1, 2])(
  'looks for what may have been made, and brings it up to date, with %i of 2 variants',
  async (variants) => {
    const { put, steps } = shop({ found: listed('7', variants) });
    expect(await put({}, true, true)).toMatchObject({ externalProductId: '7' });
    expect(steps).toEqual(['find', 'update 7']);
  },
);

it('makes nothing anew while an earlier try may still show', async () => {
  const { put, steps } = shop({});
  await put({}, true, true);
  expect(steps).toEqual(['find', 'wait']);
  await put({}, true);
  expect(steps).toEqual(['find', 'wait', 'find', 'create']);
});

it('looks first after a restore, and brings what is there up to date', async () => {
  const there = shop({ found: listed('7', 2) });
  await there.put({ asks: true }, true);
  expect(there.steps).toEqual(['find', 'update 7']);
  const gone = shop({});
  await gone.put({ asks: true }, true);
  expect(gone.steps).toEqual(['find', 'create']);
});

it('updates what is known without waiting, and forgets what was deleted in the store before it is made anew', async () => {
  const there = shop({});
  expect(await there.put({ external_product_id: '7' }, true, true)).toMatchObject({ externalProductId: '7' });
  expect(there.steps).toEqual(['update 7']);
  const { put, steps } = shop({ isDeleted: true });
  expect(await put({ external_product_id: '7' }, false)).toMatchObject({ externalProductId: 'new' });
  expect(steps).toEqual(['update 7', 'forget', 'create']);
});

it('does not make anew what was just found and is gone', async () => {
  const { put, steps } = shop({ found: listed('7', 1), isDeleted: true });
  await expect(put({}, true)).rejects.toMatchObject({ kind: 'not-found' });
  expect(steps).toEqual(['find', 'update 7']);
});
