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
 * The only file that uses the `ai` library; loaded on the first request, so that installations without a model stay
 * small.
 */

/** Timeout in milliseconds; models may think for a while. */
const TIMEOUT_MS = 90_000;
const MOST_BYTES = 2 * 1024 * 1024;
/**
 * Output limit including reasoning. Only sent where known to work: compatible servers have various context sizes and
 * parameter names, and refuse more.
 */
const MOST_TOKENS = 8_192;

// The library would log to the console, possibly including a prompt.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** Texts by name, without length limits, because some providers refuse such schemas. They are checked afterwards. */
const answerSchema = <F extends string>(fields: readonly F[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.string()])) as Record<F, z.ZodString>);

/** A failed attempt for the rules to classify. */
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
  // The chat completions API shared by compatible servers.
  if (provider === 'openai') return createOpenAI({ ...base, apiKey: apiKey ?? '', fetch }).chat(model);
  const key = apiKey === undefined ? {} : { apiKey };
  const settings = { name: 'compatible', baseURL: baseURL ?? '', ...key, fetch, supportsStructuredOutputs: structured };
  return createOpenAICompatible(settings)(model);
}

const retryAfterMs = (headers: Record<string, string> = {}): number | undefined => {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined;
};

/** The library wraps underlying errors, sometimes repeatedly. */
function* causes(error: unknown): Generator<unknown> {
  for (let now = error, depth = 0; now instanceof Error && depth < 6; now = now.cause, depth += 1) yield now;
}

function failedOf(error: unknown): Failed | undefined {
  const all = [...causes(error)];
  // First, because a refused connection is wrapped in something like a response.
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
    // A 200 response that can't be parsed, or none at all.
    if (status < 400) return { what: 'unreadable', why: 'shape', detail: one.message };
    const after = retryAfterMs(one.responseHeaders);
    const body = one.responseBody ?? one.message;
    return { what: 'answer', status, body, ...(after === undefined ? {} : { retryAfterMs: after }) };
  }
  return undefined;
}

/** Some compatible servers don't support a schema and say so. */
const refusesSchema = (failed: Failed): boolean =>
  failed.what === 'answer' && [400, 422].includes(failed.status) && /response_format|json_schema/i.test(failed.body);

/** Requests texts by name from a model. Throws AskError, or the signal's reason. */
export async function askModel<F extends string>(
  ai: NonNullable<Config['ai']>,
  http: HttpClient,
  fields: readonly F[],
  prompt: { instructions: string; product: string },
  signal: AbortSignal,
): Promise<Record<F, string>> {
  const fetch = guardedFetch(http, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES });
  const ask = async (structured: boolean) => {
    const result = await generateText({
      model: modelOf(ai, fetch, structured),
      instructions: prompt.instructions,
      prompt: prompt.product,
      output: Output.object({ schema: answerSchema(fields), name: 'product_words' }),
      ...(ai.provider === 'compatible' ? {} : { maxOutputTokens: MOST_TOKENS }),
      // The recording code decides on retries.
      maxRetries: 0,
      abortSignal: signal,
    });
    if (result.finishReason === 'length' || result.finishReason === 'content-filter')
      throw new AskError({ what: 'unreadable', why: result.finishReason, detail: result.finishReason });
    return result.output as Record<F, string>;
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
