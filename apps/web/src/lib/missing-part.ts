import i18next from 'i18next';
import { toast } from './toasts.ts';

const RELOADED = 'quayside.reloaded';
/** A page that was reloaded is not reloaded again so soon, in milliseconds. */
const AGAIN_AFTER_MS = 300_000;
const STAYS_MS = 30_000;

/** Whether this page may be reloaded by itself: not twice in a while, and not where nobody would know that it was done. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < AGAIN_AFTER_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * A part of the app is nowhere: the page is reloaded to get the new release, once, and a notice leads there where that was
 * done already. A screen with unsaved work asks first, as for every leaving.
 */
export function tellMissingPart(): void {
  if (mayReload()) location.reload();
  const action = { label: i18next.t('errors:crash.action'), run: () => location.reload() };
  toast('error', i18next.t('errors:part'), { action, ms: STAYS_MS });
}
