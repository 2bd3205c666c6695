import { firstIdAt, newId } from '@quayside/kernel';
import { sql } from '@quayside/server/src/db/index.ts';
import { SESSION_CHANNEL } from '@quayside/server/src/http/session.ts';
import { publish, publishAll, tellOperators } from '@quayside/server/src/live/publish.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { type Client, startTestApp } from './test-app.ts';

const OPERATOR = 'packer@example.com';
const app = await startTestApp({ env: { QUAYSIDE_OPERATORS: OPERATOR } });
afterAll(() => app.stop());

interface Stream {
  /** Waits for the text to come; throws after ten seconds. */
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
    const after = await listen(ada, [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1]);
    expect(await after.until('"two"')).not.toContain('"one"');
    after.close();
  });

  it('that came between the first reading of a page and its stream are told, and older ones are not', async () => {
    const ada = await app.signUp();
    // While something that began before an event is at work anywhere in the database, a stream begins before that event.
    const settled = () =>
      expect
        .poll(
          async () => {
            const seen = await app.db.read(ada, (ex) =>
              ex.first<{
                all: boolean;
              }>(sql`select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint) as all
              from live_event where workplace_id = ${ada.workplaceId}`),
            );
            return seen?.all;
          },
          { timeout: 20_000 },
        )
        .toBe(true);
    await tell(ada, 'long-ago');
    await settled();
    await app.db.tenant(ada, (tx) =>
      tx.run(sql`update live_event set event_id = ${firstIdAt(Date.now() - 20_000)}::uuid
        where workplace_id = ${ada.workplaceId}`),
    );
    await tell(ada, 'just-now');
    const page = await listen(ada, undefined, undefined, 3_000);
    const text = await page.until('just-now');
    expect(text).not.toContain('long-ago');
    expect(text).not.toContain('resync');
    page.close();
    await settled();
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
    await app.db.global((tx) => tellOperators(tx, 'jobs'));
    await his.until('"topic":"jobs"');
    // Any change of the warehouse's orders, whoever makes it: here as the customer's own interface would write it.
    await app.db.global(async (tx) => {
      await tx.run(sql`insert into warehouse.installation (installation_id, name, key_hash, mode, role)
        values (${newId()}, 'Shop', '\\x01', 'live', 'client')`);
      await tx.run(sql`insert into warehouse.purchase (order_id, installation_id, mode, reference, request_hash, order_name, state,
          address, shipping_service, currency, items_cost, shipping_cost)
        select ${newId()}, installation_id, 'live', 'r', '\\x01', '#1', 'created', '{}', 'standard', 'USD', 1, 1
        from warehouse.installation`);
    });
    const text = await his.until('"topic":"warehouse"');
    await tell(ada, 'hers-alone');
    await hers.until('hers-alone');
    expect(hers.seen()).not.toContain('warehouse');
    his.close();
    const back = await listen(packer, [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1]);
    await back.until('"topic":"warehouse"');
    await back.until('"topic":"jobs"');
    back.close();
    hers.close();
  });

  it('wait for an older transaction that still runs, and come as soon as it has ended, without another event', async () => {
    const ada = await app.signUp();
    const stream = await listen(ada);
    await stream.until('event: ready');
    let end = (): void => undefined;
    let begun = (): void => undefined;
    const ending = new Promise<void>((done) => (end = done));
    const started = new Promise<void>((done) => (begun = done));
    const older = app.db.global(async (tx) => {
      await tx.run(sql`select pg_current_xact_id()`);
      begun();
      await ending;
    });
    await started;
    await tell(ada, 'newer');
    // Two look-ups of the follow-up pass, seen in the database rather than slept through.
    await expect
      .poll(
        async () =>
          (
            await app.db.tenant(ada, (tx) =>
              tx.rows(sql`select 1 from live_event where workplace_id = ${ada.workplaceId}`),
            )
          ).length,
      )
      .toBe(1);
    expect(stream.seen()).not.toContain('newer');
    end();
    await older;
    await stream.until('newer');
    stream.close();
  });
});
