/**
 * Storage of the sign-in token, current store, current workspace and shown store (`view`), which depends on the mode (standalone,
 * inside a shop's admin, inside a phone app). Only this file knows the place, and modes never read each other's, so that two
 * modes in one browser keep separate stores.
 */
export type SessionKey = 'token' | 'store' | 'workplace' | 'role' | 'view';

export interface SessionPort {
  readonly mode: 'standalone' | 'embedded' | 'wrapper';
  /** Embedded: the domain of the shop whose admin embeds us. */
  readonly shop?: string;
  /** Where people without a session go; default: the sign-in page. */
  readonly signInPath?: '/auth/platform/shopify/auto-login';
  /** The phone app shows no prices and sells nothing. */
  readonly hidesBilling?: boolean;
  /** Closes the web view of the phone app. */
  close?(): void;
  /** Adds mode parameters for the server to one of our URLs. */
  address?(path: string): string;
  read(key: SessionKey): string | undefined;
  write(key: SessionKey, value: string | undefined): void;
}

export const COOKIE_SECONDS = 180 * 24 * 60 * 60;

/** Standalone: the token in a cookie for 180 days, the rest in local storage. */
export function standaloneSession(documentLike: { cookie: string }, storage: Storage, secure: boolean): SessionPort {
  const cookieName = 'quayside_token';
  const storageName = (key: SessionKey) => `quayside.${key}`;
  return {
    mode: 'standalone',
    read(key) {
      if (key === 'token') {
        const found = documentLike.cookie.split('; ').find((part) => part.startsWith(`${cookieName}=`));
        const value = found?.slice(cookieName.length + 1);
        return value ? decodeURIComponent(value) : undefined;
      }
      return storage.getItem(storageName(key)) ?? undefined;
    },
    write(key, value) {
      if (key === 'token') {
        const age = value ? COOKIE_SECONDS : 0;
        const flags = `path=/; max-age=${age}; samesite=lax${secure ? '; secure' : ''}`;
        documentLike.cookie = `${cookieName}=${encodeURIComponent(value ?? '')}; ${flags}`;
        return;
      }
      if (value === undefined) storage.removeItem(storageName(key));
      else storage.setItem(storageName(key), value);
    },
  };
}

/** In-memory storage for browsers that refuse local storage. */
export function forgetfulStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (index) => [...kept.keys()][index] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  };
}

/** Local storage if available, else in-memory storage. */
export function safeStorage(): Storage {
  try {
    const probe = 'quayside.probe';
    localStorage.setItem(probe, '1');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return forgetfulStorage();
  }
}

let current: SessionPort | undefined;

/** Sets the mode detected at start. */
export function runAs(port: SessionPort): void {
  current = port;
}

/** Opens one of our URLs in a full page load. */
export function openFresh(path: string): void {
  location.assign(session().address?.(path) ?? path);
}

/** Leaves for an external page, which may refuse to be shown in a frame. */
export function leaveFor(url: string): void {
  if (session().mode === 'embedded') window.open(url, '_top');
  else location.assign(url);
}

/** The session of this tab. */
export function session(): SessionPort {
  current ??= standaloneSession(document, safeStorage(), location.protocol === 'https:');
  return current;
}
