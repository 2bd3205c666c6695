import { ActionIcon, useDirection } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { changeLanguage } from '../i18n/index.ts';
import { direction, LANGUAGES, type Language } from '../i18n/languages.ts';
import { api } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { Menu } from './menu.tsx';

/** Changes the interface language and saves it with the signed-in account. */
export function useChooseLanguage(): (code: Language) => Promise<void> {
  const { setDirection } = useDirection();
  return (code) =>
    chooseLanguage(code, {
      change: changeLanguage,
      follow: (chosen) => setDirection(direction(chosen)),
      isSignedIn: () => session().read('token') !== undefined,
      save: (language) => api('PUT /auth/account/set-language', { body: { language }, quiet: true }),
    });
}

/** The languages as menu items. */
export function useLanguageItems() {
  const { i18n } = useTranslation();
  const choose = useChooseLanguage();
  return LANGUAGES.map((language) => ({
    key: language.code,
    label: language.name,
    checked: i18n.language === language.code,
    run: () => void choose(language.code),
  }));
}

/** Picks the interface language. */
export function LanguagePicker() {
  const { t } = useTranslation('common');
  const items = useLanguageItems();
  return (
    <Menu
      label={t('language')}
      align="end"
      items={items}
      trigger={(props) => (
        <ActionIcon aria-label={t('language')} data-hint={t('language')} {...props}>
          <Languages size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
