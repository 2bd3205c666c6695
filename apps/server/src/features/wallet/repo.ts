import { newId } from '@quayside/kernel';
import { type Db, type Executor, json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { type Balances, type Entry, type LedgerAccount, repayEntries, sumChanges } from './rules/postings.ts';

export interface WalletRow extends Balances {
  policy_accepted_at: string | null;
  /** Threshold of the low balance alert in US cents; null: never. */
  low_at: number | null;
}

/** Creates the wallet if missing and locks it until the transaction ends, so that postings are serialized. */
export async function lockWallet(tx: Executor, accountId: string, mode: Mode): Promise<WalletRow> {
  await tx.run(sql`insert into wallet (account_id, mode) values (${accountId}, ${mode}) on conflict do nothing`);
  const row = await tx.first<WalletRow>(
    sql`select topup, bonus, reserved, frozen, debt, policy_accepted_at, low_at from wallet where account_id = ${accountId} and mode = ${mode} for update`,
  );
  if (!row) throw new Error('wallet not found: wrong tenant');
  return row;
}

export const readWallet = (ex: Executor, accountId: string, mode: Mode): Promise<WalletRow | undefined> =>
  ex.first<WalletRow>(
    sql`select topup, bonus, reserved, frozen, debt, policy_accepted_at, low_at from wallet where account_id = ${accountId} and mode = ${mode}`,
  );

/** Entries of the posting with this key; empty if none. */
export async function findEntries(tx: Executor, accountId: string, key: string): Promise<Entry[]> {
  return tx.rows<Entry>(sql`select e.ledger_account as account, e.amount from ledger_posting p
    join ledger_entry e on e.account_id = p.account_id and e.posting_id = p.posting_id
    where p.account_id = ${accountId} and p.idempotency_key = ${key} order by e.entry_no`);
}

/** Entries of one payment: reserved, captured and refunded. */
export const entriesOfPayment = (tx: Executor, accountId: string, payment: string): Promise<Entry[]> =>
  tx.rows<Entry>(sql`select e.ledger_account as account, e.amount from ledger_posting p
    join ledger_entry e on e.account_id = p.account_id and e.posting_id = p.posting_id
    where p.account_id = ${accountId} and split_part(p.idempotency_key, ':', 2) = ${payment}
      and p.kind in ('reserve', 'settle', 'refund')`);

interface Posting {
  accountId: string;
  mode: Mode;
  kind: string;
  key: string;
  reference: Record<string, string>;
}

/**
 * Writes a posting and updates the balances. Available cash immediately pays a debt in a separate posting; the caller
 * holds the wallet and has checked the key.
 */
export async function post(tx: Executor, posting: Posting, entries: readonly Entry[]): Promise<void> {
  const before = await readWallet(tx, posting.accountId, posting.mode);
  const change = sumChanges(entries);
  const repaid = repayEntries({
    debt: (before?.debt ?? 0) + change.debt,
    topup: (before?.topup ?? 0) + change.topup,
  });
  await insertPosting(tx, posting, entries);
  if (repaid.length > 0) await insertPosting(tx, { ...posting, kind: 'repay', key: `repay:${posting.key}` }, repaid);
  const all = sumChanges([...entries, ...repaid]);
  await tx.run(sql`update wallet set topup = topup + ${all.topup}, bonus = bonus + ${all.bonus},
    reserved = reserved + ${all.reserved}, frozen = frozen + ${all.frozen}, debt = debt + ${all.debt}
    where account_id = ${posting.accountId} and mode = ${posting.mode}`);
}

async function insertPosting(tx: Executor, posting: Posting, entries: readonly Entry[]): Promise<void> {
  const postingId = newId();
  await tx.run(sql`insert into ledger_posting (account_id, posting_id, mode, kind, idempotency_key, reference)
    values (${posting.accountId}, ${postingId}, ${posting.mode}, ${posting.kind}, ${posting.key}, ${json(posting.reference)})`);
  await tx.run(sql`insert into ledger_entry (account_id, posting_id, entry_no, ledger_account, amount)
    select ${posting.accountId}, ${postingId}, row_number() over (), e.account, e.amount
    from unnest(${entries.map((e) => e.account)}::text[], ${entries.map((e) => e.amount)}::bigint[]) as e(account, amount)
    returning 1`);
}

export interface PostingRow {
  posting_id: string;
  kind: string;
  reference: Record<string, string>;
  posted_at: string;
  entries: { account: LedgerAccount; amount: number }[];
}

/** Postings, newest first, after a cursor. */
export const listPostings = (
  ex: Executor,
  accountId: string,
  mode: Mode,
  kinds: readonly string[],
  before: string | undefined,
  size: number,
): Promise<PostingRow[]> =>
  ex.rows<PostingRow>(sql`select p.posting_id, p.kind, p.reference, p.posted_at,
      (select jsonb_agg(jsonb_build_object('account', e.ledger_account, 'amount', e.amount) order by e.entry_no)
       from ledger_entry e where e.account_id = p.account_id and e.posting_id = p.posting_id) as entries
    from ledger_posting p where p.account_id = ${accountId} and p.mode = ${mode} and p.kind = any(${kinds}::text[])
      and (${before ?? null}::uuid is null or p.posting_id < ${before ?? null}::uuid)
    order by p.posting_id desc limit ${size}`);

export const countPostings = async (
  ex: Executor,
  accountId: string,
  mode: Mode,
  kinds: readonly string[],
): Promise<number> =>
  (
    await ex.first<{ n: number }>(
      sql`select count(*) as n from ledger_posting where account_id = ${accountId} and mode = ${mode} and kind = any(${kinds}::text[])`,
    )
  )?.n ?? 0;

/** Money in and out per day of the workspace's time zone, for the chart. */
export async function dailyFlow(
  ex: Executor,
  { accountId, workplaceId }: WorkplaceScope,
  mode: Mode,
  days: number,
): Promise<{ day: string; added: number; spent: number }[]> {
  const workplace = await ex.first<{
    zone: string;
  }>(sql`select coalesce(nullif(settings->>'time_zone', ''), 'UTC') as zone
    from workplace where workplace_id = ${workplaceId}`);
  const zone = workplace?.zone ?? 'UTC';
  const today = sql`date_trunc('day', now() at time zone ${zone})`;
  return ex.rows(sql`select to_char(d, 'YYYY-MM-DD') as day,
      coalesce(sum(e.amount) filter (where p.kind in ('topup', 'bonus', 'refund') and e.amount > 0), 0)::bigint as added,
      coalesce(sum(e.amount) filter (where p.kind = 'settle' and e.ledger_account like 'supplier:%'), 0)::bigint as spent
    from generate_series(${today} - make_interval(days => ${days - 1}::int), ${today}, interval '1 day') d
    left join ledger_posting p on p.account_id = ${accountId} and p.mode = ${mode}
      and p.posted_at >= d at time zone ${zone} and p.posted_at < (d + interval '1 day') at time zone ${zone}
    left join ledger_entry e on e.account_id = p.account_id and e.posting_id = p.posting_id
    group by d order by d`);
}

/** Differences between stored balances and the ledger. Empty if correct. */
export const findDrift = (
  ex: Executor,
  accountId: string,
): Promise<{ mode: Mode; ledger_account: string; kept: number; ledger: number }[]> =>
  ex.rows(sql`select w.mode, k.ledger_account, k.kept, coalesce(s.total, 0)::bigint as ledger from wallet w
    cross join lateral (values ('wallet:topup', w.topup), ('wallet:bonus', w.bonus), ('wallet:reserved', w.reserved),
      ('wallet:frozen', w.frozen), ('wallet:debt', -w.debt)) k(ledger_account, kept)
    left join lateral (select sum(e.amount) as total from ledger_entry e join ledger_posting p using (account_id, posting_id)
      where e.account_id = w.account_id and p.mode = w.mode and e.ledger_account = k.ledger_account) s on true
    where w.account_id = ${accountId} and k.kept <> coalesce(s.total, 0)`);

/** The last comparison of all wallets with their ledgers. */
export interface BooksCheck {
  checked_at: string;
  /** Accounts that were compared. */
  accounts: number;
  /** Balances that differed. */
  differences: number;
}

/** What a round found in an account. null: it could not be compared. */
export const saveDifferences = (tx: Executor, accountId: string, differences: number | null): Promise<number> =>
  tx.run(sql`insert into books_difference (account_id, differences) values (${accountId}, ${differences})
    on conflict (account_id) do update set differences = excluded.differences`);

/** Ends a round. Without every account, the last comparison stays, and its age shows that one is missing. */
export async function saveBooksCheck(tx: Executor, accounts: number): Promise<void> {
  await tx.run(sql`insert into books_check (checked_at, accounts, differences)
    select now(), ${accounts}::integer, (select coalesce(sum(differences), 0) from books_difference)
    where not exists (select from books_difference where differences is null)
    on conflict (only_row) do update set checked_at = excluded.checked_at, accounts = excluded.accounts,
      differences = excluded.differences`);
  await tx.run(sql`delete from books_difference`);
}

/** undefined: none ended yet. */
export const lastBooksCheck = (db: Db): Promise<BooksCheck | undefined> =>
  db.global((tx) => tx.first<BooksCheck>(sql`select checked_at, accounts, differences from books_check`));
