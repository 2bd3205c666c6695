import { type BodyLimits, type Call, getBodyLimits } from '@quayside/contracts';
import { type BareHttpApp, bareHttpApp, everyCall } from '@quayside/server/src/testing/fakes/http-app.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { machineLoad, ms, type Row, times } from './rows.ts';

/**
 * What the worst accepted body of every declared call costs, from its bytes to the answer: against JSON.parse of the same
 * bytes, and how long the event loop is held. Handlers are not reached: a stub refuses behind the check of the input.
 */
const MOST_RATIO = 3;
const MOST_HELD_MS = 100;
/** Below this a request costs more than its body, and a ratio says nothing. */
const WORTH_MS = 3;
const RUNS = 9;
const ID = '018f0000-0000-7000-8000-00000000dead';

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  minimum?: number;
  maxItems?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
}
const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** What a body may still hold while it is built. */
type Room = Omit<BodyLimits, 'depth'>;

function text(schema: Schema, room: Room): string {
  if (schema.format === 'uuid') return ID.slice(0, -6) + String(room.bytes % 1_000_000).padStart(6, '0');
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  if (schema.format === 'email') return 'somebody@example.com';
  if (schema.format === 'uri') return 'https://example.com/a';
  if (schema.pattern) return 'https://example.com/a';
  return 'x'.repeat(Math.min(schema.maxLength ?? 40, Math.max(40, Math.floor(room.bytes / 4))));
}

/** As much as a schema accepts within the room. */
function fill(schema: Schema, room: Room): unknown {
  if (schema.anyOf) return fill(schema.anyOf.find((one) => one.type !== 'null') ?? {}, room);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') {
    const list: unknown[] = [];
    while (
      list.length < (schema.maxItems ?? 1e6) &&
      room.items > 2 &&
      room.keys > 10 &&
      room.bytes > (list.length === 0 ? 0 : 2_000)
    ) {
      room.items -= 1;
      room.bytes -= 1;
      list.push(fill(schema.items ?? {}, { ...room, bytes: Math.min(room.bytes, 400) }));
      const size = JSON.stringify(list.at(-1));
      room.bytes -= size.length;
      room.keys -= size.split('":').length - 1;
      room.items -= Math.max(0, size.split('[').length - 1);
    }
    return list;
  }
  if (schema.propertyNames && typeof schema.additionalProperties === 'object')
    return { [text(schema.propertyNames, room)]: fill(schema.additionalProperties, { ...room, bytes: 100 }) };
  if (schema.type === 'object') {
    const value: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      room.keys -= 1;
      value[name] = fill(one, room);
      room.bytes -= name.length + 4 + (one.type === 'array' ? 0 : JSON.stringify(value[name] ?? null).length);
    }
    return value;
  }
  if (schema.type === 'string') return text(schema, room);
  if (schema.type === 'boolean') return true;
  return schema.minimum ?? 1;
}

/** The same shape with every value of a wrong type. */
const spoil = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(spoil)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, spoil(one)]))
      : typeof value === 'number'
        ? 'x'
        : 1;

function bodiesOf(call: Call): Record<string, string> {
  const limits = getBodyLimits(call);
  const most = fill(schemaOf(call.body as z.ZodType), { ...limits, bytes: limits.bytes - 200 }) as object;
  const letters = (count: number, unit = 'x'): string => unit.repeat(Math.max(0, Math.floor(count / unit.length)));
  const keyOf = (n: number): string => `"k${n}":"${letters(limits.bytes / limits.keys - 24)}"`;
  const keys = (from: number, count: number): string => Array.from({ length: count }, (_, n) => keyOf(from + n)).join();
  // As many objects of as many keys as are accepted.
  const groups = Array.from({ length: Math.floor(limits.keys / 901) }, (_, n) => `"g${n}":{${keys(n * 900, 900)}}`);
  const listed = Object.keys(most).find((name) => Array.isArray((most as Record<string, unknown>)[name])) ?? 'a';
  return {
    'as large as it may be': JSON.stringify(most),
    'every value of a wrong type': JSON.stringify(spoil(most)),
    'unknown keys': `{${keys(0, Math.min(limits.keys, 1_000))}}`,
    'objects of unknown keys': `{${groups.join()}}`,
    'a list of numbers': `{"${listed}":[${Array(limits.items).fill('1').join()}]}`,
    'a list of empty objects': `{"${listed}":[${Array(limits.items).fill('{}').join()}]}`,
    'one long text': `{"a":"${letters(limits.bytes - 20)}"}`,
    'one long text of escapes': `{"a":"${letters(limits.bytes - 20, '\\"')}"}`,
    'a NUL at the end': `${JSON.stringify(most).slice(0, -1)}${Object.keys(most).length > 0 ? ',' : ''}"z":"\\u0000"}`,
  };
}

