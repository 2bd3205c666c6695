import type pg from 'pg';

/**
 * An empty table that Citus has in its metadata, with its one shard on the coordinator. Citus commits in two phases when a transaction
 * writes to shards of more than one node. It doesn't see writes to ordinary tables of the coordinator: without this the workers would
 * commit first, and the coordinator could still fail (docs/decisions/0440).
 */
export const TWO_PHASE_MARKER = `
  create schema if not exists two_phase;
  grant usage on schema two_phase to public;
  create table if not exists two_phase.marker (id int primary key);
  grant delete on two_phase.marker to public`;

/** A statement of a transaction that makes its commit one of two phases. It changes nothing. */
export const IN_TWO_PHASES = 'delete from two_phase.marker';

/** Creates the table where it's missing, as the owner of the database. */
export async function prepareTwoPhase(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('two_phase.marker')`,
  );
  if (rowCount) return;
  await client.query(TWO_PHASE_MARKER);
  await client.query(`select citus_add_local_table_to_metadata('two_phase.marker')`);
}
