import {
  EXTENSION_MESSAGES,
  type ExtensionAnswer,
  type ExtensionData,
  type ExtensionMessage,
  extensionAnswer,
} from '@quayside/contracts/extension-messages.ts';
import { z } from 'zod';
import type { Browser, Installation } from './browser-port.ts';
import { checkSignIn } from './messages/check-sign-in.ts';
import { fetchHtml } from './messages/fetch-html.ts';
import { fetchProduct } from './messages/fetch-product.ts';
import { fetchReviews } from './messages/fetch-reviews.ts';
import { fulfilOrder } from './messages/fulfil-order.ts';
import { handOver } from './messages/hand-over.ts';
import { regionLists } from './messages/region-lists.ts';
import { updateToken } from './messages/update-token.ts';
import { Refusal } from './problem.ts';

type Parsed<M extends ExtensionMessage> = z.output<(typeof EXTENSION_MESSAGES)[M]['request']>;
type Handlers = {
  [M in ExtensionMessage]: (browser: Browser, request: Parsed<M>, own: Installation) => Promise<ExtensionData<M>>;
};

/** Each message and what does it. */
const HANDLERS: Handlers = {
  TOKEN_UPDATE: updateToken,
  FETCH_PRODUCT_DETAIL: fetchProduct,
  FETCH_REVIEWS: fetchReviews,
  FETCH_STORE_PRODUCT_PAGE_HTML: fetchHtml,
  FETCH_SHOP_PAGE_HTML: fetchHtml,
  CHECK_LOGIN_TEMU: (browser, request) => checkSignIn(browser, 'temu', request),
  CHECK_LOGIN_EBAY: (browser, request) => checkSignIn(browser, 'ebay', request),
  CHECK_LOGIN_AMAZON: (browser, request) => checkSignIn(browser, 'amazon', request),
  CHECK_LOGIN_ALIEXPRESS: (browser, request) => checkSignIn(browser, 'aliexpress', request),
  REGION_LISTS: regionLists,
  ORDER_FULFILMENT: fulfilOrder,
  DATA_MIGRATION: handOver,
};

const envelope = z.object({ type: z.enum(Object.keys(EXTENSION_MESSAGES) as [ExtensionMessage]) });

type AnyAnswer = ExtensionAnswer<ExtensionMessage>;
const refused = (problem: Extract<AnyAnswer, { ok: false }>['problem'], host?: string): AnyAnswer =>
  host === undefined ? { ok: false, problem } : { ok: false, problem, host };

async function done<M extends ExtensionMessage>(type: M, message: unknown, browser: Browser, own: Installation) {
  const request = EXTENSION_MESSAGES[type].request.safeParse(message);
  if (!request.success) return refused('bad_request');
  const data = await HANDLERS[type](browser, request.data as Parsed<M>, own);
  // What a page told is bounded on the way; whatever slipped through is nothing that could be told.
  const answer = extensionAnswer(type).safeParse({ ok: true, data });
  return answer.success ? (answer.data as AnyAnswer) : refused('nothing');
}

/**
 * Answers one message of a page.
 *
 * @param origin where the page that sent it is from: only the installation's own pages are heard.
 * @returns always an answer of the protocol; it never throws.
 */
export async function answerMessage(
  browser: Browser,
  own: Installation,
  message: unknown,
  origin: string | undefined,
): Promise<AnyAnswer> {
  try {
    if (origin === undefined || !own.origins.includes(origin)) return refused('bad_request');
    const parsed = envelope.safeParse(message);
    return parsed.success ? await done(parsed.data.type, message, browser, own) : refused('bad_request');
  } catch (error) {
    if (error instanceof Refusal) return refused(error.problem, error.host);
    // The browser itself would not: its storage is full, or it is closing.
    return refused('away');
  }
}
