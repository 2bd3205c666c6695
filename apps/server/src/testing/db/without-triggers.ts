import type { ClientBase } from 'pg';
import { BEGIN_ON_CITUS } from '../../db/scope.ts';

/**
 * Lets a superuser write what triggers and foreign keys would refuse, in one transaction. On a distributed database they stand still
 * on its workers too.
 */
export async function withoutTriggers<T>(client: Pick<ClientBase, 'query'>, work: () => Promise<T>): Promise<T> {
  await client.query(BEGIN_ON_CITUS);
  try {
    await client.query("set local session_replication_role = 'replica'");
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
