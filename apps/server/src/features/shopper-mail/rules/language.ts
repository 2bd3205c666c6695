import { languageSchema } from '@quayside/contracts';

type Language = (typeof languageSchema.options)[number];

/** Traditional Chinese, which our Chinese texts are not. */
const TRADITIONAL = /^zh[-_](hant|tw|hk|mo)\b/i;

/** The language of an email: the customer's, where it is one of ours, else the setting's. */
export function getShopperLanguage(locale: string | null, setting: Language): Language {
  const [base] = (locale ?? '').toLowerCase().split(/[-_]/);
  if (!base || TRADITIONAL.test(locale ?? '')) return setting;
  return languageSchema.options.find((language) => language.toLowerCase().split('-')[0] === base) ?? setting;
}
