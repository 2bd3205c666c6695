import { createOpenAI } from '@ai-sdk/openai';
import type { HttpClient } from '@quayside/connector-kit';
import { generateImage, NoImageGeneratedError } from 'ai';
import { AskError } from '../../../ai/failed.ts';
import { readFailure } from '../../../ai/failed-call.ts';
import { guardedFetch } from '../../../ai/guarded-fetch.ts';
import type { Config } from '../../../config.ts';
import { type ImageRequest, imageInstructions, resultSize } from '../rules/instructions.ts';
import type { SourceImage } from './drawer.ts';

/** Loads the `ai` library, on the first request, so that installations without a model stay small. */

/** Timeout in milliseconds: large images take up to two minutes. */
const TIMEOUT_MS = 180_000;
/** A PNG of 1536 by 1024 pixels is at most 6 MB, and a third more as base64. */
const MOST_BYTES = 32 * 1024 * 1024;

/** Requests one edited image (OpenAI, POST /images/edits). Throws AskError, or the signal's reason. */
export async function askImage(
  ai: NonNullable<Config['aiImages']>,
  http: HttpClient,
  image: SourceImage,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const fetch = guardedFetch(http, { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, effect: true });
  const provider = createOpenAI({
    ...(ai.baseUrl === undefined ? {} : { baseURL: ai.baseUrl }),
    apiKey: ai.apiKey ?? '',
    fetch,
  });
  const background = request.action === 'remove_background' && request.background === 'transparent';
  try {
    const { image: made } = await generateImage({
      model: provider.image(ai.model),
      prompt: { text: imageInstructions(request), images: [image.bytes] },
      size: resultSize(image.width, image.height),
      providerOptions: {
        openai: { background: background ? 'transparent' : 'opaque', outputFormat: background ? 'png' : 'jpeg' },
      },
      // Each image is billed: whether it is asked for again is decided elsewhere.
      maxRetries: 0,
      abortSignal: signal,
    });
    return made.uint8Array;
  } catch (error) {
    const failed = readFailure(error);
    if (failed) throw new AskError(failed);
    if (NoImageGeneratedError.isInstance(error) || isBadBase64(error))
      throw new AskError({ what: 'unreadable', why: 'shape', detail: 'no image' });
    throw error;
  }
}

/** `atob` refuses characters that are not base64. */
const isBadBase64 = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'InvalidCharacterError';
