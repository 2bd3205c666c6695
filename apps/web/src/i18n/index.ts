import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadChunk } from '../lib/lazy-chunk.ts';
import { formatNumber } from '../lib/numbers.ts';
import { firstLanguage } from './choose-language.ts';
import { isolated } from './isolate.ts';
import { direction, type Language, supportedLanguage } from './languages.ts';
import type { Namespace } from './types.ts';

const STORAGE_NAME = 'quayside.language';

type Files = Record<string, () => Promise<Record<string, unknown>>>;

/** One small file per language and namespace, fetched when a screen first needs it. */
const english: Files = import.meta.glob<Record<string, unknown>>('./*.json', {
  base: '../../../../messages/en/web',
  import: 'default',
});

/**
 * The names of the files of every other language: lists of their own, so that nobody carries those of nine languages
 * with the first screen.
 */
const lists = import.meta.glob<Files>('./lists/*.ts', { import: 'default' });

async function read(language: string, namespace: string): Promise<Record<string, unknown>> {
  const files = language === 'en' ? english : await lists[`./lists/${language}.ts`]?.();
  const load = files?.[`./${namespace}.json`];
  if (!load) throw new Error(`There are no texts ${language}/${namespace}.`);
  return loadChunk(load);
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    read(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, false),
    );
  },
};

/** The language saved in this browser, else English. */
export function savedLanguage(): Language {
  try {
    return supportedLanguage(localStorage.getItem(STORAGE_NAME));
  } catch {
    return 'en';
  }
}

function apply(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = direction(language);
}

/** Starts the catalogue with the texts that the first screen needs, in the saved language unless another is asked for. */
export async function startI18n(namespaces: Namespace[], wish?: Language): Promise<void> {
  const language = firstLanguage(wish, savedLanguage());
  apply(language);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // The check of the catalogues fails on any missing text, so no second language is ever fetched.
      fallbackLng: false,
      ns: namespaces,
      defaultNS: 'common',
      // React escapes by itself; here only directions are kept apart.
      interpolation: { escapeValue: true, escape: (value) => isolated(value, document.documentElement.dir === 'rtl') },
      react: { useSuspense: true },
      returnNull: false,
    });
  // `{{count, number}}` in a text: grouped, with the same digits as everywhere.
  i18next.services.formatter?.add('number', (value: number, lng) => formatNumber(value, lng ?? 'en'));
}

/** Fetches the texts of a screen before it is shown. */
export function loadTexts(namespaces: readonly Namespace[]): Promise<void> {
  return i18next.loadNamespaces([...namespaces]);
}

/** Changes the language of the interface at once, and keeps the choice in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(STORAGE_NAME, language);
  } catch {
    // The choice then lasts as long as the tab.
  }
  await i18next.changeLanguage(language);
  apply(language);
}
