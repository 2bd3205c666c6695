import { type ChannelConnector, ConnectorError, type Listed, type ListingInput } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import type { TakenListing } from '../listing-repo.ts';
import { NotSettled, putListing } from './put-listing.ts';

const INPUT = { variants: [{}, {}] } as ListingInput;
const listed = (externalProductId: string, variants: number): Listed =>
  ({ externalProductId, variants: Array.from({ length: variants }, () => ({})) }) as unknown as Listed;

/** A store in which `found` is there; tells the steps in their order. */
function shop({
  found,
  isDeleted = false,
  asksFirst = false,
}: {
  found?: Listed;
  isDeleted?: boolean;
  asksFirst?: boolean;
}) {
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
  const put = (listing: Partial<TakenListing>) =>
    putListing(
      {
        connector,
        ctx: {} as never,
        settleMs: 180_000,
        asksFirst,
        markAttempted: async () => step('note', undefined),
        forgetExternal: async () => step('forget', undefined),
      },
      { external_product_id: null, since_attempt_ms: null, was: 'queued', ...listing } as TakenListing,
      INPUT,
    );
  return { put, steps };
}

it('makes what was never tried, and notes that before', async () => {
  const { put, steps } = shop({});
  await put({});
  expect(steps).toEqual(['note', 'create']);
});

it('looks for what may have been made, and completes what lacks variants', async () => {
  const whole = shop({ found: listed('7', 2) });
  expect(await whole.put({ since_attempt_ms: 170_000, was: 'unknown' })).toMatchObject({ externalProductId: '7' });
  expect(whole.steps).toEqual(['find']);
  const half = shop({ found: listed('7', 1) });
  await half.put({ since_attempt_ms: 170_000, was: 'unknown' });
  expect(half.steps).toEqual(['find', 'note', 'update 7']);
});

it('makes nothing anew while an earlier try may still show', async () => {
  const { put, steps } = shop({});
  await expect(put({ since_attempt_ms: 170_000, was: 'unknown' })).rejects.toBeInstanceOf(NotSettled);
  expect(steps).toEqual(['find']);
  await put({ since_attempt_ms: 180_000, was: 'unknown' });
  expect(steps).toEqual(['find', 'find', 'note', 'create']);
});

it('looks first after a restore, and brings what is there up to date', async () => {
  const there = shop({ found: listed('7', 2), asksFirst: true });
  await there.put({});
  expect(there.steps).toEqual(['find', 'note', 'update 7']);
  const gone = shop({ asksFirst: true });
  await gone.put({});
  expect(gone.steps).toEqual(['find', 'note', 'create']);
});

it('forgets what was deleted in the store before it is made anew', async () => {
  const { put, steps } = shop({ isDeleted: true });
  expect(await put({ external_product_id: '7' })).toMatchObject({ externalProductId: 'new' });
  expect(steps).toEqual(['note', 'update 7', 'forget', 'note', 'create']);
});
