import { newId } from '@quayside/kernel';
import pg from 'pg';
import { everyCall, getAddress, getInput, getName } from '../app/call-ids.ts';
import type { Tenant } from '../db/index.ts';

export interface Person extends Tenant {
  token: string;
  storeId: string;
}

/** What went wrong under load, with how often. */
export type Failures = Map<string, number>;

/** A stream, which doesn't end. */
const LEFT_OUT = new Set(['GET /events']);
/** Expected of busy clients. */
const TOO_MANY = 429;

/** Reads of everything that a signed-in person can read, with ids that the person doesn't have where a call takes one. */
const READS = everyCall
  .filter(
    (call) => call.method === 'GET' && call.access !== 'operator' && !call.perMinute && !LEFT_OUT.has(getName(call)),
  )
  .map((call) => ({ name: getName(call), call }));

/** Responses in which even the slowest client has sent each read once more; a tenth are writes. */
export const ONE_PASS = Math.ceil(READS.length * 1.2);

async function request(url: string, { token }: { token: string }, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      locale: 'en',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  return { status: response.status, text };
}

/** The status of each read before anything changes. */
export async function readStatuses(url: string, person: Person): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>();
  for (const { name, call } of READS) {
    const path = getAddress(
      call,
      getInput(call, undefined, () => person),
    );
    statuses.set(name, (await request(url, person, 'GET', path)).status);
  }
  return statuses;
}

const order = (storeId: string) => ({
  store_id: storeId,
  currency: 'USD',
  paid: true,
  first_name: 'Ada',
  last_name: 'Owner',
  company: '',
  address2: '',
  province: 'Nevada',
  phone: '+1 775 555 0100',
  tax_id: '',
  address1: '1 Mill Rd',
  city: 'Reno',
  province_code: 'NV',
  postal_code: '89501',
  country_code: 'US',
  lines: [{ title: 'Mug', quantity: 1, unit_price: 1_200 }],
});
const page = () => ({
  id: newId(),
  address: 'https://shop.example.com/mug',
  title: `Mug ${newId()}`,
  picture_url: null,
  price: { amount: 900, currency: 'USD' },
  saved_at: new Date().toISOString(),
});

/** Writes orders and saved pages, and reads them back. */
const WRITES = [
  { name: 'POST /orders/manual', path: '/orders/manual', body: ({ storeId }: Person) => order(storeId) },
  {
    name: 'POST /product-sources/saved-pages',
    path: '/product-sources/saved-pages',
    body: () => ({ pages: [page()] }),
  },
];

/** Status of each write, for the first run: a write that is refused would show nothing. */
export const writeOnce = (url: string, person: Person) =>
  Promise.all(
    WRITES.map(async ({ name, path, body }) => ({ name, ...(await request(url, person, 'POST', path, body(person))) })),
  );

/** Runs until `stop` is called: reads and writes of each person in turn. Resolves with the number of responses. */
export function startLoad(
  url: string,
  people: readonly Person[],
  expected: ReadonlyMap<string, number>,
  failures: Failures,
) {
  let stopping = false;
  let responses = 0;
  const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  const ask = async (
    person: Person,
    name: string,
    wanted: number,
    ...how: [method: string, path: string, body?: object]
  ) => {
    try {
      const { status, text } = await request(url, person, ...how);
      responses += 1;
      if (status !== wanted && status !== TOO_MANY)
        note(`${name}: ${status} instead of ${wanted}: ${text.slice(0, 200)}`);
    } catch (error) {
      note(`${name}: ${String(error)}`);
    }
  };
  const one = async (person: Person, index: number) => {
    const begin = Math.floor((index * READS.length) / people.length);
    for (let at = begin; !stopping; at += 1) {
      const { name, call } = READS[at % READS.length] ?? {};
      if (!name || !call) throw new Error('no reads');
      const path = getAddress(
        call,
        getInput(call, undefined, () => person),
      );
      await ask(person, name, expected.get(name) ?? 200, 'GET', path);
      const write = at % 10 === 0 ? WRITES[Math.floor(at / 10) % WRITES.length] : undefined;
      if (write) await ask(person, write.name, 200, 'POST', write.path, write.body(person));
    }
  };
  const running = Promise.all(people.map(one));
  return {
    responses: () => responses,
    async stop() {
      stopping = true;
      await running;
    },
  };
}

/** Watches how long statements of processes wait for a lock, in milliseconds, until it is stopped. */
export async function watchLocks(superuserUrl: string): Promise<{ longestMs(): number; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: superuserUrl, application_name: 'quayside lock watch' });
  await client.connect();
  let stopping = false;
  let longest = 0;
  const running = (async () => {
    while (!stopping) {
      const { rows } = await client.query<{ ms: string | null }>(`
        select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000) as ms
        from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database() and a.application_name not like 'quayside migrate%'
          and l.locktype in ('relation', 'tuple', 'transactionid')`);
      longest = Math.max(longest, Number(rows[0]?.ms ?? 0));
      await new Promise((done) => setTimeout(done, 20));
    }
    await client.end();
  })();
  return {
    longestMs: () => longest,
    async stop() {
      stopping = true;
      await running;
    },
  };
}
