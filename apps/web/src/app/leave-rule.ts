/** Why an answer leads away. */
export type LeaveReason = 'sign-out' | 'choose-store' | 'choose-workspace';

/** How long the words of the answer can be read before the way begins, in milliseconds (rules B060 and B062). */
export const LEAVE_AFTER_MS = 1000;
/** Where a person chooses a store again: the general settings (decision A43). */
export const GENERAL_SETTINGS = '/app/setting';
/** Where the admin around us is asked anew who the person is (rule B059). */
export const INSTALL = '/auth/platform/shopify/install';

export interface Leaving {
  /** What of the session is forgotten at once. */
  forgets: readonly ('store' | 'workplace' | 'everything')[];
  /** Where it leads; absent: nowhere. `fresh`: by a new page, so that nothing of the person before stays in memory. */
  to?: { path: string; next?: string; afterMs: number; fresh: boolean };
}

/**
 * What follows an answer that says so. Outside an admin nobody is moved before he could read why. In a shop's admin nobody is
 * signed out: the way leads to the install route at once, which asks the admin again with what it put into the address; and a
 * store that is no longer theirs is only forgotten.
 */
export function leavingFor(reason: LeaveReason, at: { href: string; path: string; embedded: boolean }): Leaving {
  if (reason === 'choose-workspace')
    return { forgets: ['store', 'workplace'], to: { path: '/app', afterMs: LEAVE_AFTER_MS, fresh: true } };
  if (reason === 'choose-store') {
    if (at.embedded || at.path === GENERAL_SETTINGS || at.path.startsWith(`${GENERAL_SETTINGS}/`))
      return { forgets: ['store'] };
    return { forgets: ['store'], to: { path: GENERAL_SETTINGS, afterMs: LEAVE_AFTER_MS, fresh: false } };
  }
  if (at.embedded) {
    if (at.path.startsWith('/auth/platform/')) return { forgets: ['everything'] };
    return { forgets: ['everything'], to: { path: INSTALL, next: at.href, afterMs: 0, fresh: false } };
  }
  if (at.path === '/login' || at.path === '/signup') return { forgets: [] };
  return { forgets: [], to: { path: '/login', next: at.href, afterMs: LEAVE_AFTER_MS, fresh: true } };
}
