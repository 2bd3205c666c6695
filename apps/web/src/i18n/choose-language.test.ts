import { languageSchema } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, firstLanguage } from './choose-language.ts';
import { direction, LANGUAGES, languageOfAdmin, supportedLanguage } from './languages.ts';

describe('the languages', () => {
  it('B012: are nine, en first, the same that the server knows', () => {
    expect(LANGUAGES.map((one) => one.code)).toEqual(['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN']);
    expect(LANGUAGES.map((one) => one.code)).toEqual(languageSchema.options);
  });
  it('B052: are English for any other wish', () => {
    for (const wish of ['ja', '', null, undefined, 'EN', 'pt']) expect(supportedLanguage(wish)).toBe('en');
    expect(supportedLanguage('pt-BR')).toBe('pt-BR');
  });
  it('B050: are the admin’s inside one, else that of last time', () => {
    expect(firstLanguage(languageOfAdmin('de'), 'fr')).toBe('de');
    expect(firstLanguage(undefined, 'fr')).toBe('fr');
    expect(firstLanguage(undefined, supportedLanguage(null))).toBe('en');
    expect(['pt-PT', 'zh-SG', 'fr-CA', 'ja', null].map(languageOfAdmin)).toEqual(['pt-BR', 'zh-CN', 'fr', 'en', 'en']);
  });
  it('are written from the right in Arabic alone', () => {
    expect(LANGUAGES.filter((one) => direction(one.code) === 'rtl').map((one) => one.code)).toEqual(['ar']);
  });
});

describe('choosing one', () => {
  const tried = async (signedIn: boolean, save: () => Promise<unknown> = () => Promise.resolve()) => {
    const done: string[] = [];
    await chooseLanguage('es', {
      change: async (code) => void done.push(`change ${code}`),
      follow: (code) => void done.push(`follow ${code}`),
      isSignedIn: () => signedIn,
      save: (code) => {
        done.push(`save ${code}`);
        return save();
      },
    });
    return done;
  };
  it('B051: changes the interface, what hangs on it, and the account', async () => {
    expect(await tried(true)).toEqual(['change es', 'follow es', 'save es']);
    expect(await tried(false)).toEqual(['change es', 'follow es']);
  });
  it('B053: stays in the new language when it could not be kept with the account', async () => {
    expect(await tried(true, () => Promise.reject(new Error('500')))).toEqual(['change es', 'follow es', 'save es']);
  });
});
