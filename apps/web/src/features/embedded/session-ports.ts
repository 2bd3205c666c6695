import { forgetfulStorage, type SessionPort } from '../../lib/session.ts';

/** Parts of a frame's address that say how it is shown; the rest (signatures, the first token) is used up by the server. */
const KEPT = ['embedded', 'shop', 'host', 'locale'] as const;
const USED_UP = ['hmac', 'id_token', 'session', 'timestamp', 'protocol', 'wrapper'];

/** Session storage, or one that forgets with the page where the browser gives a frame none. */
export function tabStorage(): Storage {
  try {
    sessionStorage.setItem('quayside.probe', '1');
    sessionStorage.removeItem('quayside.probe');
    return sessionStorage;
  } catch {
    return forgetfulStorage();
  }
}

function keptIn(storage: Storage, prefix: string): Pick<SessionPort, 'read' | 'write'> {
  return {
    read: (key) => storage.getItem(`${prefix}.${key}`) ?? undefined,
    write(key, value) {
      if (value === undefined) storage.removeItem(`${prefix}.${key}`);
      else storage.setItem(`${prefix}.${key}`, value);
    },
  };
}

const withQuery = (path: string, query: URLSearchParams): string => {
  const url = new URL(path, 'http://here');
  for (const [name, value] of query) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
};

/** What of an address says how the page is shown; the names of all that is not the app's own. */
export function frameQuery(search: string): { kept: URLSearchParams; foreign: readonly string[] } {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams();
  for (const name of KEPT) if (given.get(name)) kept.set(name, given.get(name) ?? '');
  return { kept, foreign: [...KEPT, ...USED_UP] };
}

/** In a shop's admin: everything in session storage, under the shop's name, so that two shops in one tab stay apart. */
export function embeddedSession(storage: Storage, shop: string, query: URLSearchParams): SessionPort {
  return {
    mode: 'embedded',
    shop,
    signInPath: '/auth/platform/shopify/auto-login',
    address: (path) => withQuery(path, query),
    ...keptIn(storage, `quayside.embedded.${shop}`),
  };
}

const ENDED_TOKEN = 'quayside.wrapper.ended';

export interface FromWrapper {
  /** Empty: it did not answer in time, or has nobody signed in. */
  token: string;
  hidesBilling: boolean;
}

/** In a phone app: its token leads, unless it ended in this view; without one, that of a sign-in in this view. */
export function wrapperSession(
  storage: Storage,
  answer: FromWrapper,
  query: URLSearchParams,
  close: () => void,
): SessionPort {
  const kept = keptIn(storage, 'quayside.wrapper');
  const port: SessionPort = {
    mode: 'wrapper',
    hidesBilling: answer.hidesBilling,
    close,
    address: (path) => withQuery(path, query),
    read: kept.read,
    write(key, value) {
      // The phone app is not told that its token ended and would hand it out again with the next page.
      if (key === 'token' && value === undefined && answer.token) storage.setItem(ENDED_TOKEN, answer.token);
      kept.write(key, value);
    },
  };
  if (answer.token && answer.token !== storage.getItem(ENDED_TOKEN)) kept.write('token', answer.token);
  return port;
}
