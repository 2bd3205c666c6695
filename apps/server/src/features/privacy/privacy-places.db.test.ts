import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { sql, withClient } from '../../db/index.ts';
import { LIVE_KEEP_HOURS } from '../../live/clean.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { MAIL_KEEP_DAYS, register } from '../mail/index.ts';
import { COULD_HOLD, LOOKS_LIKE_IT, PLACES } from './rules/places.ts';

const db = await testDatabase();

it('every column that could hold personal data of a shopper is named, with what becomes of it', async () => {
  const { rows } = await withClient(db.ownerUrl, 'places', (client) =>
    client.query<{ place: string; name: string; type: string }>(`select
      case table_schema when 'public' then '' else table_schema || '.' end || table_name || '.' || column_name as place,
      column_name as name, data_type as type from information_schema.columns
      where table_schema in ('public', 'warehouse') order by 1`),
  );
  const there = new Set(rows.map((row) => row.place));
  expect(Object.keys(PLACES).filter((place) => !there.has(place))).toEqual([]);
  const suspects = rows.filter(
    ({ name, type, place }) =>
      (type === 'jsonb' || (type === 'bytea' && name === 'body') || (type === 'text' && COULD_HOLD.test(name))) &&
      !LOOKS_LIKE_IT.includes(place),
  );
  expect(suspects.map((row) => row.place).filter((place) => !(place in PLACES))).toEqual([]);
});

it('what expires is named with the time that the code keeps it', () => {
  expect(PLACES['mail_outbox.body']).toEqual({ expires: expect.stringMatching(`^after ${MAIL_KEEP_DAYS} days;`) });
  expect(PLACES['live_event.payload']).toEqual({ expires: expect.stringMatching(`^after ${LIVE_KEEP_HOURS} hours;`) });
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/security.md'), 'utf8');
  expect(text).toContain(`Live events are deleted after ${LIVE_KEEP_HOURS} hours, emails after ${MAIL_KEEP_DAYS} days`);
});

it('a mail is deleted after its time, and not before', async () => {
  const { deps } = await tradeWorld(db);
  const put = (days: number) =>
    db.global((tx) =>
      tx.run(sql`insert into mail_outbox (mail_id, recipient, kind, language, subject, body, state, created_at)
        values (${newId()}, 'a@example.com', 'test', 'en', ${String(days)}, '{}', 'kept', now() - make_interval(days => ${days}::int))`),
    );
  for (const days of [MAIL_KEEP_DAYS - 1, MAIL_KEEP_DAYS + 1]) await put(days);
  const clear = register(deps).jobs.find((job) => job.kind.name === 'clear-mails');
  await clear?.handle({}, { isLastTry: false } as never);
  expect(await db.global((tx) => tx.rows(sql`select subject from mail_outbox`))).toEqual([
    { subject: String(MAIL_KEEP_DAYS - 1) },
  ]);
});
