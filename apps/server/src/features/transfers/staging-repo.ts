import { type Executor, raw, sql } from '../../db/index.ts';
import { RENAMED, type TransferBatch, type TransferTable } from './rules/parts.ts';
import type { Counted } from './rules/tally.ts';
import type { StoreTransfer } from './tables.ts';

type Ref = Pick<StoreTransfer, 'account_id' | 'move_id'>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Stored columns; generated ones are computed again. */
async function columnsOf(ex: Executor, table: string): Promise<{ kept: string[]; made: string[] }> {
  const rows = await ex.rows<{ name: string; made: boolean }>(sql`select attname as name, attgenerated <> '' as made
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`);
  const names = (made: boolean) => rows.filter((row) => row.made === made).map((row) => row.name);
  return { kept: names(false), made: names(true) };
}

const countedRow = (row: Record<string, unknown> | undefined): Counted => ({
  rows: Number(row?.n ?? 0),
  sum: String(row?.s ?? '0'),
});

/** Count, and sum of content hashes: equal wherever the same rows are. */
const SUM = (facts: string): string =>
  `select count(*)::int as n, coalesce(sum(hashtextextended((${facts})::text, 0)::numeric), 0)::text as s`;

/** Counts and sums rows in place; the workplace and `but` are excluded from the comparison. */
async function sumOf(
  ex: Executor,
  workplaceId: string,
  part: TransferTable,
  ids: readonly string[],
  but: readonly string[],
): Promise<Counted> {
  const { made } = await columnsOf(ex, part.table);
  const { rows } = await ex.raw(
    `${SUM('to_jsonb(t) - $3::text[]')} from ${quoted(part.table)} t where t.workplace_id = $1 and ${part.where}`,
    [workplaceId, [...ids], ['workplace_id', ...made, ...but]],
  );
  return countedRow(rows[0]);
}

async function sumStaged(ex: Executor, transfer: Ref, table: string, but: readonly string[]): Promise<Counted> {
  const { rows } = await ex.raw(
    `${SUM('carried - $4::text[]')} from store_move_row where account_id = $1 and move_id = $2 and part = $3`,
    [transfer.account_id, transfer.move_id, table, [...but]],
  );
  return countedRow(rows[0]);
}

const agree = (table: string, one: Counted, other: Counted): void => {
  if (one.rows !== other.rows || one.sum !== other.sum)
    throw new Error(`${table}: ${other.rows} of ${one.rows} rows match`);
};

/** The next rows of a store still in a workspace; empty: all have moved. */
export async function findChunk(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  batch: TransferBatch,
  most = batch.portion,
): Promise<string[]> {
  const { rows } = await ex.raw(batch.find, [workplaceId, storeId, most]);
  return rows.map((row) => String(row.id)).toSorted();
}

/** Copies rows of one table to staging and compares. The originals stay; returns the expected totals. */
export async function stageRows(
  tx: Executor,
  transfer: Ref,
  from: string,
  part: TransferTable,
  ids: readonly string[],
): Promise<Counted> {
  const { made } = await columnsOf(tx, part.table);
  await tx.raw(
    `insert into store_move_row (account_id, move_id, part, row_no, left_from, carried)
      select $3::uuid, $4::uuid, $5::text, row_number() over (), $1::uuid, to_jsonb(t) - $6::text[]
      from ${quoted(part.table)} t where t.workplace_id = $1 and ${part.where}`,
    [from, [...ids], transfer.account_id, transfer.move_id, part.table, ['workplace_id', ...made]],
  );
  agree(part.table, await sumOf(tx, from, part, ids, []), await sumStaged(tx, transfer, part.table, []));
  return sumStaged(tx, transfer, part.table, RENAMED[part.table] ?? []);
}

/** Deletes staged rows from their workspace. Throws if the count differs. */
export async function removeRows(
  tx: Executor,
  from: string,
  part: TransferTable,
  ids: readonly string[],
  expected: number,
): Promise<void> {
  const { rows } = await tx.raw(
    `with gone as (delete from ${quoted(part.table)} t where t.workplace_id = $1 and ${part.where} returning 1)
      select count(*)::int as n from gone`,
    [from, [...ids]],
  );
  if (Number(rows[0]?.n) !== expected)
    throw new Error(`${part.table}: deleted ${rows[0]?.n} rows, expected ${expected}`);
}

/** Tables with staged rows. */
export const listStagedTables = async (ex: Executor, transfer: Ref): Promise<string[]> =>
  (
    await ex.rows<{ part: string }>(sql`select distinct part from store_move_row
      where account_id = ${transfer.account_id} and move_id = ${transfer.move_id}`)
  ).map((row) => row.part);

