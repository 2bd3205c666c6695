import { META_KEYS } from '@quayside/contracts';

/**
 * The onboarding keys not yet dealt with (document 1, section 3): each until it was put away. DEMO_MODE is there only
 * while demo mode is on. `flags`: what the account keeps, `meta-done:<key>` for what was put away, `meta:<key>` for what
 * was switched on.
 */
export function remainingMetaKeys(flags: readonly string[]): Record<string, boolean> {
  const kept = new Set(flags);
  const isOpen = (key: string) =>
    key === 'DEMO_MODE' ? kept.has(`meta:${key}`) : kept.has(`meta:${key}`) || !kept.has(`meta-done:${key}`);
  return Object.fromEntries(META_KEYS.filter(isOpen).map((key) => [key, true]));
}
