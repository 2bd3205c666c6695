import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { STATUS } from '../../lib/answers.ts';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { endSession } from '../../lib/end-session.ts';
import { session } from '../../lib/session.ts';
import { type CallAnswer, nextPath, saveEntry } from '../auth/index.ts';
import { AdminError, sessionToken } from './app-bridge.ts';

const TAKEN = 111;
const CONNECTED = 'SHOP_CONNECTED_SIGN_IN';
const BIND = '/app/auth/bind/platform';
const PLATFORM = { platform: 'shopify' } as const;

/** What stands between a person in a shop's admin and the app. */
export type Standing =
  | { at: 'asking' }
  /** 114: nobody is known for this user of the shop. */
  | { at: 'welcome'; text: string }
  /** 114 for a shop that is connected: a second account would be no help. */
  | { at: 'known'; text: string }
  /** The account has a second factor. */
  | { at: 'code'; error?: string | undefined }
  /** 111: the shop belongs to a workspace that this person is no member of. */
  | { at: 'taken'; text: string }
  /** 113, or no answer. */
  | { at: 'failed'; text: string }
  /** The admin around us gave no session token. */
  | { at: 'failed'; reason: AdminError['reason'] };

function standingOf(error: unknown): Standing {
  if (error instanceof AdminError) return { at: 'failed', reason: error.reason };
  const text = errorText(error);
  if (!(error instanceof ApiError)) return { at: 'failed', text };
  if (error.code === 'TWO_FACTOR_CODE_NEEDED') return { at: 'code' };
  if (error.errors.code) return { at: 'code', error: error.errors.code[0] };
  if (error.status === STATUS.STORE_INSTALL_WITHOUT_SIGNIN)
    return { at: error.code === CONNECTED ? 'known' : 'welcome', text };
  return error.status === TAKEN ? { at: 'taken', text } : { at: 'failed', text };
}

/**
 * Signs in by the word of the admin around us. Each answer of the server walks its own way: a known person goes on, one who
 * signed in himself is tied to this user of the shop, and a shop without a workspace waits to be given one.
 */
export function useAdminEntry() {
  const navigate = useNavigate();
  const { next } = useSearch({ strict: false });
  const [standing, setStanding] = useState<Standing>({ at: 'asking' });
  const begun = useRef(false);

  const goOn = useCallback(
    (storeId: string | null | undefined) => {
      const path = nextPath(next);
      // The way back here would only ask again.
      const to = storeId ? (path.startsWith('/app') && !path.startsWith(BIND) ? path : '/app') : BIND;
      void navigate({ href: to, replace: true });
    },
    [navigate, next],
  );
  const attempt = useCallback(async (ask: () => Promise<void>) => {
    setStanding({ at: 'asking' });
    try {
      await ask();
    } catch (error) {
      setStanding(standingOf(error));
    }
  }, []);
  const keep = useCallback(
    (answer: CallAnswer) => {
      saveEntry(answer);
      goOn(answer.store_id);
    },
    [goOn],
  );

  /** The person signed in a moment ago: from now on this user of the shop is that account. */
  const tie = useCallback(async () => {
    try {
      const body = { session_token: await sessionToken() };
      const store = await api('POST /auth/platform/{platform}/bind', { params: PLATFORM, body, quiet: true });
      session().write('workplace', store.workplace_id);
      session().write('store', store.id);
      goOn(store.id);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === STATUS.STORE_INSTALL_WITH_SIGNIN) {
        goOn(null);
        return true;
      }
      if (error.status !== STATUS.UNAUTHORIZED) throw error;
      // That session is over; the admin's word is asked for in its place.
      void endSession();
      return false;
    }
  }, [goOn]);

  const enter = useCallback(
    (code?: string) =>
      attempt(async () => {
        if (session().read('token') && (await tie())) return;
        const body = { session_token: await sessionToken(), ...(code ? { code } : {}) };
        keep(await api('POST /auth/platform/{platform}/auto-login', { params: PLATFORM, body, quiet: true }));
      }),
    [attempt, keep, tie],
  );
  const begin = useCallback(
    () =>
      attempt(async () => {
        const body = { session_token: await sessionToken() };
        keep(await api('POST /auth/platform/{platform}/begin', { params: PLATFORM, body, quiet: true }));
      }),
    [attempt, keep],
  );

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void enter();
  }, [enter]);

  return { standing, enter, begin };
}
