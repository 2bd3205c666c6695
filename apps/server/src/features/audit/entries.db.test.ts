import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { withClient } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { findEntries } from './queries/entries.ts';

const db = await testDatabase();
const { person } = await fakeWorld(db);

it('entries are read page by page without a gap or a repetition, also those of one moment', async () => {
  const scope = await person();
  const kept: { id: string; at: string }[] = [];
  for (const at of ['2026-05-01T12:00:00.001Z', '2026-05-01T12:00:00.002Z'])
    for (let n = 0; n < 3; n += 1) kept.push({ id: newId(), at });
  await withClient(db.superuserUrl, 'test', async (admin) => {
    for (const { id, at } of kept)
      await admin.query(
        `insert into audit_entry (workplace_id, entry_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change)
          values ($1, $2, $3, 'member', 'ada', 'Ada', 'POST /x', 'test', $2::uuid::text, 'changed')`,
        [scope.workplaceId, id, at],
      );
  });
  const read: string[] = [];
  for (;;) {
    const last = kept.find(({ id }) => id === read.at(-1));
    const page = await db.read(scope, (ex) => findEntries(ex, scope.workplaceId, { entity: 'test' as never }, last, 2));
    read.push(...page.map(({ id }) => id));
    if (page.length < 2 || read.length > 20) break;
  }
  const newest = kept.toSorted((a, b) => (`${a.at}${a.id}` < `${b.at}${b.id}` ? 1 : -1));
  expect(read).toEqual(newest.map(({ id }) => id));
});
