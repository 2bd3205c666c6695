/** Folders of _locales, as the browser wants them named, by the app's word for the language. */
export const LOCALES: Readonly<Record<string, string>> = {
  en: 'en',
  ar: 'ar',
  de: 'de',
  es: 'es',
  fr: 'fr',
  it: 'it',
  nl: 'nl',
  'pt-BR': 'pt_BR',
  'zh-CN': 'zh_CN',
};

type Messages = Readonly<Record<string, { message: string }>>;

/** The language for a wish such as "de-AT" or "zh"; English where there is none of ours. */
export function languageFor(wish: string): string {
  const exact = Object.keys(LOCALES).find((one) => one.toLowerCase() === wish.toLowerCase());
  const short = wish.slice(0, 2).toLowerCase();
  return exact ?? Object.keys(LOCALES).find((one) => one.slice(0, 2) === short) ?? 'en';
}

export interface Texts {
  language: string;
  direction: 'ltr' | 'rtl';
  /** A text with its `{words}` filled in. */
  say(key: string, words?: Readonly<Record<string, string>>): string;
}

/**
 * The texts of the window, in the language of Quayside's screens where that is known: the browser itself would offer only its
 * own language.
 *
 * @param load reads a file of the extension by its path.
 */
export async function loadTexts(load: (path: string) => Promise<unknown>, wish: string): Promise<Texts> {
  const language = languageFor(wish);
  const messages = (await load(`_locales/${LOCALES[language]}/messages.json`)) as Messages;
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say: (key, words = {}) =>
      (messages[key]?.message ?? key).replace(/\{(\w+)\}/g, (all, word: string) => words[word] ?? all),
  };
}
