import { CURRENCY_CODES, SYMBOL_AFTER, shownDigits } from '@quayside/kernel/currencies.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../i18n/languages.ts';
import * as formats from './formats.ts';

const language = fc.constantFrom(...LANGUAGES.map((one) => one.code));
const currency = fc.constantFrom(...CURRENCY_CODES);
const amount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 });
/** Invisible characters: direction marks and all kinds of spaces. */
const visible = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c\u2066-\u2069\s]/g, '');
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

describe('money in nine languages and all currencies', () => {
  it('B087, B161: says the amount to the last digit that is shown, in Latin digits', () => {
    fc.assert(
      fc.property(amount, currency, language, (minor, code, lang) => {
        const shown = shownDigits(code);
        const parts = formats.moneyParts({ amount: minor, currency: code }, null, lang);
        const number = parts.pieces.filter((piece) => piece.kind === 'number').map((piece) => piece.text);
        expect(number).toHaveLength(1);
        const exact = Math.abs(minor) / 10 ** getDecimals(code);
        const said = Number(digitsOf(number[0] ?? '')) / 10 ** shown;
        // Three decimals are shown as two: rounded, so off by at most half of the last one.
        expect(Math.abs(said - exact)).toBeLessThanOrEqual(0.5 * 10 ** -shown + 1e-6);
      }),
    );
  });
  it('keeps the same pieces in its text, in the same order', () => {
    fc.assert(
      fc.property(amount, currency, language, (minor, code, lang) => {
        const { text, pieces } = formats.moneyParts({ amount: minor, currency: code }, null, lang);
        expect(visible(text)).toBe(visible(pieces.map((piece) => piece.text).join('')));
        expect(pieces.filter((piece) => piece.kind === 'currency')).toHaveLength(1);
        expect(pieces.some((piece) => piece.kind === 'sign')).toBe(minor < 0);
      }),
    );
  });
  it('B160: has the symbol after the amount for five currencies, in every language', () => {
    fc.assert(
      fc.property(amount, currency, language, (minor, code, lang) => {
        if (!SYMBOL_AFTER.has(code)) return;
        const kinds = formats
          .moneyParts({ amount: minor, currency: code }, null, lang)
          .pieces.map((piece) => piece.kind);
        expect(kinds.indexOf('currency')).toBeGreaterThan(kinds.indexOf('number'));
      }),
    );
  });
  it('B160: has it in front in English for every other one', () => {
    for (const code of CURRENCY_CODES) {
      const kinds = formats.moneyParts({ amount: 1250, currency: code }, null, 'en').pieces.map((piece) => piece.kind);
      const isFront = kinds.indexOf('currency') < kinds.indexOf('number');
      expect(isFront, code).toBe(!SYMBOL_AFTER.has(code));
    }
  });
  it('B088: finds a currency in any case of letters', () => {
    fc.assert(
      fc.property(currency, language, (code, lang) => {
        expect(formats.formatMoney(12.5, code.toLowerCase(), lang)).toBe(formats.formatMoney(12.5, code, lang));
      }),
    );
  });
  it('B087: shows -- for what is missing, and zero as a sum', () => {
    fc.assert(
      fc.property(currency, language, fc.constantFrom(null, undefined, Number.NaN), (code, lang, none) => {
        expect(formats.formatMoney(none, code, lang)).toBe('--');
        expect(formats.formatMoney(0, code, lang)).not.toBe('--');
        expect(digitsOf(formats.formatMoney(0, code, lang))).toMatch(/^0+$/);
      }),
    );
  });
});

describe('B134: the price of a plan', () => {
  it('has cents unless it is in whole dollars', () => {
    expect(formats.formatPlanPrice(1990, 'en')).toBe('$19.90');
    expect(formats.formatPlanPrice(0, 'en')).toBe('$0');
    expect(formats.formatPlanPrice(1990, 'de')).toBe('19,90\u00a0$');
    for (const { code } of LANGUAGES) {
      expect(digitsOf(formats.formatPlanPrice(1990, code))).toBe('1990');
      expect(digitsOf(formats.formatPlanPrice(0, code))).toBe('0');
    }
  });
});

describe('numbers', () => {
  it('B098: are abbreviated by one letter or word of the language, with one digit at most', () => {
    for (const { code } of LANGUAGES)
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (value) => {
          const text = formats.formatCompact(value, code);
          expect(text).not.toMatch(/[٠-٩]/);
          expect(text).not.toMatch(/[.,]\d{2,}\D*$/);
        }),
        { numRuns: 50 },
      );
    expect([1500, 2_000_000, 3_000_000_000, 999].map((n) => formats.formatCompact(n, 'en'))).toEqual([
      '1.5K',
      '2M',
      '3B',
      '999',
    ]);
  });
  it('keep all their digits when they are whole', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000_000), language, (value, lang) => {
        expect(Number(digitsOf(formats.formatNumber(value, lang)))).toBe(value);
      }),
    );
  });
});

describe('days and times', () => {
  it('B159: a day has its year and its number in every language, in Latin digits', () => {
    expect(formats.formatDate('2025-03-04T05:06:07.000Z', 'en')).toBe('Mar 04, 2025');
    const moment = fc.date({ min: new Date('1990-01-02'), max: new Date('2089-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, language, (at, lang) => {
        const text = formats.formatDate(at.toISOString(), lang);
        expect(text).toContain(String(at.getFullYear()));
        expect(text).toMatch(new RegExp(`(^|\\D)0?${at.getDate()}(\\D|$)`));
        expect(formats.formatTime(at.toISOString(), lang)).toMatch(/^\D*([01]?\d|2[0-3])\D+[0-5]\d\D*$/);
      }),
    );
  });
  it('B097: how long ago changes its form at a minute, an hour and three hours, and never runs backwards', () => {
    const now = Date.parse('2026-05-20T12:00:00Z');
    fc.assert(
      fc.property(fc.nat(20_000), language, (seconds, lang) => {
        const iso = new Date(now - seconds * 1000).toISOString();
        const text = formats.formatTimeAgo(iso, lang, 'now', now);
        if (seconds < 60) expect(text).toBe('now');
        else if (seconds < 10_800) expect(text).not.toContain('2026');
        else expect(text).toBe(formats.formatDateTime(iso, lang));
      }),
    );
  });
  it('names every country and span of days in each language', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(30), language, (from, more, lang) => {
        const text = formats.formatDays(from, from + more, lang);
        // The text has a word; Arabic may express one or two of a thing without a number.
        expect(text.replaceAll(/[\d\s–-]/g, '')).not.toBe('');
        expect(formats.formatCountry('DE', lang)).not.toBe('DE');
      }),
    );
  });
});
