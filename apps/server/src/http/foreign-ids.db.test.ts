import { gzipSync } from 'node:zlib';
import { type Call, defaultPriceRule, SPLIT_DEFAULTS } from '@quayside/contracts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  everyCall,
  fieldOf,
  getAddress,
  getInput,
  getName,
  type IdLocation,
  idFor,
  idPlaces,
  WITHOUT_IDS,
} from '../testing/app/call-ids.ts';
import { type ApiAnswer, type Client, startTestApp } from '../testing/app/test-app.ts';
import {
  emptyTenant,
  fillTenant,
  type Samples,
  sampleId,
  sampleText,
  type Tenant,
  tenantSchema,
  tenantTables,
} from '../testing/db/index.ts';

// No worker, so every row was written by the call under test.
const app = await startTestApp({ args: ['--role', 'web'] });
const admin = new pg.Client(app.db.superuserUrl);
/** One for each node. */
const admins = [admin, ...app.db.nodeUrls.slice(1).map((url) => new pg.Client(url))];
await Promise.all(admins.map((one) => one.connect()));
afterAll(async () => {
  await Promise.all(admins.map((one) => one.end()));
  await app.stop();
});

const walked = everyCall.flatMap((call) => idPlaces(call).map((place) => [call, place] as const));
const real = pg.Client.prototype.query;
let ada: Client;
let bob: Client;

/** One row of everything, consistent enough to be read. */
function samplesOf(tenant: Tenant): Samples {
  const { vault } = app.running.deps;
  const store = sampleId(tenant, 'store_id');
  const connection = sampleId(tenant, 'connection_id');
  const address = JSON.stringify({
    firstName: 'Ada',
    lastName: 'Owner',
    address1: '1 Mill Rd',
    city: 'Reno',
    provinceCode: 'NV',
    province: 'Nevada',
    postalCode: '89501',
    countryCode: 'US',
    phone: '+1 775 555 0100',
  });
  return {
    directories: true,
    columns: { currency: 'USD', source: 'quayside', supplier: 'quayside', platform: 'shopify', mode: 'live' },
    tables: {
      account_history: { content: `\\x${gzipSync('at').toString('hex')}` },
      connect_attempt: { expires_at: new Date(Date.now() + 600_000).toISOString(), base_url: 'https://shop.example' },
      file_upload: { expires_at: new Date(Date.now() + 3_600_000).toISOString() },
      listing: {
        state: 'failed',
        process_id: sampleId(tenant, 'process_id'),
        collections: JSON.stringify({ wanted: [], joined: [], left: [], gone: [], refused: [] }),
      },
      listing_metafield: { outcomes: '[]' },
      metafield_definition: { validations: '[]' },
      order_line: {
        state: 'ready',
        source: 'quayside',
        source_product_id: 'p',
        source_variant_id: 'v',
        source_sku: 's',
      },
      product: {
        original: JSON.stringify({
          title: 'A mug',
          description_html: '',
          vendor: '',
          product_type: '',
          productType: '',
          tags: [],
          options: [],
          images: [],
          specifications: [],
          imported_at: new Date().toISOString(),
          variants: [],
        }),
      },
      price_rule: { rule: JSON.stringify(defaultPriceRule('USD')) },
      bulk_edit: { state: 'applied', changes: JSON.stringify({ vendor: 'A' }) },
      push_batch: { state: 'ended', request: JSON.stringify({ split: SPLIT_DEFAULTS, rates: {} }) },
      price_batch: { state: 'applied', rule: JSON.stringify(defaultPriceRule('USD')) },
      return_address: {
        address: JSON.stringify({ name: 'Ada', address1: '1 Mill Rd', city: 'Reno', country_code: 'US' }),
      },
      sales_order: { address },
      store_move: { from_workplace: tenant.workplaceId },
      shipment: { report_state: 'failed' },
      store: {
        base_url: 'https://shop.example',
        credentials: JSON.stringify(vault.seal({}, `store:${store}`)),
        webhook_secret: JSON.stringify(vault.seal('s', `store:${store}:webhook`)),
      },
      supplier_connection: { supplier: 'cj', credentials: JSON.stringify(vault.seal({}, `supplier:${connection}`)) },
      supplier_order: {
        state: 'placed',
        address,
        source_order_no: `of-${tenant.workplaceId.replaceAll('-', '')}-source_order_no`,
        placement_id: sampleId(tenant, 'process_id'),
        pay_state: 'paid',
        payer: 'own-account',
        total_cost: 100,
        pay_amount: 100,
      },
      supplier_refund: { source: 'supplier' },
      expected_refund: { reason: 'cancelled' },
      variant_mapping: { external_product_id: sampleText(tenant, 'external_product_id') },
      market_list: { markets: '[]' },
      stock_location_list: { locations: '[]' },
      stock_run: { state: 'done', plan: null },
      wallet: { policy_accepted_at: new Date().toISOString() },
    },
  };
}

