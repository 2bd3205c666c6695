import { clearSession, session } from '../lib/session.ts';
import { router } from './router.tsx';

const WAIT_MS = 1000;
/** Where a person chooses a store again. */
const GENERAL_SETTINGS = '/app/setting';

let leaving = false;

/**
 * Leads away after an answer that says so, once its message has been readable for a second: to the sign-in when the
 * session ended, to the general settings when the current store is no longer theirs, to Home in their first workspace
 * when they were taken out of the current one.
 */
export function leave(reason: 'sign-out' | 'choose-store' | 'choose-workspace'): void {
  const path = router.state.location.pathname;
  if (reason !== 'sign-out') session().write('store', undefined);
  if (reason === 'choose-workspace') session().write('workplace', undefined);
  if (leaving || path === '/login' || path === '/signup') return;
  if (reason === 'choose-store' && path.startsWith(GENERAL_SETTINGS)) return;
  leaving = true;
  setTimeout(() => {
    leaving = false;
    if (reason === 'sign-out') {
      const next = router.state.location.href;
      clearSession();
      // A fresh page: nothing of the person before stays in memory.
      location.assign(`/login?next=${encodeURIComponent(next)}`);
    } else if (reason === 'choose-workspace') {
      location.assign('/app');
    } else {
      void router.navigate({ to: GENERAL_SETTINGS as never });
    }
  }, WAIT_MS);
}
