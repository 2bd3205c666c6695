import i18next from 'i18next';
import { useEffect, useSyncExternalStore } from 'react';
import * as formats from './formats.ts';

function formatsOf(language: string) {
  return {
    language,
    money: (value: formats.MoneyInput, currency?: string | null) => formats.formatMoney(value, currency, language),
    moneyParts: (value: formats.MoneyInput, currency?: string | null) => formats.moneyParts(value, currency, language),
    moneyShort: (value: formats.MinorMoney) => formats.formatMoneyShort(value, language),
    planPrice: (cents: number) => formats.formatPlanPrice(cents, language),
    number: (value: number | null | undefined, digits?: number) => formats.formatNumber(value, language, digits),
    compact: (value: number | null | undefined) => formats.formatCompact(value, language),
    percent: (value: number | null | undefined) => formats.formatPercent(value, language),
    count: (value: number, cap?: number) => formats.formatCount(value, language, cap),
    date: (iso: string | null | undefined) => formats.formatDate(iso, language),
    day: (iso: string | null | undefined) => formats.formatDay(iso, language),
    hour: (hour: number) => formats.formatHour(hour, language),
    time: (iso: string | null | undefined) => formats.formatTime(iso, language),
    dateTime: (iso: string | null | undefined) => formats.formatDateTime(iso, language),
    timeAgo: (iso: string | null | undefined, now = Date.now()) =>
      formats.formatTimeAgo(iso, language, i18next.t('common:time.justNow'), now),
    days: (min: number, max: number) => formats.formatDays(min, max, language),
    country: (code: string | null | undefined) => formats.formatCountry(code, language),
    list: (words: string[], kind?: 'conjunction' | 'disjunction') => formats.formatList(words, language, kind),
  };
}

const made = new Map<string, ReturnType<typeof formatsOf>>();
const watchers = new Set<() => void>();
/** Counts time zone changes: each creates new formatters, so that every text is rendered again. */
let zones = 0;

/** A time zone that this browser supports; undefined otherwise. */
function knownZone(timeZone: string): string | undefined {
  try {
    return timeZone ? new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone : undefined;
  } catch {
    return undefined;
  }
}

/** Shows all times in the account's time zone. */
export function useTimesIn(timeZone: string): void {
  useEffect(() => {
    if (!formats.showTimesIn(knownZone(timeZone))) return;
    zones += 1;
    for (const watcher of watchers) watcher();
  }, [timeZone]);
}

const language = {
  watch(watcher: () => void): () => void {
    i18next.on('languageChanged', watcher);
    watchers.add(watcher);
    return () => {
      i18next.off('languageChanged', watcher);
      watchers.delete(watcher);
    };
  },
  read: () => `${i18next.language} ${zones}`,
};

/**
 * The functions of lib/formats.ts bound to the current language. Shared by the whole page, so that a table of thousands
 * of amounts creates none of its own.
 */
export function useFormats() {
  const current = useSyncExternalStore(language.watch, language.read);
  let found = made.get(current);
  if (!found) {
    found = formatsOf(i18next.language);
    made.set(current, found);
  }
  return found;
}
