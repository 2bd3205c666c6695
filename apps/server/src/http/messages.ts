import { readdirSync, readFileSync } from 'node:fs';
import type { MessageParams } from '@quayside/kernel';

/** Languages of the interface; the first is what unknown ones become. Source: document 1, section 9. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageOf = (locale: string | undefined): Language =>
  LANGUAGES.find((language) => language.toLowerCase() === locale?.toLowerCase()) ??
  LANGUAGES.find((language) => language.slice(0, 2) === locale?.slice(0, 2).toLowerCase()) ??
  'en';

type Catalogue = Record<string, string>;
const folder = new URL('../../../../messages/', import.meta.url);
const catalogues = new Map<Language, Catalogue>();

function catalogue(language: Language): Catalogue {
  const known = catalogues.get(language);
  if (known) return known;
  const merged: Catalogue = {};
  const own = new URL(`${language}/server/`, folder);
  for (const file of readdirSync(own).sort()) {
    if (file.endsWith('.json')) Object.assign(merged, JSON.parse(readFileSync(new URL(file, own), 'utf8')));
  }
  catalogues.set(language, merged);
  return merged;
}

const LTR_LETTER = /[A-Za-z\u00C0-\u024F\u4E00-\u9FFF]/;
const isAddress = (value: string): boolean => /^(https?:\/\/|\/)/.test(value);

/**
 * A value inside a sentence written from the right: what is written from the left is set apart, or the numbers and marks
 * beside it would change their places. Addresses stay as they are: they are taken over by what follows them.
 */
const placed = (language: Language, value: string): string =>
  language === 'ar' && LTR_LETTER.test(value) && !isAddress(value) ? `\u2068${value}\u2069` : value;

const countries = new Map<Language, Intl.DisplayNames>();

/** A country by its name in a language, from its ISO code; a parameter `country` of a sentence holds one. */
export function countryName(language: Language, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const names = countries.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  countries.set(language, names);
  return names.of(code) ?? code;
}

/** The sentence of a message key in a language, with its parameters; English, then the key itself, where none is found. */
export function say(locale: string | undefined, key: string, params: MessageParams = {}): string {
  const language = languageOf(locale);
  const text = catalogue(language)[key] ?? catalogue('en')[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (params[name] == null) return whole;
    const value = String(params[name]);
    return placed(language, name === 'country' ? countryName(language, value) : value);
  });
}

/** Whether a key has a sentence; what has none is shown as it is. */
export const isMessage = (key: string): boolean => key in catalogue('en');
