import type pg from 'pg';

const CREATE = /^create (?:unique )?index concurrently if not exists ([a-z0-9_]+) on [a-z0-9_]+\b/i;
const DROP = /^drop index concurrently if exists ([a-z0-9_]+)$/i;

const isMarked = (text: string): boolean => /^-- concurrently$/m.test(text);

interface Step {
  text: string;
  /** The index that an interrupted attempt may have left invalid. */
  creates: string | undefined;
}

/**
 * Statements of a migration with a line `-- concurrently`: they build or drop indexes without blocking writes, outside a
 * transaction. undefined: an ordinary migration. Throws for statements that can't be repeated.
 */
export function readConcurrently({ name, text }: { name: string; text: string }): Step[] | undefined {
  if (!isMarked(text)) return undefined;
  const statements = text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(';')
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
  return statements.map((statement) => {
    const creates = CREATE.exec(statement)?.[1];
    if (!creates && !DROP.test(statement))
      throw new Error(
        `Migration ${name} runs outside a transaction, so it may only contain "create index concurrently if not exists" and "drop index concurrently if exists", got: ${statement}`,
      );
    return { text: statement, creates };
  });
}

/** Runs the statements; after an interruption they can run again. */
export async function runConcurrently(client: pg.Client, steps: readonly Step[], lockMs: number): Promise<void> {
  // Waits for transactions that began before; the table stays readable and writable meanwhile, unlike behind other locks.
  await client.query(`set lock_timeout = ${lockMs}`);
  for (const { text, creates } of steps) {
    if (creates) await dropInvalid(client, creates);
    await client.query(text);
  }
}

async function dropInvalid(client: pg.Client, index: string): Promise<void> {
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not (indisvalid and indisready)',
    [index],
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
}
