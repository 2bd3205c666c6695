import { raw, type Sql } from 'sql-template-tag';
import type { Executor } from './executor.ts';

/**
 * Lets the application's role use a schema that a library installed as the owner (the job queue): its present and its
 * future tables, sequences and functions. May be run again at every start.
 */
export async function grantSchema(owner: Executor, schema: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new TypeError(`Not a plain schema name: "${schema}".`);
  const name = `"${schema}"`;
  const statements: Sql[] = [
    raw(`grant usage on schema ${name} to quayside_app`),
    raw(`grant select, insert, update, delete on all tables in schema ${name} to quayside_app`),
    raw(`grant usage, select on all sequences in schema ${name} to quayside_app`),
    raw(`grant execute on all functions in schema ${name} to quayside_app`),
    raw(`alter default privileges in schema ${name} grant select, insert, update, delete on tables to quayside_app`),
    raw(`alter default privileges in schema ${name} grant usage, select on sequences to quayside_app`),
  ];
  for (const statement of statements) await owner.run(statement);
}