const pathOf = (call: Call): string => {
  const known = call.params ? (schemaOf(call.params).properties ?? {}) : {};
  return `/api${call.path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(known[name]?.enum?.[0] ?? ID))}`;
};

/** A bare server that reads the same bytes and drops them: what the transport costs. */
async function bareServer(): Promise<FastifyInstance> {
  const bare = Fastify({ bodyLimit: 32 * 1024 * 1024 });
  bare.removeAllContentTypeParsers();
  bare.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
  bare.post('/', async () => ({ done: true }));
  await bare.ready();
  return bare;
}

async function transport(bare: FastifyInstance, payload: Buffer): Promise<number> {
  const began = performance.now();
  await bare.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json' }, payload });
  return performance.now() - began;
}

async function ask(app: BareHttpApp, call: Call, payload: Buffer) {
  let last = performance.now();
  let held = 0;
  let open = true;
  const tick = (): void => {
    const now = performance.now();
    held = Math.max(held, now - last);
    last = now;
    if (open) setImmediate(tick);
  };
  const began = performance.now();
  setImmediate(tick);
  const answer = await app.fastify.inject({
    method: call.method as 'POST',
    url: pathOf(call),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${'t'.repeat(40)}` },
    payload,
  });
  open = false;
  const total = performance.now() - began;
  return {
    total,
    held: Math.max(held, performance.now() - last),
    http: answer.statusCode,
    bytes: answer.rawPayload.length,
  };
}

interface Cost {
  name: string;
  shape: string;
  size: number;
  http: number;
  parse: number;
  work: number;
  ratio: number;
  held: number;
}

async function costOf(app: BareHttpApp, bare: FastifyInstance, call: Call, shape: string, body: string): Promise<Cost> {
  const payload = Buffer.from(body);
  const runs: { parse: number; work: number; held: number; http: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const carried = await transport(bare, payload);
    const began = performance.now();
    JSON.parse(payload.toString());
    const parse = performance.now() - began;
    const { total, held, http } = await ask(app, call, payload);
    runs.push({ parse, work: Math.max(0, total - carried), held, http });
  }
  const of = (field: 'parse' | 'work' | 'held'): number => Math.min(...runs.map((run) => run[field]));
  const http = runs[0]?.http ?? 0;
  const ratio = of('work') / of('parse');
  return {
    name: `${call.method} ${call.path}`,
    shape,
    size: payload.length,
    http,
    parse: of('parse'),
    work: of('work'),
    ratio,
    held: of('held'),
  };
}

const worst = (costs: readonly Cost[], by: 'ratio' | 'held'): Cost | undefined =>
  [...costs].sort((a, b) => b[by] - a[by])[0];
const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024).toLocaleString('en-US')} KB`;

export async function bodies(): Promise<Row[]> {
  const app = await bareHttpApp();
  const bare = await bareServer();
  const costs: Cost[] = [];
  for (const call of everyCall.filter((one) => one.body !== undefined)) {
    for (const [shape, body] of Object.entries(bodiesOf(call))) {
      const cost = await costOf(app, bare, call, shape, body);
      if (cost.http === 413) continue;
      costs.push(cost);
    }
  }
  await app.fastify.close();
  await bare.close();
  const rows: Row[] = [];
  const heavy = costs.filter((cost) => cost.work >= WORTH_MS);
  const calls = [...new Set(heavy.map((cost) => cost.name))];
  for (const name of calls) {
    const own = heavy.filter((cost) => cost.name === name);
    const [dearest, longest] = [worst(own, 'ratio'), worst(own, 'held')];
    if (!dearest || !longest) continue;
    rows.push({
      what: `\`${name}\`, ${dearest.shape}, ${kilobytes(dearest.size)}`,
      value: `${times(dearest.ratio)} JSON.parse (${ms(dearest.parse)}); loop held ${ms(longest.held)}`,
      bar: `${MOST_RATIO} x, ${MOST_HELD_MS} ms`,
      met: dearest.ratio <= MOST_RATIO && longest.held <= MOST_HELD_MS,
    });
  }
  const light = costs.filter((cost) => cost.work < WORTH_MS);
  rows.push({
    what: `The other ${new Set(everyCall.filter((one) => one.body).map((one) => `${one.method} ${one.path}`)).size - calls.length} calls with a body, any of ${light.length} bodies`,
    value: `under ${ms(WORTH_MS)} beyond reading the bytes; loop held ${ms(worst(light, 'held')?.held ?? 0)} (${machineLoad()})`,
    bar: `${MOST_HELD_MS} ms`,
    met: (worst(light, 'held')?.held ?? 0) <= MOST_HELD_MS,
  });
  return rows;
}
