import { type ConnectorContext, ConnectorError, type HttpResponse, type RejectionCode } from '@quayside/connector-kit';
import { z } from 'zod';

export interface WarehouseCall {
  method: 'GET' | 'POST';
  /** Below the interface's address. */
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The call changes something at the warehouse. */
  effect: boolean;
}

const refusal = z.object({ code: z.string(), message: z.string(), lines: z.array(z.string()).optional() });

/** The warehouse's codes that people are told about; the rest are "other" with the warehouse's own words. */
const CODES: Record<string, RejectionCode> = {
  product_out_of_stock: 'product_out_of_stock',
  error_not_found_sku: 'error_not_found_sku',
  error_save_all_address: 'error_save_all_address',
  shipped_country_notfound: 'shipped_country_notfound',
  shipping_method_unavailable: 'shipping_method_unavailable',
  already_exists: 'already_exists',
  invalid_input: 'invalid_input',
};

function refusalOf(answer: HttpResponse): z.output<typeof refusal> | undefined {
  try {
    return refusal.safeParse(JSON.parse(answer.text)).data;
  } catch {
    return undefined;
  }
}

function errorOf(answer: HttpResponse, call: WarehouseCall): ConnectorError {
  const told = refusalOf(answer);
  const detail = told ? `${told.code}: ${told.message}` : `HTTP ${answer.status} to ${call.method} ${call.path}`;
  if (answer.status === 429) {
    const seconds = Number(answer.headers['retry-after']);
    return new ConnectorError('rate-limited', detail, { retryAfterMs: seconds > 0 ? seconds * 1_000 : 1_000 });
  }
  if (answer.status >= 500) return new ConnectorError(call.effect ? 'unknown' : 'temporary', detail);
  // A refusal is only believed in the warehouse's own words; anything else came from something in between.
  if (!told) return new ConnectorError(call.effect ? 'unknown' : 'unexpected', detail);
  if (answer.status === 401) return new ConnectorError('auth', detail);
  if (answer.status === 404) return new ConnectorError('not-found', detail);
  return new ConnectorError('rejected', detail, { code: CODES[told.code] ?? 'other', lines: told.lines });
}

function parsed(answer: HttpResponse): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** One call with the key of the context. Throws ConnectorError. */
export async function ask<S extends z.ZodType>(
  ctx: ConnectorContext,
  call: WarehouseCall,
  schema: S,
): Promise<z.output<S>> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) query.set(name, value);
  const answer = await ctx.http.send({
    method: call.method,
    url: `${ctx.baseUrl}${call.path}${query.size > 0 ? `?${query}` : ''}`,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${ctx.credentials.key ?? ''}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    effect: call.effect,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
  if (answer.status !== 200) throw errorOf(answer, call);
  const read = schema.safeParse(parsed(answer));
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const where = `${call.path} ${issue?.path.join('.')}: ${issue?.message}`;
  throw new ConnectorError(
    call.effect ? 'unknown' : 'unexpected',
    `the warehouse's answer has another shape: ${where}`,
  );
}

/** undefined where the warehouse says that there is no such thing. */
export async function askFor<S extends z.ZodType>(
  ctx: ConnectorContext,
  call: WarehouseCall,
  schema: S,
): Promise<z.output<S> | undefined> {
  try {
    return await ask(ctx, call, schema);
  } catch (err) {
    if (err instanceof ConnectorError && err.kind === 'not-found') return undefined;
    throw err;
  }
}
