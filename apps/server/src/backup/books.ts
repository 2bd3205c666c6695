import type pg from 'pg';

const SCHEMAS = ['public', 'pgboss', 'warehouse'];

/** What is compared between a database and its restored backup: rows of each table, and sums of money. */
export interface Books {
  rows: Record<string, number>;
  sums: Record<string, string>;
}

/** Sums, each with the table it reads. */
const SUMS: Record<string, { table: string; query: string }> = {
  ledger: {
    table: 'ledger_entry',
    query: `select coalesce(sum(abs(amount)), 0)::text as value from public.ledger_entry`,
  },
  'ledger drift': {
    table: 'ledger_entry',
    query: `select coalesce(sum(amount), 0)::text as value from public.ledger_entry`,
  },
  wallets: {
    table: 'ledger_entry',
    query: `select coalesce(md5(string_agg(account_id || ledger_account || total, ',' order by account_id, ledger_account collate "C")), '') as value
      from (select account_id, ledger_account, sum(amount) as total from public.ledger_entry group by 1, 2) t`,
  },
  'supplier orders': {
    table: 'supplier_order',
    query: `select coalesce(md5(string_agg(state || pay_state || n, ',' order by state collate "C", pay_state collate "C")), '') as value
      from (select state, pay_state, count(*) as n from public.supplier_order group by 1, 2) t`,
  },
};

/** Reads the books in the transaction of the client, as a role that sees every row. */
export async function readBooks(client: pg.ClientBase): Promise<Books> {
  const { rows: tables } = await client.query<{ name: string; quoted: string }>(
    `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any($1) order by 1`,
    [SCHEMAS],
  );
  const rows: Record<string, number> = {};
  for (const { name, quoted } of tables) {
    const { rows: counted } = await client.query<{ n: string }>(`select count(*)::text as n from only ${quoted}`);
    rows[name] = Number(counted[0]?.n);
  }
  const sums: Record<string, string> = {};
  for (const [name, { table, query }] of Object.entries(SUMS)) {
    if (rows[`public.${table}`] === undefined) continue;
    sums[name] = (await client.query<{ value: string }>(query)).rows[0]?.value ?? '';
  }
  return { rows, sums };
}

/** The differences between two books, a sentence each; none: they are equal. */
export function compareBooks(was: Books, is: Books): string[] {
  const differences: string[] = [];
  for (const name of new Set([...Object.keys(was.rows), ...Object.keys(is.rows)]))
    if (was.rows[name] !== is.rows[name])
      differences.push(
        `${name}: ${was.rows[name] ?? 'no table'} rows in the backup, ${is.rows[name] ?? 'no table'} restored`,
      );
  for (const name of new Set([...Object.keys(was.sums), ...Object.keys(is.sums)]))
    if (was.sums[name] !== is.sums[name]) differences.push(`the sums of the ${name} differ`);
  return differences;
}
