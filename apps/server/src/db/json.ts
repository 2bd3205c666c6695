import sql, { type Sql } from 'sql-template-tag';

/**
 * A value for a jsonb column: `insert into t (facts) values (${json(facts)})`. Without it the driver would send an
 * array as a PostgreSQL array; `undefined` and `null` become SQL null.
 */
export function json(value: unknown): Sql {
  return value === undefined || value === null ? sql`null::jsonb` : sql`${JSON.stringify(value)}::jsonb`;
}