const schema = await tenantSchema(admin);
async function refill(...tenants: Client[]): Promise<void> {
  for (const who of tenants) {
    await emptyTenant(admin, who, schema);
    await fillTenant(admin, who, samplesOf(who), schema);
  }
}

// On Citus each node is asked for the rows that lie on it: shards instead of the tables that they make up. It hides them otherwise.
const shared = admins.length === 1 ? 'false' : 'exists (select from pg_dist_partition d where d.logicalrelid = c.oid)';
if (admins.length > 1) for (const one of admins) await one.query('set citus.override_table_visibility = off');

/** Every row of all tenants, the global tables and the queue, as one number for each table. */
async function everything(): Promise<Record<string, string>> {
  const found = await Promise.all(
    admins.map(async (one, at) => {
      const { rows } = await one.query<{ name: string; sum: string }>(`
        select format('%s.%s', nspname, relname) as name, (xpath('/row/s/text()', query_to_xml(format(
          'select count(*) || '' '' || coalesce(sum(hashtextextended(t::text, 0)), 0) as s from %I.%I t', nspname, relname),
          false, true, '')))[1]::text as sum
        from pg_class c join pg_namespace s on s.oid = c.relnamespace
        where relkind = 'r' and nspname in ('public', 'warehouse', 'pgboss') and not ${shared}
          and relname not in ('login_attempt', 'session_token', 'version')`);
      return rows.map(({ name, sum }) => [`${at} ${name}`, sum] as const);
    }),
  );
  return Object.fromEntries(found.flat());
}

/** Leaked ids of a tenant in a response; the requested id may be echoed. */
function leaks(answer: unknown, tenant: Client, asked?: string): string[] {
  const text = JSON.stringify(answer).replaceAll(asked ?? '\0', '');
  const secrets = [tenant.workplaceId, tenant.accountId, `of-${tenant.workplaceId.replaceAll('-', '')}`];
  const ids = ['order_id', 'line_id', 'store_id', 'product_id', 'shipment_id', 'supplier_order_id', 'process_id'];
  return [...secrets, ...ids.map((name) => sampleId(tenant, name))].filter((one) => text.includes(one));
}

const send = (who: Client, call: Call, place: IdLocation | undefined, of: Tenant) => {
  const input = getInput(call, place, (one) =>
    place && fieldOf(one) === fieldOf(place) && one.part === place.part ? of : who,
  );
  return who.raw(call.method, getAddress(call, input), input.body);
};

/** A connection attempt that is over, foreign or forged: one response for all, so that nothing can be guessed. */
const REFUSED_BY_A_CODE: Record<string, string> = {
  'GET /auth/platform/{platform}/callback': 'CONNECT_STATE_UNKNOWN',
};

/** true: the call needs an id of a tenant. */
function needsId(call: Call): boolean {
  let needed = false;
  getInput(call, undefined, () => {
    needed = true;
    return ada;
  });
  return needed;
}

/** Why a response does not refuse this id; undefined when it does. */
function notRefused(call: Call, answer: ApiAnswer<unknown>, place: IdLocation, id: string): string | undefined {
  const said = JSON.stringify(answer).slice(0, 300);
  const failed = (answer.data as { failed?: unknown } | null)?.failed;
  // Bulk calls continue with the other items and name the missing one among the failures.
  if (answer.status === 200) return JSON.stringify(failed ?? {}).includes(id) ? undefined : said;
  if (answer.code === REFUSED_BY_A_CODE[getName(call)]) return undefined;
  if (![103, 202, 204].includes(answer.status)) return said;
  if (place.part === 'params') return undefined;
  const field = fieldOf(place);
  const names = Object.keys(answer.errors ?? {}).map((name) => name.replace(/\.\d+(?=\.|$)/g, ''));
  return names.some((name) => name === field || name.startsWith(`${field}.`))
    ? undefined
    : `${field} is not named: ${said}`;
}

beforeAll(async () => {
  ada = await app.signUp();
  bob = await app.signUp();
  await refill(ada, bob);
});

/** Every statement sent while the calls were walked. */
const sent = new Set<string>();
const query = vi.spyOn(pg.Client.prototype, 'query');
query.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const [first] = args;
  if (!admins.includes(this)) sent.add(typeof first === 'string' ? first : ((first as { text?: string })?.text ?? ''));
  return (real as (...all: unknown[]) => unknown).apply(this, args) as never;
});
afterAll(() => {
  query.mockRestore();
});

