import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderFaultTests, readFaultTests } from './supplier-faults.ts';
import { orderTests } from './supplier-orders.ts';
import { parcelTests } from './supplier-parcels.ts';
import { balanceTests, paymentTests, refundTests } from './supplier-payments.ts';
import { sourceTests } from './supplier-sources.ts';
import { webhookTests } from './supplier-webhooks.ts';
import type { SupplierSetup } from './supplier-world.ts';

/**
 * What every supplier connector must do, run against its stand-in: a connector is done when this passes. Judged by the
 * supplier's own books, never by ours.
 */
export function supplierSuite(
  name: string,
  /** What this supplier has; what it lacks is not tested, and a capability that says otherwise fails. */
  has: { balance: boolean; webhooks: boolean; refunds: boolean },
  start: () => Promise<SupplierSetup>,
): void {
  describe(`supplier ${name}`, () => {
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
    refundTests(world, has.refunds);
    if (has.balance) balanceTests(world);
    readFaultTests(world);
    orderFaultTests(world);
    parcelTests(world);
    if (has.webhooks) webhookTests(world);
    it('has webhooks only where it says so', () => {
      const { connector } = world();
      expect(connector.webhooks !== undefined).toBe(has.webhooks);
      expect(connector.verifyWebhook !== undefined).toBe(has.webhooks);
    });
  });
}
