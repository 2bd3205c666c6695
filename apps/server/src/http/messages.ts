import { readdirSync, readFileSync } from 'node:fs';
import type { MessageParams } from '@quayside/kernel';
import { createInstance } from 'i18next';

/** Interface languages; unknown ones fall back to the first. Source: document 1, section 9. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

export const getLanguage = (locale: string | undefined): Language =>
  LANGUAGES.find((language) => language.toLowerCase() === locale?.toLowerCase()) ??
  LANGUAGES.find((language) => language.slice(0, 2) === locale?.slice(0, 2).toLowerCase()) ??
  'en';

type Texts = Readonly<Record<string, string>>;
interface Options {
  lng: Language;
  replace: MessageParams;
  count?: number;
  /** Values come from outside; `$t(...)` in one must not be resolved. */
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
// i18next's key types are declared for the whole program by types.ts of the web app.
const translate = i18n.t as (key: string, options: Options) => string;

/** Loads the texts of a language from disk on first use. */
function load(language: Language): void {
  if (!i18n.isInitialized) {
    void i18n.init({
      initAsync: false,
      resources: { en: { [NAMESPACE]: englishTexts() } },
      lng: 'en',
      fallbackLng: 'en',
      load: 'currentOnly',
      defaultNS: NAMESPACE,
      // Keys contain no dots, and a value such as "Order: 12" must not be parsed as a namespace.
      keySeparator: false,
      nsSeparator: false,
      // Texts become JSON or plain text; features/mail/rules/letter.ts escapes them for HTML.
      interpolation: { escapeValue: false },
      // A missing value shows its name instead of a gap.
      missingInterpolationHandler: (_text: string, placeholder: RegExpExecArray) => placeholder[0],
    });
  }
  if (!i18n.hasResourceBundle(language, NAMESPACE)) i18n.addResourceBundle(language, NAMESPACE, readTexts(language));
}

/** Former names of the `count` parameter; old rows still use them. */
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

/** Whether a key has a text; unknown keys are shown as they are. */
export const isMessage = (key: string): boolean => Object.hasOwn(englishTexts(), key) || isPlural(key);

const LTR_LETTER = /[A-Za-z\u00C0-\u024F\u4E00-\u9FFF]/;
const SIGN = /[#+\-–./:,]/;
/** Such as "#1001" or "12-3": after an Arabic letter the sign would change sides. */
const isSignedNumber = (value: string): boolean => /\d/.test(value) && SIGN.test(value);
const isAddress = (value: string): boolean => /^(https?:\/\/|\/)/.test(value);

/**
 * Isolates a left-to-right value inside a right-to-left sentence, or neighboring digits and punctuation would move.
 * URLs stay bare: the marks would become part of a copied or detected link.
 */
const isolated = (language: Language, value: string): string =>
  language === 'ar' && (LTR_LETTER.test(value) || isSignedNumber(value)) && !isAddress(value)
    ? `\u2068${value}\u2069`
    : value;

const countries = new Map<Language, Intl.DisplayNames>();

/** Localized country name for an ISO code; parameters named `country` hold one. */
export function countryName(language: Language, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const names = countries.get(language) ?? new Intl.DisplayNames(language, { type: 'region' });
  countries.set(language, names);
  return names.of(code) ?? code;
}

/** Parameters formatted for a language. */
function localized(language: Language, params: MessageParams): MessageParams {
  if (language !== 'ar' && params.country === undefined) return params;
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [name, isolated(language, name === 'country' ? countryName(language, value) : value)];
    }),
  );
}

/**
 * The text of a message key with its parameters; falls back to English, then to the key. The parameter `count` selects
 * the plural form.
 */
export function say(locale: string | undefined, key: string, params: MessageParams = {}): string {
  if (!isMessage(key)) return key;
  const language = getLanguage(locale);
  load(language);
  const options: Options = { lng: language, replace: localized(language, params), nest: false };
  if (!isPlural(key)) return translate(key, options);
  const count = params.count ?? params[EARLIER_COUNT[key] ?? ''];
  if (count !== undefined) options.replace = { ...options.replace, count };
  // Without a number, use the most general form: NaN is `other` in every language.
  return translate(key, { ...options, count: Number(count) });
}
