import { newId } from '@quayside/kernel';
import { beforeAll, expect, test } from 'vitest';
import { type Executor, raw, sql } from '../db/index.ts';
import { countWaiting, testDatabase } from '../testing/db/index.ts';
import { publish } from './publish.ts';

const db = await testDatabase({ poolSize: 16 });

const scopeOf = () => ({ accountId: newId(), workplaceId: newId() });
const written = (scope: { accountId: string; workplaceId: string }) =>
  db.read(scope, (ex) =>
    ex.rows<{ position: number; id: string }>(
      sql`select position, ids[1] as id from live_event where workplace_id = ${scope.workplaceId} order by position`,
    ),
  );

beforeAll(() =>
  db.owner(async (tx) => {
    await tx.run(
      raw('create table thing (workplace_id uuid, id int, n int not null default 0, primary key (workplace_id, id))'),
    );
    await tx.run(raw("call tenant_table('thing')"));
    await tx.run(
      raw(
        'create table child (workplace_id uuid, thing int, primary key (workplace_id, thing), foreign key (workplace_id, thing) references thing deferrable initially deferred)',
      ),
    );
    await tx.run(raw("call tenant_table('child')"));
  }),
);

const change = (tx: Executor, workplaceId: string, id: number) =>
  tx.run(sql`update thing set n = n + 1 where workplace_id = ${workplaceId} and id = ${id}`);

test('16 writers that publish first and then lock rows in two opposite orders never wait for each other in a circle', async () => {
  const scope = scopeOf();
  const { workplaceId } = scope;
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into thing select ${workplaceId}, n from generate_series(1, 32) n returning 1`),
  );
  const sent: string[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 12; round += 1) {
        const id = `${writer}/${round}`;
        sent.push(id);
        await db.tenant(scope, async (tx) => {
          // Even writers publish and then lock, odd ones lock and then publish. Each row is one pair's: only the counter is everybody's.
          const own = 1 + (writer >> 1);
          if (writer % 2 === 0) await publish(tx, workplaceId, 'orders', [id]);
          await change(tx, workplaceId, own);
          if (writer % 2 === 1) await publish(tx, workplaceId, 'orders', [id]);
          await change(tx, workplaceId, own + 16);
        });
      }
    }),
  );
  const rows = await written(scope);
  expect(rows.map(({ position }) => position)).toEqual(sent.map((_, at) => at + 1));
  expect(rows.map(({ id }) => id).sort()).toEqual([...sent].sort());
});

test('constraints that wait for the commit are checked before the counter is taken', async () => {
  const scope = scopeOf();
  const { workplaceId } = scope;
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into thing select ${workplaceId}, n from generate_series(1, 1) n returning 1`),
  );
  const locked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  // Holds the row that the other's constraint needs, and takes the counter while that one commits.
  const holder = db.tenant(scope, async (tx) => {
    await tx.run(sql`select 1 from thing where workplace_id = ${workplaceId} and id = 1 for update`);
    locked.resolve();
    await gate.promise;
    await publish(tx, workplaceId, 'orders', ['holder']);
  });
  await locked.promise;
  const waiter = db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into child values (${workplaceId}, 1)`);
    await publish(tx, workplaceId, 'orders', ['waiter']);
  });
  await expect.poll(() => countWaiting(db, '%live_append%')).toBe(1);
  gate.resolve();
  await Promise.all([holder, waiter]);
  expect((await written(scope)).map(({ id }) => id)).toEqual(['holder', 'waiter']);
});

test('nothing is written when the transaction fails, and numbers have no gap', async () => {
  const scope = scopeOf();
  const { workplaceId } = scope;
  const failing = db.tenant(scope, async (tx) => {
    await publish(tx, workplaceId, 'orders', ['failed']);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const swallowed = db.tenant(scope, async (tx) => {
    await publish(tx, workplaceId, 'orders', ['failed']);
    await tx.run(sql`select nope`).catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('rolled back');
  const unbalanced = db.tenant(scope, async (tx) => {
    await publish(tx, workplaceId, 'orders', ['failed']);
    await tx.run(sql`insert into child values (${workplaceId}, 99)`);
  });
  await expect(unbalanced).rejects.toMatchObject({ code: '23503' });
  await db.tenant(scope, (tx) => publish(tx, workplaceId, 'orders', ["it's \\ \0 written"]));
  expect(await written(scope)).toEqual([{ position: 1, id: "it's \\ \ufffd written" }]);
});

test('what is published while something is only read is written as well', async () => {
  const scope = scopeOf();
  await db.read(scope, (ex) => publish(ex, scope.workplaceId, 'orders', ['read']));
  expect(await written(scope)).toEqual([{ position: 1, id: 'read' }]);
});

test('events of another workplace than the scope’s are refused', async () => {
  const scope = scopeOf();
  await expect(db.tenant(scope, (tx) => publish(tx, newId(), 'orders'))).rejects.toThrow('live event for workplace');
  await expect(db.global((tx) => publish(tx, scope.workplaceId, 'orders'))).rejects.toThrow('no workplace');
});
