import i18next from 'i18next';
import { toast } from './toasts.ts';

const RELOADED = 'quayside.reloaded';
/** Minimum time between two automatic reloads, in milliseconds. */
const AGAIN_AFTER_MS = 300_000;
const STAYS_MS = 30_000;

/** Whether the page may reload automatically: not repeatedly, and not if storage can't record it. */
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
 * Handles a missing chunk: reloads once to get the new release; after a recent reload it shows a toast instead. A
 * screen with unsaved changes asks first, as on every navigation.
 */
export function reportMissingChunk(): void {
  if (mayReload()) location.reload();
  const action = { label: i18next.t('errors:crash.action'), run: () => location.reload() };
  toast('error', i18next.t('errors:part'), { action, ms: STAYS_MS });
}
