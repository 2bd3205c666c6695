import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as formats from './formats.ts';

/** The formats of lib/formats.ts, bound to the language in use. */
export function useFormats() {
  const { t, i18n } = useTranslation('common');
  const language = i18n.language;
  const justNow = t('time.justNow');
  return useMemo(
    () => ({
      language,
      money: (value: formats.MoneyInput, currency?: string | null) => formats.formatMoney(value, currency, language),
      moneyParts: (value: formats.MoneyInput, currency?: string | null) =>
        formats.moneyParts(value, currency, language),
      moneyShort: (value: formats.MinorMoney) => formats.formatMoneyShort(value, language),
      number: (value: number | null | undefined, digits?: number) => formats.formatNumber(value, language, digits),
      compact: (value: number | null | undefined) => formats.formatCompact(value, language),
      percent: (value: number | null | undefined) => formats.formatPercent(value, language),
      count: (value: number, cap?: number) => formats.formatCount(value, language, cap),
      date: (iso: string | null | undefined) => formats.formatDate(iso, language),
      day: (iso: string | null | undefined) => formats.formatDay(iso, language),
      time: (iso: string | null | undefined) => formats.formatTime(iso, language),
      dateTime: (iso: string | null | undefined) => formats.formatDateTime(iso, language),
      timeAgo: (iso: string | null | undefined, now = Date.now()) => formats.formatTimeAgo(iso, language, justNow, now),
      country: (code: string | null | undefined) => formats.formatCountry(code, language),
      list: (words: string[], kind?: 'conjunction' | 'disjunction') => formats.formatList(words, language, kind),
    }),
    [language, justNow],
  );
}
