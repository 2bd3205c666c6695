import { META_KEYS } from '@quayside/contracts';

/**
 * Onboarding keys that were not dismissed (document 1, section 3); DEMO_MODE only while demo mode is on. `flags`:
 * stored as `meta-done:<key>` when dismissed and `meta:<key>` when turned on.
 */
export function remainingMetaKeys(flags: readonly string[]): Record<string, boolean> {
  const kept = new Set(flags);
  const isOpen = (key: string) =>
    key === 'DEMO_MODE' ? kept.has(`meta:${key}`) : kept.has(`meta:${key}`) || !kept.has(`meta-done:${key}`);
  return Object.fromEntries(META_KEYS.filter(isOpen).map((key) => [key, true]));
}
