import type { Links } from '@quayside/contracts';
import { watched } from '../watched.ts';

/**
 * The browser extension, as a page speaks to it: messages by its id, which stands in the address of its store. Source: the
 * extension messaging of Chrome and Edge (runtime.sendMessage, externally_connectable).
 */
export interface ExtensionRuntime {
  sendMessage(id: string, message: unknown, answer: (value: unknown) => void): void;
  lastError?: unknown;
}

export const NOT_INSTALLED = 'not installed';
type SessionMode = 'standalone' | 'embedded' | 'wrapper';
const WAIT_MS = 1_000;

/** The ids of the extension by the addresses it is installed from; an address without one leads to no extension. */
export const extensionIds = (addresses: readonly (string | null | undefined)[]): string[] =>
  addresses.flatMap((address) => /(?:^|\/)([a-p]{32})(?:[/?#]|$)/.exec(address ?? '')?.[1] ?? []);

/** Every extension that may be there: those of the stores that the operator named, and the one that this installation hands out. */
export const knownExtensions = (
  links: Pick<Links, 'extension_chrome' | 'extension_edge' | 'extension_own'>,
): string[] => [
  ...new Set([
    ...extensionIds([links.extension_chrome, links.extension_edge]),
    ...(links.extension_own ? [links.extension_own.id] : []),
  ]),
];

/**
 * Sends one message. An extension that cannot be reached, or does not answer in time, is not installed (rule B010): never an
 * error.
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

/** What the extension works with besides the token. */
export interface TokenPlace {
  /** Whose token it is. */
  account_id?: string | undefined;
  workplace_id?: string | undefined;
  /** Of the screen. */
  language?: string | undefined;
}

/** What this page says to the extension: rows C322 and C324. Without a token it forgets the one it has. */
const tokenUpdate = (token: string, place: TokenPlace) => ({ type: 'TOKEN_UPDATE', token, ...place });

/** Tells each of them a token, and answers what those said that are installed. */
export async function tellEach(
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
  token: string,
  place: TokenPlace,
  wait?: number,
): Promise<{ id: string; answer: unknown }[]> {
  const asked = ids.map(async (id) => ({
    id,
    answer: await askExtension(runtime, id, tokenUpdate(token, place), wait),
  }));
  return (await Promise.all(asked)).filter(({ answer }) => answer !== NOT_INSTALLED);
}

/**
 * Gives the extension the token of this sign-in, outside an admin only (rule B049): there it belongs to another sign-in.
 *
 * @returns the ids of those that are installed: they answered.
 */
export async function tellToken(
  mode: SessionMode,
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
  token: string,
  place: TokenPlace = {},
): Promise<string[]> {
  if (mode === 'embedded') return [];
  return (await tellEach(ids, runtime, token, place)).map(({ id }) => id);
}

/** Tells the extension to forget its token. */
export async function tellSignedOut(
  mode: SessionMode,
  ids: readonly string[],
  runtime: ExtensionRuntime | undefined,
): Promise<void> {
  await tellToken(mode, ids, runtime, '');
}

/** The way to extensions that this browser gives the page, if any. */
export function extensionRuntime(): ExtensionRuntime | undefined {
  const host = globalThis as { chrome?: { runtime?: Partial<ExtensionRuntime> } };
  const runtime = host.chrome?.runtime;
  return typeof runtime?.sendMessage === 'function' ? (runtime as ExtensionRuntime) : undefined;
}

/** The ids of the extensions that answered this page. */
export const installedExtensions = watched<readonly string[]>([]);
