import { ActionIcon, useDirection } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../i18n/index.ts';
import { direction, LANGUAGES, type Language } from '../i18n/languages.ts';
import { Menu } from './menu.tsx';

/** The languages as menu items; choosing one changes the interface at once. */
export function useLanguageItems() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  const choose = async (code: Language) => {
    await changeLanguage(code);
    setDirection(direction(code));
  };
  return LANGUAGES.map((language) => ({
    key: language.code,
    label: language.name,
    checked: i18n.language === language.code,
    run: () => void choose(language.code),
  }));
}

/** The language of the interface. */
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
