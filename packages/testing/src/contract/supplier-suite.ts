import type { SupplierConnector } from '@quayside/connector-kit';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { disputeTests } from './supplier-disputes.ts';
import { orderFaultTests, readFaultTests } from './supplier-faults.ts';
import { orderTests } from './supplier-orders.ts';
import { parcelTests } from './supplier-parcels.ts';
import { balanceTests, paymentTests, refundTests } from './supplier-payments.ts';
import { sourceTests } from './supplier-sources.ts';
import { webhookTests } from './supplier-webhooks.ts';
import type { SupplierSetup } from './supplier-world.ts';

/**
 * What every supplier connector must do, run against its stand-in: a connector is done when this passes. Judged by the
 * supplier's own books, never by ours. What the connector says it can do is tried; what it does not claim is left out.
 */
export function supplierSuite(connector: SupplierConnector, start: () => Promise<SupplierSetup>): void {
  const { capabilities, id, webhooks } = connector;
  describe(`supplier ${id}`, () => {
    let setup: SupplierSetup | undefined;
    const world = (): SupplierSetup => {
      if (!setup) throw new Error('the stand-in is not up');
      return setup;
    };
    beforeAll(async () => {
      setup = await start();
    }, 60_000);
    afterEach(async () => setup?.sandbox.clearFaults());
    afterAll(async () => setup?.sandbox.close());

    sourceTests(world);
    orderTests(world);
    paymentTests(world);
    refundTests(world, capabilities.refunds === true);
    if (capabilities.payers.includes('own-account')) balanceTests(world);
    if (capabilities.disputes) disputeTests(world);
    readFaultTests(world);
    orderFaultTests(world);
    parcelTests(world);
    if (webhooks) webhookTests(world);
  });
}
