import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ConnectorContext } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { connectorRegistry } from '../connectors.ts';
import type { Db } from '../db/index.ts';
import { installed } from '../installed/index.ts';
import { effectGuard, getEffects, guardConnectors, METHODS, SendingHeld } from './index.ts';

const registry = connectorRegistry(readConfig({}, [], '/tmp'), installed, undefined);
const KINDS = ['channels', 'suppliers', 'payments'] as const;

type Calls = Record<string, ((ctx: Partial<ConnectorContext>) => Promise<unknown>) | undefined>;
const effectful = KINDS.flatMap((kind) =>
  Object.entries(registry[kind]).flatMap(([id, connector]) =>
    getEffects(kind).flatMap((name) => {
      const call = (connector as unknown as Calls)[name];
      return typeof call === 'function' ? [{ id, name, call: call.bind(connector) }] : [];
    }),
  ),
);

const noNetwork = {
  http: { send: () => Promise.reject(new Error('the network was asked')) },
  baseUrl: 'https://example.com',
  credentials: {},
};

describe('every call with an effect asks whether it may be sent', () => {
  it('covers every connector of the registry', () => {
    expect(effectful.length).toBeGreaterThan(15);
    expect(new Set(effectful.map((one) => one.id))).toEqual(
      new Set(['shopify', 'woocommerce', 'quayside', 'cj', 'stripe']),
    );
  });

  it.each(effectful)('$id $name is not sent while sending is held', async ({ call }) => {
    const held = new SendingHeld({ reason: 'operator', since: '2026-01-01T00:00:00.000Z' });
    const asked = call({ ...noNetwork, beforeEffect: () => Promise.reject(held) });
    await expect(asked).rejects.toBe(held);
  });

  it.each(effectful)('$id $name is refused where nobody asked', async ({ call, name }) => {
    await expect(call(noNetwork)).rejects.toThrow(`${name} was called without ctx.beforeEffect`);
  });

  it('calls through where it may be sent, and leaves reads alone', async () => {
    const seen: string[] = [];
    const supplier = {
      createOrder: async () => void seen.push('sent'),
      findOrder: async () => void seen.push('asked'),
    };
    const { suppliers } = guardConnectors({
      channels: {},
      suppliers: { cj: supplier as never },
      payments: {},
      trackers: {},
    });
    const calls = suppliers.cj as unknown as Calls;
    await calls.createOrder?.({ beforeEffect: async () => void seen.push('may') });
    await calls.findOrder?.({});
    expect(seen).toEqual(['may', 'sent', 'asked']);
  });

  it('names every method that a connector has', () => {
    for (const kind of KINDS)
      for (const connector of Object.values(installed[kind]))
        for (const [name, value] of Object.entries(connector))
          if (typeof value === 'function') expect(Object.keys(METHODS[kind])).toContain(name);
  });
});

describe('the question whether something may be sent', () => {
  const scope = { accountId: 'a', workplaceId: 'w' };

  /** A database with a delayed first response (`answer`), and an installation on hold from the second query on. */
  function database() {
    const first = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    let queries = 0;
    const row = async () => {
      queries += 1;
      const held = queries > 1;
      begun.resolve();
      if (!held) await first.promise;
      return {
        since: held ? '2026-01-01T00:00:00.000Z' : null,
        reason: held ? 'operator' : null,
        moved: false,
        suspended: null,
      };
    };
    const db = { read: (_: object, work: (ex: object) => unknown) => work({ first: row }) } as unknown as Db;
    return { db, begun: begun.promise, answer: first.resolve, queries: () => queries };
  }

  it('is asked once for all who ask at the same moment, and again for who asks while it is under way', async () => {
    const { db, begun, answer, queries } = database();
    const may = effectGuard({ db }, scope, { workplaceId: 'w', connectionId: 'c' });
    const first = [may('createOrder'), may('payOrder')];
    await begun;
    const later = may('createOrder');
    answer();
    const ended = await Promise.allSettled([...first, later]);
    expect(ended.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(queries()).toBe(2);
  });

  it('is not shared between targets', async () => {
    const { db, answer, queries } = database();
    answer();
    const asked = ['c', 'd'].map((connectionId) =>
      effectGuard({ db }, scope, { workplaceId: 'w', connectionId })('createOrder'),
    );
    await Promise.allSettled(asked);
    expect(queries()).toBe(2);
  });
});

/** Files that call out without a connector, and why no hold applies if they don't check. */
const DIRECT: Readonly<Record<string, string>> = {
  'features/evidence/actions/read-pictures.ts': 'Reads.',
  'features/notifications/actions/deliver-notification.ts': 'asks',
  'features/warehouse/actions/notify-customer.ts': 'asks',
  'features/accounts/actions/social-client.ts': 'Signing in exchanges a code and changes nothing.',
  'ai/guarded-fetch.ts': 'A model writes a text or draws an image, and keeps nothing.',
  'features/products/actions/read-picture.ts': 'Reads.',
  'features/storefronts/actions/read-storefront.ts': 'Reads.',
  'features/rates/actions/read-rates.ts': 'Reads.',
  'files/s3-store.ts': "Stores this installation's own files.",
  'pictures/fetch-picture.ts': 'Reads.',
  'features/sandbox/index.ts': 'Talks to the sandbox on this machine.',
  'jobs/effect/lease.ts': 'Wraps the client that a connector is given; the connector asks.',
  'own-warehouse.ts': 'Wraps the client that a connector is given; the connector asks.',
  'watch/watched-http.ts': 'Wraps the client that everything here is given.',
  'sandbox-warehouse.ts': 'Talks to the sandbox on this machine.',
};

describe('calls without a connector', () => {
  const src = join(import.meta.dirname, '..');
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.test.ts'))
    .map((file) => relative(src, join(file.parentPath, file.name)))
    .filter((file) => !file.startsWith('testing/'));
  const sends = files.filter((file) =>
    /\b(?:get)?[hH]ttp(\([^)]*\))?\s*\.send\(/.test(readFileSync(join(src, file), 'utf8')),
  );

  it('are known, each with whether a hold applies', () => {
    expect(sends.sort()).toEqual(Object.keys(DIRECT).sort());
  });

  it('ask where a hold applies', () => {
    for (const [file, why] of Object.entries(DIRECT))
      if (why === 'asks') expect(readFileSync(join(src, file), 'utf8'), file).toContain('refuseWhileHeld(');
  });
});
