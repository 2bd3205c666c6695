import type pg from 'pg';

/** Whether the application's role lacks a right that grantSchema() gives, now or on tables made later. */
const lacking = `
  with space as (select oid from pg_namespace where nspname = $1),
       tables as (select c.oid, c.relkind from pg_class c, space where c.relnamespace = space.oid)
  select not exists (select from space where has_schema_privilege('quayside_app', oid, 'usage'))
      or exists (select from tables where relkind in ('r', 'p', 'v', 'm', 'f') and not
           (has_table_privilege('quayside_app', oid, 'select') and has_table_privilege('quayside_app', oid, 'insert')
            and has_table_privilege('quayside_app', oid, 'update') and has_table_privilege('quayside_app', oid, 'delete')))
      or exists (select from tables where relkind = 'S' and not
           (has_sequence_privilege('quayside_app', oid, 'usage') and has_sequence_privilege('quayside_app', oid, 'select')))
      or exists (select from pg_proc p, space where p.pronamespace = space.oid
           and not has_function_privilege('quayside_app', p.oid, 'execute'))
      or 2 > (select count(*) from pg_default_acl d, space
           where d.defaclnamespace = space.oid and d.defaclrole = current_user::regrole and d.defaclobjtype in ('r', 'S')
             and exists (select from aclexplode(d.defaclacl) a where a.grantee = 'quayside_app'::regrole)) lacks`;

/**
 * Lets the application's role use a schema that a library installed as the owner (the job queue): its present and its
 * future tables, sequences and functions. Changes nothing when all is granted: two grants on the same object at the same
 * time end one of the two with "tuple concurrently updated".
 */
export async function grantSchema(owner: pg.ClientBase, schema: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema))
    throw new TypeError(`Expected a schema name of lowercase letters, digits and underscores, got "${schema}".`);
  const { rows } = await owner.query<{ lacks: boolean }>(lacking, [schema]);
  if (!rows[0]?.lacks) return;
  const name = `"${schema}"`;
  // One text without parameters is one transaction: either every right is there or none.
  await owner.query(`
    grant usage on schema ${name} to quayside_app;
    grant select, insert, update, delete on all tables in schema ${name} to quayside_app;
    grant usage, select on all sequences in schema ${name} to quayside_app;
    grant execute on all functions in schema ${name} to quayside_app;
    alter default privileges in schema ${name} grant select, insert, update, delete on tables to quayside_app;
    alter default privileges in schema ${name} grant usage, select on sequences to quayside_app`);
}
