import { newId } from '@quayside/kernel';
import { beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { type Question, sendQuestions } from './actions/send-questions.ts';
import { dropOldQuotes } from './quote-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
let owner: Owner;
let connectionId: string;

beforeAll(async () => {
  owner = await world.owner();
  connectionId = await db.read(owner.scope, async (ex) => {
    const row = await ex.first<{ id: string }>(
      sql`select connection_id as id from supplier_connection where workplace_id = ${owner.scope.workplaceId}`,
    );
    return row?.id ?? '';
  });
});

/** A question about one piece of a variant, for an order. */
const question = (variant: string, orderId = newId()): Question => ({
  connectionId,
  order: { order_id: orderId, address: { countryCode: 'US', postalCode: '97204' } } as Question['order'],
  lines: [
    { line_id: newId(), source_product_id: variant, source_variant_id: variant, pieces: 1 },
  ] as unknown as Question['lines'],
});

const send = (asks: readonly Question[]) =>
  db.tenant(owner.scope, (tx) => sendQuestions(tx, world.deps, owner.scope, asks));

const waiting = (variant: string) =>
  db.read(owner.scope, (ex) =>
    ex.rows<{ state: string; order_ids: string[] }>(sql`select state, order_ids from supplier_quote
      where workplace_id = ${owner.scope.workplaceId} and ask -> 'lines' -> 0 ->> 'sourceVariantId' = ${variant}`),
  );

it('takes the same questions of several requests at once, in any order', async () => {
  const variants = Array.from({ length: 60 }, (_none, n) => `at-once-${n}`);
  const rounds = Array.from({ length: 12 }, (_none, n) => (n % 2 === 0 ? variants : variants.toReversed()));
  const answers = await Promise.allSettled(rounds.map((round) => send(round.map((variant) => question(variant)))));
  expect(answers.filter((one) => one.status === 'rejected')).toEqual([]);
  for (const variant of ['at-once-0', 'at-once-59']) {
    const [row] = await waiting(variant);
    expect(row?.order_ids).toHaveLength(rounds.length);
  }
});

it('keeps one row for orders with the same question, with all of them waiting', async () => {
  const [first, second] = [newId(), newId()];
  await send([question('same', first), question('other'), question('same', second)]);
  const rows = await waiting('same');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.state).toBe('asking');
  expect(rows[0]?.order_ids.toSorted()).toEqual([first, second].toSorted());
});

it('deletes old quotes without waiting for those that are being requested again', async () => {
  await send([question('old-and-free'), question('old-and-locked'), question('recent')]);
  const { workplaceId } = owner.scope;
  const locked = sql`ask -> 'lines' -> 0 ->> 'sourceVariantId' = 'old-and-locked'`;
  await db.tenant(owner.scope, (tx) =>
    tx.run(sql`update supplier_quote set asked_at = seconds_after(asked_at, -90000)
      where workplace_id = ${workplaceId} and ask -> 'lines' -> 0 ->> 'sourceVariantId' like 'old-and-%'`),
  );
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const other = db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`select 1 from supplier_quote where workplace_id = ${workplaceId} and ${locked} for no key update`);
    held.resolve();
    await done.promise;
  });
  await held.promise;
  await db.tenant(owner.scope, (tx) => dropOldQuotes(tx, workplaceId)).finally(done.resolve);
  await other;
  expect(await waiting('old-and-free')).toEqual([]);
  expect(await waiting('old-and-locked')).toHaveLength(1);
  expect(await waiting('recent')).toHaveLength(1);
});
