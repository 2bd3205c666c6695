import { newId } from '@quayside/kernel';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../db/index.ts';
import { SESSION_CHANNEL } from '../http/session.ts';
import { type Client, startTestApp } from '../testing/app/test-app.ts';
import { cleanLiveEvents } from './clean.ts';
import { notifyOperators, publish, publishAll } from './publish.ts';

const OPERATOR = 'packer@example.com';
const timers = vi.spyOn(globalThis, 'setInterval');
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
/** The server's 20-second heartbeat for open streams. */
const beats = timers.mock.calls.filter(([, ms]) => ms === 20_000).map(([beat]) => beat as () => void);
timers.mockRestore();
afterAll(() => app.stop());

interface Stream {
  /** Waits for the text; throws after ten seconds. */
  until(text: string): Promise<string>;
  seen(): string;
  close(): void;
}

async function listen(client: Client, lastEventId?: string, workplaceId?: string, sinceMs = 0): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${app.url}/api/events?since_ms=${sinceMs}`, {
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      ...(workplaceId ? { 'workplace-id': workplaceId } : {}),
    },
    signal: stop.signal,
  });
  let all = '';
  const waiting = new Set<() => void>();
  void (async () => {
    try {
      for await (const chunk of response.body ?? []) {
        all += Buffer.from(chunk).toString();
        for (const look of waiting) look();
      }
    } catch {
      // Closed by the test.
    }
  })();
  return {
    seen: () => all,
    close: () => stop.abort(),
    until: (text) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`"${text}" never came; seen: ${all}`)), 10_000);
        const look = () => {
          if (!all.includes(text)) return;
          clearTimeout(timer);
          waiting.delete(look);
          done(all);
        };
        waiting.add(look);
        look();
      }),
  };
}

const idsIn = (text: string): string[] => [...text.matchAll(/^id: (\S+)$/gm)].map((match) => match[1] ?? '');

const tell = (client: Client, id: string) =>
  app.db.tenant(client, (tx) => publish(tx, client.workplaceId, 'orders', [id]));

describe('live events', () => {
  it('reach an open screen, and only screens of that workplace', async () => {
    const ada = await app.signUp();
    const bob = await app.signUp();
    const [hers, his] = [await listen(ada), await listen(bob)];
    await hers.until('event: ready');
    await his.until('event: ready');
    await tell(ada, 'first-order');
    await tell(bob, 'his-order');
    await hers.until('first-order');
    await his.until('his-order');
    expect(his.seen()).not.toContain('first-order');
    expect(hers.seen()).not.toContain('his-order');
    hers.close();
    his.close();
  });

  it('say to a member who is held to some stores that something changed, and not which', async () => {
    const ada = await app.signUp();
    const held = await app.signUp();
    const join = (stores: string[] | null) =>
      app.db.tenant({ accountId: held.accountId, workplaceId: ada.workplaceId }, async (tx) => {
        await tx.run(sql`insert into member (account_id, workplace_id, role, owner_id, store_ids)
          values (${held.accountId}, ${ada.workplaceId}, 'viewer', ${ada.accountId}, ${stores}::uuid[])
          on conflict (account_id, workplace_id) do update set store_ids = excluded.store_ids`);
        await tx.run(sql`select pg_notify(${SESSION_CHANNEL}, ${held.accountId})`);
      });
    await join([]);
    await expect
      .poll(async () => (await held.call('GET /guideline', {}, { 'workplace-id': ada.workplaceId })).http)
      .toBe(200);
    const stream = await listen(held, undefined, ada.workplaceId);
    await stream.until('event: ready');
    await tell(ada, 'secret-order');
    await stream.until('{"topic":"orders","ids":[]}');
    expect(stream.seen()).not.toContain('secret-order');
    stream.close();
  });

  it('go on from the last one seen, without a gap and without a repetition', async () => {
    const ada = await app.signUp();
    const before = await listen(ada);
    await before.until('event: ready');
    await tell(ada, 'one');
    const text = await before.until('"one"');
    before.close();
    await tell(ada, 'two');
    const after = await listen(ada, idsIn(text).at(-1));
    expect(await after.until('"two"')).not.toContain('"one"');
    after.close();
  });

  it('that came between the first reading of a page and its stream are told, and older ones are not', async () => {
    const ada = await app.signUp();
    await tell(ada, 'long-ago');
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`update live_event set at = now() - interval '20 seconds' where workplace_id = ${ada.workplaceId}`),
    );
    await tell(ada, 'just-now');
    const page = await listen(ada, undefined, undefined, 3_000);
    const text = await page.until('just-now');
    expect(text).not.toContain('long-ago');
    expect(text).not.toContain('resync');
    page.close();
    const other = await listen(ada);
    await other.until('event: ready');
    await tell(ada, 'later');
    expect(await other.until('later')).not.toContain('just-now');
    other.close();
  });

  it('are asked for anew where too many came between the two', async () => {
    const ada = await app.signUp();
    await app.db.tenant(ada, (tx) =>
      publishAll(
        tx,
        ada.workplaceId,
        Array.from({ length: 500 }, () => ({ topic: 'orders' as const })),
      ),
    );
    const page = await listen(ada, undefined, undefined, 3_000);
    await page.until('event: resync');
    page.close();
    const bad = await ada.raw('GET', '/events?since_ms=soon');
    expect(bad).toMatchObject({ http: 422, errors: { since_ms: [expect.any(String)] } });
  });

  it("of the operators' pages reach operators alone, and those who come back hear of every page", async () => {
    const packer = await app.signUp(OPERATOR);
    const ada = await app.signUp();
    const [his, hers] = [await listen(packer), await listen(ada)];
    await his.until('event: ready');
    await hers.until('event: ready');
    await app.db.global((tx) => notifyOperators(tx, 'jobs'));
    await his.until('"topic":"jobs"');
    // A change of the warehouse's orders, as its customer API would write it.
    await app.db.global(async (tx) => {
      await tx.run(sql`insert into warehouse.installation (installation_id, name, key_hash, mode, role)
        values (${newId()}, 'Shop', '\\x01', 'live', 'client')`);
      await tx.run(sql`insert into warehouse.purchase (order_id, installation_id, mode, reference, request_hash, order_name, state,
          address, shipping_service, currency, items_cost, shipping_cost)
        select ${newId()}, installation_id, 'live', 'r', '\\x01', '#1', 'created', '{}', 'standard', 'USD', 1, 1
        from warehouse.installation where name = 'Shop'`);
    });
    const text = await his.until('"topic":"warehouse"');
    await tell(ada, 'hers-alone');
    await hers.until('hers-alone');
    expect(hers.seen()).not.toContain('warehouse');
    his.close();
    const back = await listen(packer, idsIn(text).at(-1));
    await back.until('"topic":"warehouse"');
    await back.until('"topic":"jobs"');
    back.close();
    hers.close();
  });

  it('come at once, whatever transaction is open elsewhere on the server', async () => {
    const ada = await app.signUp();
    const stream = await listen(ada);
    await stream.until('event: ready');
    const gate = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const older = app.db.global(async (tx) => {
      await tx.run(sql`select pg_current_xact_id()`);
      started.resolve();
      await gate.promise;
    });
    await started.promise;
    await tell(ada, 'newer');
    await stream.until('newer');
    gate.resolve();
    await older;
    stream.close();
  });

  it('whose notification was lost come with the next beat', async () => {
    const ada = await app.signUp();
    const stream = await listen(ada);
    await stream.until('event: ready');
    const event = { event_id: newId(), topic: 'orders', ids: ['unheard'] };
    // As publish() writes it, without the NOTIFY.
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`select live_append(${ada.workplaceId}, ${JSON.stringify([event])}::jsonb)`),
    );
    for (const beat of beats) beat();
    await stream.until('unheard');
    stream.close();
  });

  it('are sent to 50 streams of one person, and no more', async () => {
    const ada = await app.signUp();
    const open = await Promise.all(Array.from({ length: 50 }, () => listen(ada)));
    for (const stream of open) await stream.until('event: ready');
    expect(await ada.raw('GET', '/events')).toMatchObject({ http: 429, code: 'RATE_LIMIT' });
    for (const stream of open) stream.close();
  });

  it('are told in the order of their commits, each once, when a transaction that published first commits last', async () => {
    const ada = await app.signUp();
    const stream = await listen(ada);
    await stream.until('event: ready');
    const gate = Promise.withResolvers<void>();
    const published = Promise.withResolvers<void>();
    const slow = app.db.tenant(ada, async (tx) => {
      await publish(tx, ada.workplaceId, 'orders', ['slow']);
      published.resolve();
      await gate.promise;
    });
    await published.promise;
    await tell(ada, 'quick');
    const cursor = idsIn(await stream.until('quick')).at(-1);
    gate.resolve();
    await slow;
    await stream.until('slow');
    stream.close();
    expect(stream.seen().match(/quick|slow/g)).toEqual(['quick', 'slow']);
    const resumed = await listen(ada, cursor);
    expect((await resumed.until('slow')).match(/quick|slow/g)).toEqual(['slow']);
    resumed.close();
  });

  it.each([
    ['malformed', () => '1.------------------------------------'],
    ['a number beyond all numbers', () => `${'9'.repeat(400)}.${newId()}`],
    ['ahead of what there is, as after a restore', () => `4000.${newId()}`],
    ['of an event that a restore replaced by another', (at: string) => `${at.split('.')[0]}.${newId()}`],
  ])('begin with a resync where the Last-Event-ID is %s, and then go on', async (_, idFrom) => {
    const ada = await app.signUp();
    await tell(ada, 'before');
    const first = await listen(ada, undefined, undefined, 3_000);
    const at = idsIn(await first.until('before')).at(-1) ?? '';
    first.close();
    const stream = await listen(ada, idFrom(at));
    expect(idsIn(await stream.until('event: resync')).at(-1)).toBe(at);
    await tell(ada, 'after');
    expect(await stream.until('after')).not.toContain('before');
    stream.close();
  });

  it('are deleted after a day in workspaces without any store too, and a stream at the last one can still resume', async () => {
    const ada = await app.signUp();
    for (const id of ['a', 'b', 'c', 'd']) await tell(ada, id);
    const stream = await listen(ada, undefined, undefined, 3_000);
    const last = idsIn(await stream.until('"d"')).at(-1);
    stream.close();
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`update live_event set at = now() - interval '25 hours' where workplace_id = ${ada.workplaceId}`),
    );
    await cleanLiveEvents(app.db, ada.accountId, new AbortController().signal, 2);
    const left = await app.db.tenant(ada, (tx) =>
      tx.rows<{ ids: string[] }>(sql`select ids from live_event where workplace_id = ${ada.workplaceId}`),
    );
    expect(left).toEqual([{ ids: ['d'] }]);
    const resumed = await listen(ada, last);
    await tell(ada, 'e');
    expect(await resumed.until('"e"')).not.toContain('resync');
    resumed.close();
  });
});
