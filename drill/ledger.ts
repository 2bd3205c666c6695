import type { Installation } from './installation.ts';
import type { WalletBooks } from './judge.ts';

/** Reads an account's wallet and ledger as they lie in the database. */
export async function walletBooks(quayside: Installation, accountId: string): Promise<WalletBooks> {
  const one = async <T>(text: string): Promise<T | undefined> => (await quayside.rows<T>(text, [accountId]))[0];
  const wallet = await one<{ topup: string; bonus: string; reserved: string }>(
    `select topup, bonus, reserved from wallet where account_id = $1 and mode = 'sandbox'`,
  );
  const given = await quayside.rows<{ supplier: string; total: string }>(
    `select substr(ledger_account, 10) as supplier, sum(amount) as total from ledger_entry
     where account_id = $1 and ledger_account like 'supplier:%' group by 1`,
    [accountId],
  );
  const count = async (text: string): Promise<number> => Number((await one<{ n: string }>(text))?.n ?? 0);
  return {
    topup: Number(wallet?.topup ?? 0),
    bonus: Number(wallet?.bonus ?? 0),
    reserved: Number(wallet?.reserved ?? 0),
    toSuppliers: Object.fromEntries(given.map(({ supplier, total }) => [supplier, Number(total)])),
    settlements: await count(`select count(*) as n from ledger_posting where account_id = $1 and kind = 'settle'`),
    twice: await count(`select count(*) as n from (select reference ->> 'supplier_order_id' from ledger_posting
      where account_id = $1 and kind = 'settle' group by 1 having count(*) > 1) x`),
    pendingRefunds: await count(`select count(*) as n from refund_directory where account_id = $1 and open`),
    unbalanced: await count(`select count(*) as n from (select posting_id from ledger_entry
      where account_id = $1 group by 1 having sum(amount) <> 0) x`),
    drift: await count(`select count(*) as n from wallet w
      cross join lateral (values ('wallet:topup', w.topup), ('wallet:bonus', w.bonus), ('wallet:reserved', w.reserved)) k(name, kept)
      where w.account_id = $1 and k.kept <> (select coalesce(sum(e.amount), 0) from ledger_entry e
        join ledger_posting p using (account_id, posting_id)
        where e.account_id = w.account_id and p.mode = w.mode and e.ledger_account = k.name)`),
  };
}