/** Staged rows of one table. */
export const readStagedRows = async <T>(ex: Executor, transfer: Ref, table: string): Promise<T[]> =>
  (
    await ex.rows<{ carried: T }>(sql`select carried from store_move_row
      where account_id = ${transfer.account_id} and move_id = ${transfer.move_id} and part = ${table} order by row_no`)
  ).map((row) => row.carried);

export async function clearStaging(tx: Executor, transfer: Ref): Promise<void> {
  await tx.run(
    sql`delete from store_move_row where account_id = ${transfer.account_id} and move_id = ${transfer.move_id}`,
  );
}

/** Columns that reference a product, variant or supplier connection. */
const NAMES: readonly [table: string, column: string, kind: 'product' | 'variant' | 'connection'][] = [
  ['listing', 'product_id', 'product'],
  ['listing_variant', 'variant_id', 'variant'],
  ['store_override', 'product_id', 'product'],
  ['product_metafield', 'product_id', 'product'],
  ['order_line', 'product_id', 'product'],
  ['order_line', 'variant_id', 'variant'],
  ['supplier_order', 'connection_id', 'connection'],
  ['lost_order', 'connection_id', 'connection'],
];

/** Rewrites references in staged rows for the destination. `back`: for the original workspace. */
export async function rename(tx: Executor, { account_id, move_id }: Ref, back: boolean): Promise<void> {
  const [known, wanted] = back ? [raw('to_id'), raw('from_id')] : [raw('from_id'), raw('to_id')];
  const ours = sql`r.account_id = ${account_id} and r.move_id = ${move_id}`;
  const names = sql`n.account_id = ${account_id} and n.move_id = ${move_id} and n.from_id <> n.to_id`;
  for (const [table, column, kind] of NAMES)
    await tx.run(sql`update store_move_row r set carried = jsonb_set(carried, ${[column]}::text[], to_jsonb(n.${wanted}))
      from store_move_name n where ${ours} and r.part = ${table} and ${names} and n.kind = ${kind}
        and (r.carried ->> ${column})::uuid = n.${known}`);
  // A replacing product may differ from what was pushed.
  if (!back)
    await tx.run(sql`update store_move_row r set carried = jsonb_set(carried, '{pushed_revision}', 'null')
      from store_move_name n where ${ours} and r.part = 'listing' and ${names} and n.kind = 'product'
        and (r.carried ->> 'product_id')::uuid = n.to_id`);
  await tx.run(sql`update store_move_row r set carried = jsonb_set(carried, '{variant_ids}',
      (select coalesce(jsonb_agg(coalesce(n.${wanted}, v.id::uuid) order by v.place), '[]')
        from jsonb_array_elements_text(r.carried -> 'variant_ids') with ordinality v(id, place)
        left join store_move_name n on ${names} and n.kind = 'variant' and n.${known} = v.id::uuid))
    where ${ours} and r.part = 'listing'`);
}

/** Inserts staged rows into a workspace and compares. */
export async function insertStagedRows(
  tx: Executor,
  transfer: Ref,
  to: string,
  part: TransferTable,
  ids: readonly string[],
): Promise<Counted> {
  const { kept } = await columnsOf(tx, part.table);
  const facts = kept.filter((name) => name !== 'workplace_id');
  await tx.raw(
    `insert into ${quoted(part.table)} (workplace_id, ${facts.map(quoted).join(', ')})
      select $1::uuid, ${facts.map((name) => `f.${quoted(name)}`).join(', ')}
      from store_move_row r cross join lateral jsonb_populate_record(null::${quoted(part.table)}, r.carried) f
      where r.account_id = $2 and r.move_id = $3 and r.part = $4 order by r.row_no
      returning 1`,
    [to, transfer.account_id, transfer.move_id, part.table],
  );
  agree(part.table, await sumStaged(tx, transfer, part.table, []), await sumOf(tx, to, part, ids, []));
  return sumStaged(tx, transfer, part.table, RENAMED[part.table] ?? []);
}

/** Overwrites a store's row in a workspace with the staged one, and compares. */
export async function overwriteStoreRow(
  tx: Executor,
  transfer: Ref,
  to: string,
  part: TransferTable,
  storeId: string,
  but: readonly string[],
): Promise<void> {
  const { kept } = await columnsOf(tx, part.table);
  const facts = kept.filter((name) => !['workplace_id', 'store_id', ...but].includes(name));
  for (const carried of await readStagedRows(tx, transfer, part.table))
    await tx.raw(
      `update ${quoted(part.table)} t set ${facts.map((name) => `${quoted(name)} = f.${quoted(name)}`).join(', ')}
        from jsonb_populate_record(null::${quoted(part.table)}, $3::jsonb) f where t.workplace_id = $1 and t.store_id = $2`,
      [to, storeId, JSON.stringify(carried)],
    );
  agree(part.table, await sumStaged(tx, transfer, part.table, but), await sumOf(tx, to, part, [storeId], but));
}
