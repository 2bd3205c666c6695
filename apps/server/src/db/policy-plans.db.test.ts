import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/db/index.ts';
import { raw } from './index.ts';

const db = await testDatabase();

const workplace = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const scope = { accountId: workplace(0), workplaceId: workplace(7) };

beforeAll(async () => {
  await db.owner(async (tx) => {
    for (const statement of [
      `create table thing (workplace_id uuid, id uuid, at timestamptz(3), name text,
         kept text collate "C" generated always as (lower(name)) stored, primary key (workplace_id, id))`,
      'create index thing_recent on thing (workplace_id, at desc, id desc)',
      'create index thing_name on thing (workplace_id, lower(name))',
      'create index thing_kept on thing (workplace_id, kept)',
      `insert into thing (workplace_id, id, at, name) select ('00000000-0000-7000-8000-' || lpad((g % 50)::text, 12, '0'))::uuid, gen_random_uuid(),
         now() - g * interval '1 s', 'thing ' || g from generate_series(1, 50000) g`,
      'create table unguarded (like thing including all)',
      'insert into unguarded (workplace_id, id, at, name) select workplace_id, id, at, name from thing',
      'create table of_stores (like thing including all, store_id uuid)',
      'insert into of_stores (workplace_id, id, at, name, store_id) select workplace_id, id, at, name, workplace_id from thing',
      'analyze thing, unguarded, of_stores',
      "call tenant_table('thing')",
      "call tenant_table('of_stores')",
      "call store_wall('of_stores')",
    ]) {
      await tx.run(raw(statement));
    }
  });
});

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'One-Time Filter'?: string;
  'Plan Rows': number;
  Plans?: Node[];
}

async function planOf(query: string, mode: 'force_custom_plan' | 'force_generic_plan', value: string): Promise<Node[]> {
  return db.tenant(scope, async (tx) => {
    await tx.raw(`set local plan_cache_mode = ${mode}`);
    await tx.raw(`prepare asked(uuid) as ${query}`);
    const { rows } = await tx.raw(`explain (format json) execute asked('${value}')`);
    await tx.raw('deallocate asked');
    const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];
    const [explained] = (rows[0]?.['QUERY PLAN'] ?? []) as { Plan: Node }[];
    return explained ? flat(explained.Plan) : [];
  });
}

const modes = ['force_custom_plan', 'force_generic_plan'] as const;

test.each(modes)(
  'a query that names its workplace goes by the index, and the policy costs one look (%s)',
  async (mode) => {
    const plan = await planOf(
      "select * from thing where workplace_id = $1 and (at, id) < (now(), '00000000-0000-7000-8000-000000000001') order by at desc, id desc limit 25",
      mode,
      scope.workplaceId,
    );
    const scan = plan.find((node) => node['Index Name'] === 'thing_recent');
    expect(scan?.['Index Cond']).toMatch(/workplace_id = .* AND .*ROW\(at, id\)/);
    expect(scan?.['Plan Rows']).toBeGreaterThan(500);
    expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(plan.some((node) => node['One-Time Filter']?.includes('app.workplace_id'))).toBe(true);
  },
);

test.each(modes)('a wall of stores leaves the index to a query that names its workplace (%s)', async (mode) => {
  const plan = await planOf(
    'select * from of_stores where workplace_id = $1 order by at desc, id desc limit 25',
    mode,
    scope.workplaceId,
  );
  const scan = plan.find((node) => node['Index Cond'] !== undefined);
  expect(scan?.['Index Cond']).toContain('workplace_id = ');
  expect(plan.some((node) => node['One-Time Filter']?.includes('app.workplace_id'))).toBe(true);
});

test.each(modes)('a query that forgets its workplace still goes by the index (%s)', async (mode) => {
  const plan = await planOf(
    'select * from thing where $1 is not null order by at desc, id desc limit 25',
    mode,
    scope.workplaceId,
  );
  const scan = plan.find((node) => node['Index Name'] === 'thing_recent');
  expect(scan?.['Index Cond']).toContain('app.workplace_id');
});

const conditionsOn = async (table: string, condition: string) => {
  const query = `select * from ${table} where workplace_id = $1 and ${condition}`;
  const plan = await planOf(query, 'force_custom_plan', scope.workplaceId);
  return plan.map((node) => node['Index Cond'] ?? '').join();
};

// Why searches in tenant tables use stored columns and ranges: PostgreSQL runs no leaky function before the policy, so
// a function on a column is checked row by row where an unguarded table would use its index.
test('a function on a column is no index condition in a tenant table', async () => {
  expect(await conditionsOn('unguarded', "lower(name) = 'thing 7'")).toContain('lower(name)');
  expect(await conditionsOn('thing', "lower(name) = 'thing 7'")).not.toContain('lower(name)');
});

test.each(["kept = 'thing 7'", "kept >= 'thing 7' and kept < 'thing 8'", "kept ^@ 'thing 7'"])(
  'a kept column is an index condition in a tenant table: %s',
  async (condition) => expect(await conditionsOn('thing', condition)).toContain('kept'),
);
