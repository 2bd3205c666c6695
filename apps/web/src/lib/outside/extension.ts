import type { Links } from '@quayside/contracts';
import { createObservable } from '../observable.ts';

/**
 * Messaging with the browser extension by its id, which is part of its store URL. Source: the extension messaging of
 * Chrome and Edge (runtime.sendMessage, externally_connectable).
 */
export interface ExtensionRuntime {
  sendMessage(id: string, message: unknown, answer: (value: unknown) => void): void;
  lastError?: unknown;
}

export const NOT_INSTALLED = 'not installed';
type SessionMode = 'standalone' | 'embedded' | 'wrapper';
const WAIT_MS = 1_000;

/** Extension ids from store URLs; a URL without one yields none. */
export const extensionIds = (addresses: readonly (string | null | undefined)[]): string[] =>
  addresses.flatMap((address) => /(?:^|\/)([a-p]{32})(?:[/?#]|$)/.exec(address ?? '')?.[1] ?? []);

/** Every possible extension: those of the operator's store URLs, and the one this installation serves. */
export const knownExtensions = (
  links: Pick<Links, 'extension_chrome' | 'extension_edge' | 'extension_own'>,
): string[] => [
  ...new Set([
    ...extensionIds([links.extension_chrome, links.extension_edge]),
    ...(links.extension_own ? [links.extension_own.id] : []),
  ]),
];

/**
 * Sends one message. An extension that can't be reached or doesn't respond in time is not installed (rule B010), which
 * is not an error.
 */
export function askExtension(
  runtime: ExtensionRuntime | undefined,
  id: string,
  message: object,
  wait = WAIT_MS,
): Promise<unknown> {
  if (!runtime) return Promise.resolve(NOT_INSTALLED);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(NOT_INSTALLED), wait);
    const done = (value: unknown) => {
      clearTimeout(timer);
      resolve(value);
    };
    try {
      runtime.sendMessage(id, message, (value) =>
        done(runtime.lastError !== undefined || value === undefined ? NOT_INSTALLED : value),
      );
    } catch {
      done(NOT_INSTALLED);
    }
  });
}

/** Context that the extension gets with the token. */
export interface TokenTarget {
  /** Account of the token. */
  account_id?: string | undefined;
  workplace_id?: string | undefined;
  /** Interface language. */
  language?: string | undefined;
}

/** Messages to the extension: rows C322 and C324. Without a token it forgets its own. */
const tokenUpdate = (token: string, place: TokenTarget) => ({ type: 'TOKEN_UPDATE', token, ...place });

/** Sends a token to each extension and returns the responses of the installed ones. */
export async function notifyExtensions(
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
  token: string,
  place: TokenTarget,
  wait?: number,
): Promise<{ id: string; answer: unknown }[]> {
  const asked = ids.map(async (id) => ({
    id,
    answer: await askExtension(runtime, id, tokenUpdate(token, place), wait),
  }));
  return (await Promise.all(asked)).filter(({ answer }) => answer !== NOT_INSTALLED);
}

/**
 * Passes this sign-in's token to the extensions, except in a shop's admin, which has a token of another sign-in (rule
 * B049).
 *
 * @returns the ids that responded.
 */
export async function sendToken(
  mode: SessionMode,
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
  token: string,
  place: TokenTarget = {},
): Promise<string[]> {
  if (mode === 'embedded') return [];
  return (await notifyExtensions(ids, runtime, token, place)).map(({ id }) => id);
}

/** Makes the extensions forget their token. */
export async function sendSignedOut(
  mode: SessionMode,
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
): Promise<void> {
  await sendToken(mode, ids, runtime, '');
}

/** The browser's messaging API for extensions, if available. */
export function extensionRuntime(): ExtensionRuntime | undefined {
  const host = globalThis as { chrome?: { runtime?: Partial<ExtensionRuntime> } };
  const runtime = host.chrome?.runtime;
  return typeof runtime?.sendMessage === 'function' ? (runtime as ExtensionRuntime) : undefined;
}

/** The ids of the extensions that responded to this page. */
export const installedExtensions = createObservable<readonly string[]>([]);
