import { describe, expect, it } from 'vitest';
import { receiving } from './loopback-receiver.ts';
import { until } from './sandbox-control.ts';
import { fails, fillCart, paid, placed, type SupplierSetup } from './supplier-world.ts';

const DAY = 24 * 3_600_000;

export function webhookTests(world: () => SupplierSetup): void {
  describe('webhooks', () => {
    it('tell of an order, signed; the same delivery twice is recognised, a changed one refused', async () => {
      const { connector, context, sandbox, standIn } = world();
      const { ensureWebhooks, verifyWebhook } = connector;
      const webhookSecret = connector.webhookSecretOf?.(context().credentials) ?? 'a secret of our own choice';
      if (!ensureWebhooks || !verifyWebhook) throw new Error('a supplier with webhooks says how they are made');
      await receiving(async (address, got) => {
        await ensureWebhooks(context(), { address, secret: webhookSecret });
        await ensureWebhooks(context(), { address, secret: webhookSecret });
        await sandbox.fault({ standIn, match: 'WEBHOOK', kind: 'webhook-duplicate' });
        const order = await placed(world(), await fillCart(world(), [1]));
        await paid(world(), order);
        const about = () =>
          got
            .map((raw) => ({ raw, event: verifyWebhook(raw, { webhookSecret }) }))
            .filter(({ event }) => event.kind === 'order' && event.resourceId === order.supplierOrderId);
        const events = await until('two deliveries of one event', async () => {
          // Some tell of what they did alone, not of what they were asked for.
          await world().advance(DAY);
          const keys = about().map(({ event }) => event.dedupeKey);
          return keys.length > new Set(keys).size && about();
        });
        const raw = events[0]?.raw;
        if (!raw) throw new Error('no webhook');
        const refusal = expect.objectContaining(fails('rejected'));
        expect(() => verifyWebhook(raw, { webhookSecret: 'another' })).toThrow(refusal);
        const tampered = Buffer.from(
          raw.body.toString().replace(/UNSHIPPED|CREATED|UNPAID|paid|order\.changed/, 'DELIVERED'),
        );
        expect(() => verifyWebhook({ ...raw, body: tampered }, { webhookSecret })).toThrow(refusal);
        expect(() => verifyWebhook({ ...raw, headers: {} }, { webhookSecret })).toThrow(refusal);
      });
    });
  });
}
