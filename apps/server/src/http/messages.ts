import { readdirSync, readFileSync } from 'node:fs';
import type { MessageParams } from '@quayside/kernel';
import { createInstance } from 'i18next';

/** Languages of the interface; the first is what unknown ones become. Source: document 1, section 9. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export const languageOf = (locale: string | undefined): Language =>
  LANGUAGES.find((language) => language.toLowerCase() === locale?.toLowerCase()) ??
  LANGUAGES.find((language) => language.slice(0, 2) === locale?.slice(0, 2).toLowerCase()) ??
  'en';

type Texts = Readonly<Record<string, string>>;
interface Options {
  lng: Language;
  replace: MessageParams;
  count?: number;
  /** Values come from outside; `$t(...)` in one must not be looked up. */
  nest: false;
}

const NAMESPACE = 'server';
const folder = new URL('../../../../messages/', import.meta.url);

function readTexts(language: Language): Texts {
  const own = new URL(`${language}/${NAMESPACE}/`, folder);
  const files = readdirSync(own).filter((file) => file.endsWith('.json'));
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(new URL(file, own), 'utf8'))));
}

let english: Texts | undefined;
const englishTexts = (): Texts => {
  english ??= readTexts('en');
  return english;
};

const i18n = createInstance();
// i18next's key types are those of the web app's texts: types.ts there declares them for the whole program.
const translate = i18n.t as (key: string, options: Options) => string;

/** Reads the texts of a language from disk when they are first needed. */
function load(language: Language): void {
  if (!i18n.isInitialized) {
    void i18n.init({
      initAsync: false,
      resources: { en: { [NAMESPACE]: englishTexts() } },
      lng: 'en',
      fallbackLng: 'en',
      load: 'currentOnly',
      defaultNS: NAMESPACE,
      // A key is one word, and a value such as "Order: 12" must not be read as a namespace.
      keySeparator: false,
      nsSeparator: false,
      // Texts become JSON and plain text; what puts them into HTML escapes them (features/mail/rules/letter.ts).
      interpolation: { escapeValue: false },
      // A value that was forgotten is seen by its name instead of leaving a gap.
      missingInterpolationHandler: (_text: string, placeholder: RegExpExecArray) => placeholder[0],
    });
  }
  if (!i18n.hasResourceBundle(language, NAMESPACE)) i18n.addResourceBundle(language, NAMESPACE, readTexts(language));
}

/** Parameters that held the count before it was called `count`; rows written then still have them. */
const EARLIER_COUNT: Readonly<Record<string, string>> = {
  PAYMENT_SOME_FAILED: 'failed',
  PLACEMENT_SOME_FAILED: 'failed',
  SPLIT_DIFFERS: 'there',
  SYNC_SOME_FAILED: 'failed',
  TIMELINE_MANUALLY_FULFILLED: 'lines',
  TIMELINE_MAPPED: 'lines',
  TIMELINE_SUPPLIER_CHANGED: 'lines',
  TOO_MANY_VARIANTS: 'maximum',
};

const isPlural = (key: string): boolean => Object.hasOwn(englishTexts(), `${key}_other`);

/** Whether a key has a sentence; what has none is shown as it is. */
export const isMessage = (key: string): boolean => Object.hasOwn(englishTexts(), key) || isPlural(key);

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

/** The parameters as a language writes them. */
function localized(language: Language, params: MessageParams): MessageParams {
  if (language !== 'ar' && params.country === undefined) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, placed(language, name === 'country' ? countryName(language, value) : value)];
    }),
  );
}

/**
 * The sentence of a message key in a language, with its parameters; English, then the key itself, where none is found. A
 * sentence that counts takes its plural form from the parameter `count`.
 */
export function say(locale: string | undefined, key: string, params: MessageParams = {}): string {
  if (!isMessage(key)) return key;
  const language = languageOf(locale);
  load(language);
  const options: Options = { lng: language, replace: localized(language, params), nest: false };
  if (!isPlural(key)) return translate(key, options);
  const count = params.count ?? params[EARLIER_COUNT[key] ?? ''];
  if (count !== undefined) options.replace = { ...options.replace, count };
  // Without a number it takes the form that most numbers have: NaN is `other` in every language.
  return translate(key, { ...options, count: Number(count) });
}
