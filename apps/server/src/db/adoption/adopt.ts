import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { FIRST_AFTER_BASE, FIRST_OF_BASE, type MigrationFile } from '../migration-files.ts';
import { MigrationRefused } from '../migration-refused.ts';
import { parseSchema, readSchema } from '../schema/schema-text.ts';
import { findDifference } from './find-difference.ts';
import history from './history.json' with { type: 'json' };

type Applied = Pick<MigrationFile, 'number' | 'name' | 'checksum'>;

const LAST = history.migrations.at(-1)?.name;
const schemaFile = path.join(import.meta.dirname, '../schema.sql');

/**
 * Adopts a database created by the squashed migrations (docs/decisions/0050): if all of them are applied and the schema
 * matches, the base counts as applied. Returns the applied migrations from the base on; throws MigrationRefused for an
 * older or modified database.
 */
export async function adopt(
  client: pg.Client,
  files: readonly MigrationFile[],
  applied: readonly Applied[],
): Promise<readonly Applied[]> {
  const squashed = applied.filter(({ number }) => number < FIRST_OF_BASE);
  const current = applied.filter(({ number }) => number >= FIRST_OF_BASE);
  if (squashed.length === 0 || current.length > 0) return current;
  refuseOtherHistory(squashed);
  const texts = () => parseSchema(readFileSync(schemaFile, 'utf8'));
  const difference = findDifference(await readSchema(client), history.schema, texts);
  if (difference)
    throw new MigrationRefused(
      `The schema does not match migration ${LAST} (${difference}): revert that change, then start again.`,
    );
  const base = files.filter(({ number }) => number < FIRST_AFTER_BASE);
  // The squashed rows stay: a process of the previous version reports ready only while it finds them.
  await client.query(
    'insert into schema_migrations (number, name, checksum) select * from unnest($1::int[], $2::text[], $3::text[])',
    [base.map(({ number }) => number), base.map(({ name }) => name), base.map(({ checksum }) => checksum)],
  );
  return base;
}

/** Refuses any history other than that of the squashed migrations. */
function refuseOtherHistory(squashed: readonly Applied[]): void {
  const released = new Map(history.migrations.map((one) => [one.number, one]));
  for (const { number, name, checksum } of squashed) {
    const one = released.get(number);
    if (one?.name !== name)
      throw new MigrationRefused(
        `The database contains migration ${name}, which is not part of Quayside, so it can't be adopted.`,
      );
    if (one.checksum !== checksum)
      throw new MigrationRefused(`The database applied an edited copy of migration ${name}, so it can't be adopted.`);
  }
  const known = new Set(squashed.map(({ number }) => number));
  const missing = history.migrations.find(({ number }) => !known.has(number));
  if (missing)
    throw new MigrationRefused(
      `The database is too old for this version of Quayside (migration ${missing.name} is missing): first start the last version that includes migration ${LAST}, then this one (docs/guides/upgrade.md).`,
    );
}
