import {
  MAILED_BY_DEFAULT,
  may,
  NOTICE_BADGE_MOST,
  NOTICE_KIND_NAMES,
  NOTICE_KINDS,
  NOTICE_NEEDS,
  type NoticeKind,
  type NotificationChannel,
  type Standing,
} from '@quayside/contracts';

/** A choice that differs from the default. */
export interface Preference {
  kind: string;
  way: string;
  wanted: boolean;
}

/** Kinds that a member may receive, by permissions. */
export const kindsFor = (who: Standing): NoticeKind[] =>
  NOTICE_KIND_NAMES.filter((kind) => may(who, NOTICE_NEEDS[NOTICE_KINDS[kind]]));

const byDefault = (kind: NoticeKind, way: NotificationChannel): boolean =>
  way === 'app' || MAILED_BY_DEFAULT.includes(kind);

export function isWanted(chosen: readonly Preference[], kind: NoticeKind, way: NotificationChannel): boolean {
  const found = chosen.find((one) => one.kind === kind && one.way === way);
  return found ? found.wanted : byDefault(kind, way);
}

/** Kinds that a member receives through a channel. */
export const kindsBy = (who: Standing, chosen: readonly Preference[], way: NotificationChannel): NoticeKind[] =>
  kindsFor(who).filter((kind) => isWanted(chosen, kind, way));

/**
 * Badge text: 1 for people who have never opened the list and have nothing unread (rule B072), else the count up to 99+
 * (rule B073); null: none.
 */
export function badgeOf(total: number, opened: boolean): string | null {
  if (total > NOTICE_BADGE_MOST) return `${NOTICE_BADGE_MOST}+`;
  if (total > 0) return String(total);
  return opened ? null : '1';
}
