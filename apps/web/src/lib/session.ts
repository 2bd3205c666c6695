/**
 * Where the sign-in token, the current store, the current workspace and whose rows are shown (`view`) are kept. Which place depends on how the app
 * runs (on its own, inside a storefront's admin, inside a phone wrapper); nobody but this file knows. The place of
 * another mode is never read, so that two modes in one browser keep their own store each.
 */
export type SessionKey = 'token' | 'store' | 'workplace' | 'role' | 'view';

export interface SessionPort {
  readonly mode: 'standalone' | 'embedded' | 'wrapper';
  /** Embedded: the domain of the shop whose admin is around us. */
  readonly shop?: string;
  /** Where a person without a session is led; the sign-in when absent. */
  readonly signInPath?: '/auth/platform/shopify/auto-login';
  /** The wrapper shows no prices and sells nothing. */
  readonly hidesBilling?: boolean;
  /** Closes the view that the wrapper shows us in. */
  close?(): void;
  /** An address of ours for a fresh page, with what tells the server how it is shown. */
  address?(path: string): string;
  read(key: SessionKey): string | undefined;
  write(key: SessionKey, value: string | undefined): void;
}

export const COOKIE_SECONDS = 180 * 24 * 60 * 60;

/** Standalone: the token in a cookie that lives 180 days, the rest in local storage. */
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

/** A storage that forgets: for browsers that refuse local storage. */
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

/** Local storage when the browser gives it, else one that forgets with the tab. */
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

/** Another way of running was found out at the start. */
export function runAs(port: SessionPort): void {
  current = port;
}

/** Opens an address of ours on a fresh page. */
export function openFresh(path: string): void {
  location.assign(session().address?.(path) ?? path);
}

/** Leaves for somebody else's page, which may not be shown in a frame. */
export function leaveFor(url: string): void {
  if (session().mode === 'embedded') window.open(url, '_top');
  else location.assign(url);
}

/** The session of this tab. */
export function session(): SessionPort {
  current ??= standaloneSession(document, safeStorage(), location.protocol === 'https:');
  return current;
}
