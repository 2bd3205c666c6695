import type { Call } from '@quayside/contracts';
import { contracts } from '@quayside/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sql } from '../db/index.ts';
import { type ApiAnswer, type Client, startTestApp } from '../testing/app/test-app.ts';

const app = await startTestApp();
afterAll(() => app.stop());

const every: Call[] = Object.values(contracts).flatMap((feature) => Object.values(feature) as Call[]);
const writes = every.filter((call) => call.body !== undefined && call.access !== 'operator');
const STRANGE_ID = '018f0000-0000-7000-8000-00000000dead';

interface Property {
  type?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  enum?: unknown[];
  examples?: unknown[];
  anyOf?: unknown[];
  const?: unknown;
}

const propertiesOf = (call: Call): Record<string, Property> => {
  const schema = z.toJSONSchema(call.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>;
  };
  return schema.properties ?? {};
};

const pathOf = (call: Call, ids: Record<string, string> = {}): string =>
  call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? sampleParam(call, name));

/** A valid value for a path parameter, so that the body is the refused part. */
function sampleParam(call: Call, name: string): string {
  const schema = call.params
    ? (z.toJSONSchema(call.params, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, Property>;
      })
    : {};
  const { enum: choices, examples } = schema.properties?.[name] ?? {};
  return String(choices?.[0] ?? examples?.[0] ?? STRANGE_ID);
}

/** A value of a wrong type; undefined where any type is valid. */
function wrongType({ type, enum: choices }: Property): unknown {
  if (choices) return { not: 'a choice' };
  if (type === 'string') return 12345;
  if (type === 'object' || type === 'array') return 'a text';
  return type === undefined ? undefined : { not: type };
}

function outOfRange(property: Property): unknown {
  if (property.type === 'integer' || property.type === 'number') {
    if (property.maximum !== undefined && property.maximum < Number.MAX_SAFE_INTEGER) return property.maximum + 1;
    if (property.minimum !== undefined && property.minimum > Number.MIN_SAFE_INTEGER) return property.minimum - 1;
  }
  if (property.type === 'string' && property.maxLength !== undefined && property.maxLength < 100_000)
    return 'x'.repeat(property.maxLength + 1);
  if (property.enum) return 'no such choice';
  return undefined;
}

const namesField = (answer: ApiAnswer<unknown>, field: string): boolean =>
  Object.keys(answer.errors ?? {}).some((name) => name === field || name.startsWith(`${field}.`));

let ada: Client;
const send = (call: Call, body: unknown) => ada.raw(call.method, pathOf(call), body);

const countTables = (ofTenants: boolean) => sql`select relname as name,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I.%I', nspname, relname), false, true, '')))[1]::text::int as n
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
  where nspname = 'public' and relkind = 'r' and relrowsecurity = ${ofTenants} and relname not in ('login_attempt', 'session_token')`;

/** Row counts of every table that a call could write: the global ones and the caller's own. */
async function rowCounts(): Promise<Record<string, number>> {
  const shared = await app.db.owner((tx) => tx.rows<{ name: string; n: number }>(countTables(false)));
  const own = await app.db.tenant(ada, (tx) => tx.rows<{ name: string; n: number }>(countTables(true)));
  return Object.fromEntries([...shared, ...own].map(({ name, n }) => [name, n]));
}

beforeAll(async () => {
  ada = await app.signUp();
});

describe('every declared call', () => {
  it('is on the air and in the document', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    const missing = every.filter((call) => !document.paths[`/api${call.path}`]?.[call.method.toLowerCase()]);
    expect(missing.map((call) => `${call.method} ${call.path}`)).toEqual([]);
  });

  it('needs a sign-in unless it is public', async () => {
    const open: string[] = [];
    for (const call of every.filter((one) => one.access !== 'public')) {
      const response = await fetch(`${app.url}/api${pathOf(call)}`, {
        method: call.method,
        ...(call.body ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
      });
      if (response.status !== 401) open.push(`${call.method} ${call.path}: ${response.status}`);
    }
    expect(open).toEqual([]);
  });

  it('keeps what only operators may do from everybody else', async () => {
    for (const call of every.filter((one) => one.access === 'operator'))
      expect((await send(call, call.body ? {} : undefined)).http, call.path).toBe(403);
  });
});

const NO_ID = '-'.repeat(36);
const packed = (text: string): string => Buffer.from(text).toString('base64url');

/** Query values that our screens never send, including almost well-formed cursors. */
const STRANGE_WORDS = [
  'x',
  '-1',
  '1e9',
  "' or 1=1 --",
  '%',
  '\u0000',
  `2026_${STRANGE_ID}`,
  `2026-02-31T00:00:00.000Z_${STRANGE_ID}`,
  `99999-01-01_${STRANGE_ID}`,
  `2026-01-01T00:00:00.000Z_${NO_ID}`,
  NO_ID,
  ...[
    `2026|${STRANGE_ID}`,
    `2026-01-01T00:00:00.000Z|${NO_ID}`,
    `["2026","${STRANGE_ID}"]`,
    `[1,"${NO_ID}"]`,
    '[]',
    '{}',
    '1e400',
  ].map(packed),
];

const asking = every.filter((call) => call.query !== undefined && call.method === 'GET');
const wordsOf = (call: Call): string[] =>
  Object.keys(
    (
      z.toJSONSchema(call.query as z.ZodType, { io: 'input', unrepresentable: 'any' }) as {
        properties?: Record<string, unknown>;
      }
    ).properties ?? {},
  );

describe.each(asking.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it('breaks at no word of its query: it is named, or means nothing', async () => {
    for (const word of wordsOf(call)) {
      for (const value of STRANGE_WORDS) {
        const query = new URLSearchParams({ [word]: value });
        const { http } = await ada.raw('GET', `${pathOf(call)}?${query}`);
        expect(http, `${word}=${value}`).toBeLessThan(500);
      }
    }
  });
});

describe.each(writes.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it('refuses what is unknown, of a wrong type or out of range, names it, and leaves nothing behind', async () => {
    const before = await rowCounts();
    const unknown = await send(call, { no_such_field: 1 });
    expect(unknown.http, JSON.stringify(unknown)).toBe(422);
    expect(unknown.status).toBe(204);
    expect(namesField(unknown, 'no_such_field'), JSON.stringify(unknown.errors)).toBe(true);

    for (const [field, property] of Object.entries(propertiesOf(call))) {
      for (const value of [wrongType(property), outOfRange(property)]) {
        if (value === undefined) continue;
        const answer = await send(call, { [field]: value });
        expect(answer.http, `${field}: ${JSON.stringify(answer)}`).toBe(422);
        expect(namesField(answer, field), `${field} in ${JSON.stringify(answer.errors)}`).toBe(true);
      }
    }
    expect((await send(call, [])).http).toBe(422);
    expect(await rowCounts()).toEqual(before);
  });
});
