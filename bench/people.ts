import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { type Db, sql } from '@quayside/server/src/db/index.ts';
import { fillOrders } from '@quayside/server/src/ops/fill-orders.ts';

export interface Person {
  token: string;
  accountId: string;
  workplaceId: string;
}

export const headersOf = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  'workplace-id': person.workplaceId,
});

export async function signUp(url: string): Promise<Person> {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      first_name: 'Bench',
      last_name: 'Owner',
      email: `bench-${newId()}@example.com`,
      password: 'bench password',
    }),
  });
  const { data } = (await answer.json()) as {
    data: { token: string; user: { id: string; workplaces: { id: string }[] } };
  };
  return { token: data.token, accountId: data.user.id, workplaceId: data.user.workplaces[0]?.id ?? '' };
}

/** A store that nobody can call, so that filled orders have somewhere to belong. */
export async function addStore(db: Db, person: Person): Promise<string> {
  const storeId = newId();
  await db.tenant(person, (tx) =>
    tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status, store_name, currency, credentials)
      values (${person.workplaceId}, ${storeId}, ${person.accountId}, 'woocommerce', ${`${storeId}.test`}, 'https://bench.test', 'sandbox', 'active', 'Bench', 'USD', '{}')`),
  );
  return storeId;
}

/** The owner of so many orders: one of an earlier run on the same data, else a new one whose orders are written now. */
export async function ownerOf(orders: number, url: string, db: Db, dataDir: string): Promise<Person> {
  const file = join(dataDir, 'bench-people.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Person>) : {};
  const person = known[orders];
  if (person) return person;
  const added = await signUp(url);
  const storeId = await addStore(db, added);
  await fillOrders(db, { scope: added, storeId, mode: 'sandbox', orders });
  await db.owner((tx) => tx.raw('analyze'));
  writeFileSync(file, JSON.stringify({ ...known, [orders]: added }));
  return added;
}
