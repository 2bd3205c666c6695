import { clearSession, openFresh, session } from '../lib/session.ts';
import { router } from './router.tsx';

const WAIT_MS = 1000;
/** Where a person chooses a store again. */
const GENERAL_SETTINGS = '/app/setting';
/** Where the admin around us is asked anew who the person is. */
const INSTALL = '/auth/platform/shopify/install';

let leaving = false;

/**
 * Leads away after an answer that says so, once its message has been readable for a second: to the sign-in when the
 * session ended, to the general settings when the current store is no longer theirs, to Home in their first workspace
 * when they were taken out of the current one. In a shop's admin nobody is signed out: the way leads to the install route
 * at once, which asks the admin again; and a store that is no longer theirs is only forgotten.
 */
export function leave(reason: 'sign-out' | 'choose-store' | 'choose-workspace'): void {
  const { href, pathname: path } = router.state.location;
  const embedded = session().mode === 'embedded';
  if (reason !== 'sign-out') session().write('store', undefined);
  if (reason === 'choose-workspace') session().write('workplace', undefined);
  if (embedded && reason !== 'choose-workspace') {
    if (reason === 'choose-store') return;
    clearSession();
    if (!path.startsWith('/auth/platform/'))
      void router.navigate({ to: INSTALL as never, search: { next: href } as never });
    return;
  }
  if (leaving || path === '/login' || path === '/signup') return;
  if (reason === 'choose-store' && path.startsWith(GENERAL_SETTINGS)) return;
  leaving = true;
  setTimeout(() => {
    leaving = false;
    if (reason === 'sign-out') {
      const next = router.state.location.href;
      clearSession();
      // A fresh page: nothing of the person before stays in memory.
      openFresh(`/login?next=${encodeURIComponent(next)}`);
    } else if (reason === 'choose-workspace') {
      openFresh('/app');
    } else {
      void router.navigate({ to: GENERAL_SETTINGS as never });
    }
  }, WAIT_MS);
}
