import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '../../db/index.ts';
import { type Client, startTestApp } from '../app/test-app.ts';

/** A log line, with the fields that are compared here. */
interface Line {
  level: string;
  message: string;
  requestId?: string;
  job?: string;
  jobId?: string;
  traceId?: string;
  host?: string;
  connector?: string;
  status?: number;
  route?: string;
  method?: string;
  durationMs?: number;
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

const lines: Line[] = [];
let text = '';
const spans: Span[] = [];
const collected: { path: string; key: string | undefined; body: string }[] = [];

/** An OpenTelemetry collector: OTLP over HTTP, in JSON. */
const collector = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    collected.push({ path: request.url ?? '', key: request.headers['x-key'] as string | undefined, body });
    const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...sent.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
const { port } = collector.address() as AddressInfo;

vi.spyOn(process.stderr, 'write').mockImplementation((written) => {
  text += String(written);
  for (const line of String(written).split('\n').filter(Boolean)) lines.push(JSON.parse(line) as Line);
  return true;
});

const app = await startTestApp({
  sandbox: true,
  env: {
    QUAYSIDE_LOG: 'debug',
    QUAYSIDE_PROXIES: 'loopback',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20tests',
  },
});
let stopped = false;
afterAll(async () => {
  if (!stopped) await app.stop();
  collector.close();
  vi.restoreAllMocks();
});

const REQUEST_ID = 'support-case-0001';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const soon = { timeout: 30_000, interval: 20 };
const ofRequest = () => lines.filter((line) => line.requestId === REQUEST_ID);
const ended = (kind: string) => ofRequest().find((line) => line.message === 'job ended' && line.job === kind);

let ada: Client;
let code = '';
beforeAll(async () => {
  ada = await app.signUp();
  const begun = await ada.call('POST /auth/platform/{platform}/install', {
    params: { platform: 'shopify' },
    body: { shop: 'quay-co' },
  });
  const page = new URL(begun.data.url);
  const installed = await fetch(`${page.origin}${page.pathname}`, {
    method: 'POST',
    body: new URLSearchParams([...page.searchParams, ['decision', 'install']]),
    redirect: 'manual',
  });
  const query = new URL(installed.headers.get('location') ?? '').searchParams;
  code = query.get('code') ?? '';
  const answer = await fetch(`${app.url}/api/auth/platform/shopify/callback?${query}`, {
    headers: {
      authorization: `Bearer ${ada.token}`,
      'x-request-id': REQUEST_ID,
      traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01`,
    },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe(REQUEST_ID);
  await vi.waitFor(() => expect(ended('set-up-store')).toBeDefined(), soon);
});

describe('the log', () => {
  it('leads from a request to its job and to the calls that both made', () => {
    expect(ofRequest().find((line) => line.message === 'request')).toMatchObject({
      level: 'info',
      method: 'GET',
      route: '/api/auth/platform/:platform/callback',
      status: 200,
      durationMs: expect.any(Number),
    });
    const job = ended('set-up-store');
    const calls = ofRequest().filter((line) => line.message === 'outside call');
    const sandboxHost = new URL(app.sandboxUrl ?? '').host;
    // The request exchanged the code for a token, the job set up the webhooks.
    expect(calls.find((line) => line.job === undefined)).toMatchObject({ connector: 'shopify', host: sandboxHost });
    expect(calls.find((line) => line.jobId === job?.jobId)).toMatchObject({
      level: 'debug',
      connector: 'shopify',
      host: sandboxHost,
      method: 'POST',
      status: 200,
      durationMs: expect.any(Number),
    });
  });

  it('has ids for the work of schedules too', async () => {
    await vi.waitFor(
      () => expect(lines.find((line) => line.message === 'job ended' && line.requestId !== REQUEST_ID)).toBeDefined(),
      soon,
    );
    for (const line of lines.filter((one) => one.message === 'job ended'))
      expect(line.requestId).toMatch(/^[\w-]{8,64}$/);
  });

  it('has no secrets, no addresses of calls and no personal data', () => {
    expect(code).not.toBe('');
    for (const secret of [code, ada.token, '@example.com', '/admin/oauth', 'shpat_'])
      expect(text.includes(secret), secret).toBe(false);
  });

  it('keeps the id out of what a handler gets', async () => {
    const stored = await app.db.global((tx) =>
      tx.first<{ data: { _request?: { id: string } } }>(
        sql`select data from pgboss.job where name = 'set-up-store' limit 1`,
      ),
    );
    expect(stored?.data._request?.id).toBe(REQUEST_ID);
  });
});

describe('the trace', () => {
  it('goes from the proxy’s request through the job to the outside call', async () => {
    const trace = () => spans.filter((span) => span.traceId === TRACE_ID);
    const named = (name: string) => trace().filter((span) => span.name === name);
    /** Whether a span with such a name is below one of the others. */
    const isBelow = (parents: readonly Span[], name: RegExp) =>
      trace().some((span) => name.test(span.name) && parents.some((parent) => parent.spanId === span.parentSpanId));
    const requests = () => named('GET /api/auth/platform/:platform/callback');
    // An attempt may end before its calls, and another one follow.
    const jobs = () => named('job set-up-store');
    await vi.waitFor(() => expect(isBelow(jobs(), /^POST shopify$/)).toBe(true), soon);
    expect(requests().map((span) => span.parentSpanId)).toEqual(['00f067aa0ba902b7']);
    expect(isBelow(requests(), /^job set-up-store$/)).toBe(true);
    expect(isBelow(requests(), /^insert store$/)).toBe(true);
    expect(isBelow(jobs(), /^(select|update) /)).toBe(true);
    expect(ended('set-up-store')?.traceId).toBe(TRACE_ID);
  });

  it('names statements without their text and values', () => {
    const bodies = collected.map(({ body }) => body).join('\n');
    expect(collected[0]).toMatchObject({ path: '/v1/traces', key: 'of tests' });
    for (const secret of [code, ada.token, '@example.com', ada.workplaceId, 'workplace_id', 'where '])
      expect(bodies.includes(secret), secret).toBe(false);
  });

  it('ends with the process, which sends the last spans', async () => {
    const before = spans.length;
    await fetch(`${app.url}/api/meta`);
    await app.stop();
    stopped = true;
    expect(spans.slice(before).some((span) => span.name === 'GET /api/meta')).toBe(true);
  });
});
