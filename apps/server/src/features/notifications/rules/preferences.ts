import {
  MAILED_BY_DEFAULT,
  may,
  NOTIFICATION_BADGE_MAX,
  NOTIFICATION_KIND_NAMES,
  NOTIFICATION_KINDS,
  NOTIFICATION_NEEDS,
  type NotificationChannel,
  type NotificationKind,
  type Standing,
} from '@quayside/contracts';

/** A choice that differs from the default. */
export interface Preference {
  kind: string;
  way: string;
  wanted: boolean;
}

/** Kinds that a member may receive, by permissions. */
export const getAllowedKinds = (who: Standing): NotificationKind[] =>
  NOTIFICATION_KIND_NAMES.filter((kind) => may(who, NOTIFICATION_NEEDS[NOTIFICATION_KINDS[kind]]));

const byDefault = (kind: NotificationKind, way: NotificationChannel): boolean =>
  way === 'app' || MAILED_BY_DEFAULT.includes(kind);

export function isWanted(chosen: readonly Preference[], kind: NotificationKind, way: NotificationChannel): boolean {
  const found = chosen.find((one) => one.kind === kind && one.way === way);
  return found ? found.wanted : byDefault(kind, way);
}

/** Kinds that a member receives through a channel. */
export const getKindsForChannel = (
  who: Standing,
  chosen: readonly Preference[],
  way: NotificationChannel,
): NotificationKind[] => getAllowedKinds(who).filter((kind) => isWanted(chosen, kind, way));

/**
 * Badge text: 1 for people who have never opened the list and have nothing unread (rule B072), else the count up to 99+
 * (rule B073); null: none.
 */
export function getBadge(total: number, opened: boolean): string | null {
  if (total > NOTIFICATION_BADGE_MAX) return `${NOTIFICATION_BADGE_MAX}+`;
  if (total > 0) return String(total);
  return opened ? null : '1';
}
