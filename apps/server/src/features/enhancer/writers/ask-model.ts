import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ConnectorError, type HttpClient } from '@quayside/connector-kit';
import { APICallError, generateText, type LanguageModel, NoObjectGeneratedError, Output } from 'ai';
import { z } from 'zod';
import type { Config } from '../../../config.ts';
import type { Failed } from '../rules/writer-failure.ts';
import { guardedFetch } from './guarded-fetch.ts';

/**
 * The only file that knows the `ai` library; loaded when a model is first asked, so that an installation without one starts
 * and stays as small as it is.
 */

/** A model may think for a while; longer than this nobody waits. */
const TIMEOUT_MS = 90_000;
const MOST_BYTES = 2 * 1024 * 1024;
/**
 * Room for thinking and for the longest description. Asked for where it is known to be there: servers that answer like OpenAI
 * have contexts of every size, refuse what is more, and do not agree on its name.
 */
const MOST_TOKENS = 8_192;

// The library would print to the console, and a prompt may be in what it prints.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** No bounds in it: some providers refuse a schema that has them. They are checked when the answer is here. */
const answerSchema = z.object({ title: z.string(), description_html: z.string() });

/** A try that failed, in terms that the rules judge. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly failed: Failed;
  constructor(failed: Failed) {
    super(failed.what);
    this.failed = failed;
  }
}

function modelOf(ai: NonNullable<Config['ai']>, fetch: typeof globalThis.fetch, structured: boolean): LanguageModel {
  const { provider, model, baseUrl: baseURL, apiKey } = ai;
  const base = baseURL === undefined ? {} : { baseURL };
  if (provider === 'anthropic') return createAnthropic({ ...base, apiKey: apiKey ?? '', fetch })(model);
  // The chat completions that everybody who answers like OpenAI has.
  if (provider === 'openai') return createOpenAI({ ...base, apiKey: apiKey ?? '', fetch }).chat(model);
  const key = apiKey === undefined ? {} : { apiKey };
  const settings = { name: 'compatible', baseURL: baseURL ?? '', ...key, fetch, supportsStructuredOutputs: structured };
  return createOpenAICompatible(settings)(model);
}

const retryAfterMs = (headers: Record<string, string> = {}): number | undefined => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
};

/** The library wraps what went wrong below it, sometimes more than once. */
function* causes(error: unknown): Generator<unknown> {
  for (let now = error, depth = 0; now instanceof Error && depth < 6; now = now.cause, depth += 1) yield now;
}

function failedOf(error: unknown): Failed | undefined {
  const all = [...causes(error)];
  // First: a connection that was refused comes wrapped in what looks like an answer.
  const lost = all.find((one) => one instanceof ConnectorError);
  if (lost)
    return { what: 'connection', kind: lost.kind, ...(lost.code ? { code: lost.code } : {}), detail: lost.detail };
  for (const one of all) {
    if (NoObjectGeneratedError.isInstance(one)) {
      const why = one.finishReason === 'length' || one.finishReason === 'content-filter' ? one.finishReason : 'shape';
      return { what: 'unreadable', why, detail: one.message };
    }
    if (!APICallError.isInstance(one)) continue;
    const status = one.statusCode ?? 0;
    // An answer of 200 that cannot be read, or none at all.
    if (status < 400) return { what: 'unreadable', why: 'shape', detail: one.message };
    const after = retryAfterMs(one.responseHeaders);
    const body = one.responseBody ?? one.message;
    return { what: 'answer', status, body, ...(after === undefined ? {} : { retryAfterMs: after }) };
  }
  return undefined;
}

/** Servers that answer like OpenAI do not all take a schema; they say so. */
const refusesSchema = (failed: Failed): boolean =>
  failed.what === 'answer' && [400, 422].includes(failed.status) && /response_format|json_schema/i.test(failed.body);

/** Asks a model for a title and a description. Throws AskError, or what the signal ended it with. */
export async function askModel(
  ai: NonNullable<Config['ai']>,
  http: HttpClient,
  prompt: { instructions: string; product: string },
  signal: AbortSignal,
): Promise<z.output<typeof answerSchema>> {
  const fetch = guardedFetch(http, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
  const ask = async (structured: boolean) => {
    const result = await generateText({
      model: modelOf(ai, fetch, structured),
      instructions: prompt.instructions,
      prompt: prompt.product,
      output: Output.object({ schema: answerSchema, name: 'product_words' }),
      ...(ai.provider === 'compatible' ? {} : { maxOutputTokens: MOST_TOKENS }),
      // Whether and when it is tried again is decided where it is written down.
      maxRetries: 0,
      abortSignal: signal,
    });
    if (result.finishReason === 'length' || result.finishReason === 'content-filter')
      throw new AskError({ what: 'unreadable', why: result.finishReason, detail: result.finishReason });
    return result.output;
  };
  try {
    return await ask(true);
  } catch (error) {
    signal.throwIfAborted();
    const failed = error instanceof AskError ? error.failed : failedOf(error);
    if (!failed) throw error;
    if (ai.provider !== 'compatible' || !refusesSchema(failed)) throw new AskError(failed);
  }
  try {
    return await ask(false);
  } catch (error) {
    signal.throwIfAborted();
    const failed = error instanceof AskError ? error.failed : failedOf(error);
    throw failed ? new AskError(failed) : error;
  }
}
