import { newId } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/db/index.ts';
import { describeDistribution, sql, withClient } from '../index.ts';
import { distribute } from './distribute.ts';

const db = await testDatabase();
const isCitus = db.nodeUrls.length > 1;
const distributeNow = () => withClient(db.ownerUrl, 'test', (client) => distribute(client));

test('what is distributed already is left alone, and without Citus everything', async () => {
  expect(await distributeNow()).toEqual([]);
  const found = await db.owner(describeDistribution);
  if (isCitus) expect(found).toMatchObject({ workers: db.nodeUrls.length - 1 });
  else expect(found).toBeUndefined();
});

test('a new tenant table is distributed once, with its rows, which keep their wall', async () => {
  const ann = { accountId: newId(), workplaceId: newId() };
  const bob = { accountId: newId(), workplaceId: newId() };
  await db.owner(async (tx) => {
    await tx.raw('create table fresh (workplace_id uuid, id int, primary key (workplace_id, id))');
    await tx.raw("call tenant_table('fresh')");
  });
  for (const { workplaceId, ...who } of [ann, bob])
    await db.tenant({ ...who, workplaceId }, (tx) => tx.run(sql`insert into fresh values (${workplaceId}, 1)`));
  expect(await distributeNow()).toEqual(isCitus ? ['fresh'] : []);
  expect(await distributeNow()).toEqual([]);
  expect(await db.read(ann, (ex) => ex.rows(sql`select workplace_id, id from fresh`))).toEqual([
    { workplace_id: ann.workplaceId, id: 1 },
  ]);
});

test('a function that passes rows of a table of the coordinator stays there, one that does not is sent', async () => {
  await db.owner(async (tx) => {
    await tx.raw('create table here (account_id uuid primary key)');
    await tx.raw("create function rows_here() returns setof here language sql as 'select * from here'");
    await tx.raw("create function plain_here() returns int language sql as 'select 1'");
  });
  expect(await distributeNow()).toEqual([]);
  if (!isCitus) return;
  const sent = await db.owner((tx) =>
    tx.rows(sql`select p.proname as name from pg_proc p join pg_dist_object d on d.classid = 'pg_proc'::regclass and d.objid = p.oid
      where p.proname in ('rows_here', 'plain_here')`),
  );
  expect(sent).toEqual([{ name: 'plain_here' }]);
});
