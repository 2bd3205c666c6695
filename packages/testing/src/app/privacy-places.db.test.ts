import { withClient } from '@quayside/server/src/db/index.ts';
import { COULD_HOLD, LOOKS_LIKE_IT, PLACES } from '@quayside/server/src/features/privacy/rules/places.ts';
import { expect, it } from 'vitest';
import { testDatabase } from '../db/index.ts';

const db = await testDatabase();

it('every column that could hold personal data of a shopper is named, with what becomes of it', async () => {
  const { rows } = await withClient(db.ownerUrl, 'places', (client) =>
    client.query<{ place: string; name: string; type: string }>(`select table_name || '.' || column_name as place,
      column_name as name, data_type as type from information_schema.columns where table_schema = 'public' order by 1`),
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
