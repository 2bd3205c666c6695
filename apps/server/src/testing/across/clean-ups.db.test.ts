import { firstIdAt, newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { raw, sql } from '../../db/index.ts';
import { deleteOldEvents } from '../../features/activity/actions/delete-old-events.ts';
import { tidyDeliveries } from '../../features/connections/actions/watch-connections.ts';
import { clearNotifications } from '../../features/notifications/actions/clear-notifications.ts';
import { eachWorkplaceOf } from '../../jobs/rounds.ts';
import { testDatabase } from '../db/index.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';

const db = await testDatabase();
const { person, deps } = await fakeWorld(db);

const DAY = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
const count = async (scope: { accountId: string; workplaceId: string }, table: string): Promise<number> =>
  (await db.read(scope, (ex) => ex.rows(sql`select 1 from ${raw(table)}`))).length;

it('old webhooks and notifications leave workspaces without any store too, in batches', async () => {
  const scope = await person();
  const { workplaceId } = scope;
  await db.tenant(scope, async (tx) => {
    for (const at of [ago(100), ago(100), ago(100), ago(20), ago(1)]) {
      await tx.run(sql`insert into webhook_delivery (workplace_id, delivery_id, sender, sender_id, topic, kind, dedupe_key, state, body, received_at)
        values (${workplaceId}, ${newId()}, 'store', ${newId()}, 't', 'k', ${newId()}, 'done', '\\x01', ${at})`);
      await tx.run(sql`insert into notification (workplace_id, notification_id, kind, area, group_key, created_at, at)
        values (${workplaceId}, ${newId()}, 'k', 'orders', 'g', ${at}, ${at})`);
      await tx.run(sql`insert into notification_read (workplace_id, account_id, notification_id, read_at)
        values (${workplaceId}, ${scope.accountId}, ${newId()}, ${at})`);
      await tx.run(sql`insert into notification_delivery (workplace_id, delivery_id, kind, created_at)
        values (${workplaceId}, ${newId()}, 'k', ${at})`);
    }
  });
  const visited: string[] = [];
  await eachWorkplaceOf(db, scope.accountId, undefined, async (one) => visited.push(one.workplaceId));
  expect(visited).toContain(workplaceId);
  await tidyDeliveries(deps, scope, undefined, 2);
  await clearNotifications(deps, workplaceId, undefined, 2);
  expect(await count(scope, 'webhook_delivery')).toBe(2);
  expect(await count(scope, 'webhook_delivery where body is not null')).toBe(1);
  for (const table of ['notification', 'notification_read', 'notification_delivery'])
    expect([table, await count(scope, table)]).toEqual([table, 2]);
});

it('usage reports end after their time, also of accounts that report nothing any more', async () => {
  const scope = await person();
  await db.tenant(scope, async (tx) => {
    for (const days of [95, 92, 91, 80])
      await tx.run(sql`insert into activity_event (account_id, event_id, kind, name)
        values (${scope.accountId}, ${firstIdAt(Date.now() - days * DAY)}, 'events', 'x')`);
  });
  await deleteOldEvents(deps, scope.accountId, undefined, 2);
  expect(await count(scope, 'activity_event')).toBe(1);
});
