import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { catalogTests } from './channel-catalog.ts';
import { collectionTests } from './channel-collections.ts';
import { connectingTests } from './channel-connecting.ts';
import { failureTests } from './channel-failures.ts';
import { fieldTests } from './channel-fields.ts';
import { fulfillingTests } from './channel-fulfilling.ts';
import { listingTests } from './channel-listing.ts';
import { merchantTests } from './channel-merchant.ts';
import { metafieldTests } from './channel-metafields.ts';
import { noteTests } from './channel-notes.ts';
import { orderTests } from './channel-orders.ts';
import { type ChannelUnderTest, type ChannelWorld, openChannelWorld } from './channel-world.ts';

export type { ChannelUnderTest } from './channel-world.ts';

/**
 * What every sales channel's connector must do, against its stand-in over real HTTP. A new connector is done when this
 * suite passes: `channelSuite('shopify', { connector, standIn, ... })` in a file packages/testing/src/contract/*.contract.test.ts.
 */
export function channelSuite(name: string, under: ChannelUnderTest): void {
  describe(`${name} channel`, { timeout: 60_000 * (under.patience ?? 1) }, () => {
    let world: ChannelWorld | undefined;
    const opened = (): ChannelWorld => {
      if (!world) throw new Error('the sandbox is not open');
      return world;
    };
    beforeAll(async () => {
      world = await openChannelWorld(under);
    });
    afterEach(() => world?.clearFaults());
    afterAll(() => world?.close());

    describe('connecting', () => connectingTests(under, opened));
    describe('listing', () => listingTests(under, opened));
    if (under.merchant) describe('what the merchant added', () => merchantTests(under, opened));
    collectionTests(under, opened);
    metafieldTests(under, opened);
    if (under.merchant) describe('what the merchant changed', () => fieldTests(under, opened));
    describe('its catalog', () => catalogTests(under, opened));
    describe('orders', () => orderTests(under, opened));
    describe('notes and tags', () => noteTests(under, opened));
    describe('fulfilling and refunding', () => fulfillingTests(under, opened));
    describe('failures', () => failureTests(under, opened));
  });
}
