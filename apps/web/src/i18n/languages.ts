/** The languages of the interface, each by its own name. */
export const LANGUAGES = [
  { code: 'en', name: 'English', country: 'US' },
  { code: 'ar', name: 'العربية', country: 'SA' },
  { code: 'de', name: 'Deutsch', country: 'DE' },
  { code: 'es', name: 'Español', country: 'ES' },
  { code: 'fr', name: 'Français', country: 'FR' },
  { code: 'it', name: 'Italiano', country: 'IT' },
  { code: 'nl', name: 'Nederlands', country: 'NL' },
  { code: 'pt-BR', name: 'Português (Brasil)', country: 'BR' },
  { code: 'zh-CN', name: '简体中文', country: 'CN' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

/** A supported language for any wish, else English. */
export function supportedLanguage(wish: string | null | undefined): Language {
  return LANGUAGES.find((one) => one.code === wish)?.code ?? 'en';
}

/** The language of a shop's admin as one of ours: its regions are left aside where we have but one. */
export function languageOfAdmin(locale: string | null): Language {
  const exact = supportedLanguage(locale);
  if (exact !== 'en' || !locale) return exact;
  const short = locale.slice(0, 2).toLowerCase();
  // Traditional Chinese is another script.
  if (/^zh\b.*(?:hant|tw|hk|mo)\b/i.test(locale)) return 'en';
  return short === 'pt' ? 'pt-BR' : short === 'zh' ? 'zh-CN' : supportedLanguage(short);
}

/** The way a language is written. */
export function direction(language: string): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
