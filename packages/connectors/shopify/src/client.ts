import { type ConnectorContext, ConnectorError, type HttpResponse } from '@quayside/connector-kit';
import type { z } from 'zod';
import { graphqlError, httpError } from './errors.ts';
import { Governor } from './governor.ts';
import { type Envelope, envelope } from './raw-answer.ts';
import { canRenew, currentToken, renewToken } from './token.ts';

export const API_VERSION = '2026-10';

/** One operation: its text, and the shape that its answer must have. */
export interface Operation<S extends z.ZodType> {
  name: string;
  text: string;
  data: S;
  /** Fields that Shopify may keep back from this app alone, without the rest of the answer being wrong. */
  mayLack?: ReadonlySet<string>;
}

/** One bucket per shop and process; a clock of its own, because the buckets outlive any one call's context. */
const governors = new WeakMap<object, Governor>();
function governorOf(ctx: ConnectorContext): Governor {
  const known = governors.get(ctx.clock);
  if (known) return known;
  const fresh = new Governor(ctx.clock);
  governors.set(ctx.clock, fresh);
  return fresh;
}

/** The cost that Shopify asked for an operation the last time, by its size; the first time a guess. */
const lastCost = new Map<string, number>();
const FIRST_GUESS = 15;

const isEffect = (text: string): boolean => text.startsWith('mutation');

function parse(response: HttpResponse, effect: boolean): Envelope {
  let body: unknown;
  try {
    body = JSON.parse(response.text);
  } catch {
    if (response.status !== 200) throw httpError(response, effect);
    if (!effect && !response.text.trimStart().startsWith('{')) {
      throw new ConnectorError('rejected', 'a website exists at this URL, but it is not a Shopify store', {
        code: 'not_a_shop',
      });
    }
    throw new ConnectorError(effect ? 'unknown' : 'unexpected', 'Shopify answered something that is not JSON');
  }
  const parsed = envelope.safeParse(body);
  if (parsed.success && (parsed.data.data || Array.isArray(parsed.data.errors))) return parsed.data;
  if (response.status !== 200) throw httpError(response, effect);
  if (parsed.success && typeof parsed.data.errors === 'string') {
    throw new ConnectorError('rejected', parsed.data.errors, { code: 'other' });
  }
  throw new ConnectorError(effect ? 'unknown' : 'unexpected', "the answer has not the Admin API's shape");
}

async function send(ctx: ConnectorContext, token: string, text: string, variables: object): Promise<HttpResponse> {
  return ctx.http.send({
    method: 'POST',
    url: `${ctx.baseUrl}/admin/api/${API_VERSION}/graphql.json`,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query: text, variables }),
    effect: isEffect(text),
    timeoutMs: 60_000,
    maxBytes: 32 * 1024 * 1024,
    ...(ctx.signal ? { signal: ctx.signal } : {}),
  });
}

const isThrottled = (answer: Envelope): boolean =>
  Array.isArray(answer.errors) && answer.errors.some((error) => error.extensions?.code === 'THROTTLED');

/** Times that a throttled request is sent again from here; it had no effect, and now its cost is known. */
const THROTTLED_TRIES = 3;

/** One attempt, within the shop's bucket; undefined when the token was refused. */
async function attempt(
  ctx: ConnectorContext,
  costKey: string,
  text: string,
  variables: object,
): Promise<Envelope | undefined> {
  const governor = governorOf(ctx);
  const token = await currentToken(ctx);
  const cost = lastCost.get(costKey) ?? FIRST_GUESS;
  await governor.take(ctx.baseUrl, cost, ctx.signal);
  let answer: Envelope | undefined;
  try {
    const response = await send(ctx, token, text, variables);
    if (response.status === 401 && canRenew(ctx)) return undefined;
    answer = parse(response, isEffect(text));
  } finally {
    governor.settle(ctx.baseUrl, cost, answer?.extensions?.cost?.throttleStatus);
  }
  const asked = answer.extensions?.cost?.requestedQueryCost;
  if (asked !== undefined) lastCost.set(costKey, asked);
  return answer;
}

/** Sends one operation: again after a wait where the points lacked, and once again where the token had ended. */
async function answerTo(ctx: ConnectorContext, costKey: string, text: string, variables: object): Promise<Envelope> {
  let renewed = false;
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt(ctx, costKey, text, variables);
    if (answer && (!isThrottled(answer) || tries >= THROTTLED_TRIES)) return answer;
    if (answer) continue;
    // Refused before any work, so that asking again does nothing twice, whatever the operation.
    // Shopify gave this token a moment ago, so the shop still lets us in: another process renewed it meanwhile, or it ended
    // while the operation waited for its turn. Only a refused renewal asks for a person.
    if (renewed) throw new ConnectorError('temporary', 'Shopify refuses a token that it has just given');
    await renewToken(ctx);
    renewed = true;
  }
}

/** Whether nothing went wrong but that Shopify keeps back fields that may be lacking; they are null in the data. */
const onlyKeptBack = (answer: Envelope, mayLack: ReadonlySet<string> | undefined): boolean =>
  mayLack !== undefined &&
  answer.data != null &&
  Array.isArray(answer.errors) &&
  answer.errors.every(
    ({ extensions, path }) =>
      extensions?.code === 'ACCESS_DENIED' && path?.some((part) => typeof part === 'string' && mayLack.has(part)),
  );

/**
 * Runs one operation and reads its data. `size` is anything that moves its cost (variants, page length), so that the
 * cost learned for one size is not taken for another. Throws ConnectorError; user errors are the caller's.
 */
export async function run<S extends z.ZodType>(
  ctx: ConnectorContext,
  operation: Operation<S>,
  variables: object = {},
  size = 0,
): Promise<z.output<S>> {
  const effect = isEffect(operation.text);
  const answer = await answerTo(ctx, `${operation.name} ${size}`, operation.text, variables);
  if (Array.isArray(answer.errors) && answer.errors.length > 0 && !onlyKeptBack(answer, operation.mayLack)) {
    throw graphqlError(answer.errors, answer.extensions?.cost, effect);
  }
  const parsed = operation.data.safeParse(answer.data);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ConnectorError(
    effect ? 'unknown' : 'unexpected',
    `Shopify's answer to ${operation.name} has another shape at ${issue?.path.join('.')}: ${issue?.message}`,
  );
}