it('leaves out no call: each takes an id of a tenant or says why it takes none', () => {
  const names = everyCall.filter((call) => call.access !== 'operator').map(getName);
  const takes = new Set(walked.map(([call]) => getName(call)));
  expect(
    names.filter((name) => !takes.has(name) && !(name in WITHOUT_IDS)),
    'say in call-ids.ts why',
  ).toEqual([]);
  expect(Object.keys(WITHOUT_IDS).filter((name) => takes.has(name) || !names.includes(name))).toEqual([]);
  expect(() => walked.map(([call, place]) => idFor(call, place, ada))).not.toThrow();
});

describe("its owner's own ids", () => {
  it.each(walked.map(([call, place]) => [getName(call), `${place.part}.${fieldOf(place)}`, call, place] as const))(
    '%s takes %s',
    async (_name, _field, call, place) => {
      await refill(ada);
      const answer = await send(ada, call, place, ada);
      const id = idFor(call, place, ada);
      expect(answer.http, JSON.stringify(answer)).toBeLessThan(500);
      // It may be refused for another reason, but not as foreign.
      const isBulk = answer.status === 200;
      if (!isBulk) expect([103, 202], JSON.stringify(answer)).not.toContain(answer.status);
      const problems = JSON.stringify((answer.data as { failed?: unknown } | null)?.failed ?? {});
      expect(problems.includes(id) && problems.includes('NOT_FOUND'), problems).toBe(false);
    },
  );
});

describe.each([
  ['both walls', true],
  ['the first wall alone', false],
] as const)('%s', (_which, second) => {
  let before: Record<string, string> | undefined;
  beforeAll(async () => {
    await refill(ada, bob);
    const doing = second ? 'enable' : 'disable';
    for (const { name } of await tenantTables(admin))
      await admin.query(`alter table ${name} ${doing} row level security`);
  });

  it("a read that needs no id neither shows nor counts another tenant's rows", async () => {
    const reads = everyCall.filter(
      (call) => call.method === 'GET' && call.path !== '/events' && call.access !== 'operator' && !needsId(call),
    );
    const readAll = async () => {
      const answers: Record<string, ApiAnswer<unknown>> = {};
      for (const call of reads) {
        const input = getInput(call, undefined, () => ada);
        const { request_id: _, ...answer } = await ada.raw('GET', getAddress(call, input));
        answers[getName(call)] = answer;
      }
      return answers;
    };
    // Some calls contact the nonexistent stores and record the failure; the first round triggers that.
    for (const [name, answer] of Object.entries(await readAll())) {
      expect(answer.http, `${name} ${JSON.stringify(answer)}`).toBeLessThan(500);
      expect(leaks(answer, bob), name).toEqual([]);
    }
    const withBob = await readAll();
    await emptyTenant(admin, bob, schema);
    expect(await readAll()).toEqual(withBob);
    await refill(ada, bob);
  });

  it("another's workplace or store in the headers is refused by every call", async () => {
    const before = await everything();
    for (const call of everyCall.filter((one) => one.access !== 'public')) {
      const input = getInput(call, undefined, () => ada);
      const withHeader = (name: string, value: string) =>
        ada.raw(call.method, getAddress(call, input), input.body, { [name]: value });
      const workplace = await withHeader('workplace-id', bob.workplaceId);
      expect(workplace, getName(call)).toMatchObject({
        status: 103,
        code: 'WORKPLACE_NOT_YOURS',
        errors: { 'workplace-id': [expect.any(String)] },
      });
      const store = await withHeader('store-id', sampleId(bob, 'store_id'));
      expect(store, getName(call)).toMatchObject({ status: 801, code: 'CURRENT_SHOP_ID_INVALID' });
    }
    expect(await everything()).toEqual(before);
  });

  it.each(walked.map(([call, place]) => [getName(call), `${place.part}.${fieldOf(place)}`, call, place] as const))(
    "%s refuses another's %s, writes nothing and tells nothing",
    async (_name, _field, call, place) => {
      const asked = before ?? (await everything());
      before = undefined;
      const answer = await send(ada, call, place, bob);
      const id = idFor(call, place, bob);
      const after = await everything();
      expect(after).toEqual(asked);
      before = after;
      expect(leaks(answer, bob, id), JSON.stringify(answer)).toEqual([]);
      expect(notRefused(call, answer, place, id)).toBeUndefined();
    },
  );
});

it('every statement that touches a table of tenants names its tenant', async () => {
  const tables = await tenantTables(admin);
  const forgetful = [...sent].filter((text) =>
    tables.some(({ name, column }) => {
      const touches = new RegExp(`\\b(from|join|update|into)\\s+(public\\.)?${name}\\b`, 'i').test(text);
      // A member row belongs to an account and a workplace, so filtering by either is enough.
      return touches && !text.includes(column) && !(name === 'member' && text.includes('workplace_id'));
    }),
  );
  expect(tables.length).toBeGreaterThan(50);
  expect(sent.size).toBeGreaterThan(100);
  expect(forgetful).toEqual([]);
});
