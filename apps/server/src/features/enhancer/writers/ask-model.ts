import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { HttpClient } from '@quayside/connector-kit';
import { generateText, type LanguageModel, Output } from 'ai';
import { z } from 'zod';
import { AskError, type FailedCall } from '../../../ai/failed.ts';
import { readFailure } from '../../../ai/failed-call.ts';
import { guardedFetch } from '../../../ai/guarded-fetch.ts';
import type { Config } from '../../../config.ts';

/** Loads the `ai` library, on the first request, so that installations without a model stay small. */

/** Timeout in milliseconds; models may think for a while. */
const TIMEOUT_MS = 90_000;
const MOST_BYTES = 2 * 1024 * 1024;
/**
 * Output limit including reasoning. Only sent where known to work: compatible servers have various context sizes and
 * parameter names, and refuse more.
 */
const MOST_TOKENS = 8_192;

/** Texts by name, without length limits, because some providers refuse such schemas. They are checked afterwards. */
const answerSchema = <F extends string>(fields: readonly F[]) =>
  z.object(Object.fromEntries(fields.map((field) => [field, z.string()])) as Record<F, z.ZodString>);

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

/** Some compatible servers don't support a schema and say so. */
const refusesSchema = (failed: FailedCall): boolean =>
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
    const failed = error instanceof AskError ? error.failed : readFailure(error);
    if (!failed) throw error;
    if (ai.provider !== 'compatible' || !refusesSchema(failed)) throw new AskError(failed);
  }
  try {
    return await ask(false);
  } catch (error) {
    signal.throwIfAborted();
    const failed = error instanceof AskError ? error.failed : readFailure(error);
    throw failed ? new AskError(failed) : error;
  }
}
