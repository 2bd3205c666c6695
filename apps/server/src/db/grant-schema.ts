import type pg from 'pg';

/** Whether the application role lacks a privilege that grantSchema() grants, now or for future tables. */
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
 * Grants the application role the use of a schema that a library installed as the owner (the job queue), including
 * future tables. Skipped when complete, because concurrent grants on one object fail with "tuple concurrently updated".
 */
export async function grantSchema(owner: pg.ClientBase, schema: string): Promise<void> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema))
    throw new TypeError(`Expected a schema name of lowercase letters, digits and underscores, got "${schema}".`);
  const { rows } = await owner.query<{ lacks: boolean }>(lacking, [schema]);
  if (!rows[0]?.lacks) return;
  const name = `"${schema}"`;
  // One text without parameters is one transaction, so the grants are all or nothing.
  await owner.query(`
    grant usage on schema ${name} to quayside_app;
    grant select, insert, update, delete on all tables in schema ${name} to quayside_app;
    grant usage, select on all sequences in schema ${name} to quayside_app;
    grant execute on all functions in schema ${name} to quayside_app;
    alter default privileges in schema ${name} grant select, insert, update, delete on tables to quayside_app;
    alter default privileges in schema ${name} grant usage, select on sequences to quayside_app`);
}
