import { ActionIcon, type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from './menu.tsx';

const SCHEMES: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];
const ICONS = { auto: Monitor, light: Sun, dark: Moon };

/** Light, dark, or the system's setting. */
export function useSchemeItems() {
  const { t } = useTranslation('common');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return SCHEMES.map((scheme) => ({
    key: scheme,
    label: t(`scheme.${scheme}`),
    icon: ICONS[scheme],
    checked: colorScheme === scheme,
    run: () => setColorScheme(scheme),
  }));
}

export function ThemeSwitch() {
  const { t } = useTranslation('common');
  const { colorScheme } = useMantineColorScheme();
  const items = useSchemeItems();
  const Icon = ICONS[colorScheme];
  return (
    <Menu
      label={t('scheme.label')}
      align="end"
      items={items}
      trigger={(props) => (
        <ActionIcon aria-label={t('scheme.label')} data-hint={t('scheme.label')} {...props}>
          <Icon size={18} aria-hidden />
        </ActionIcon>
      )}
    />
  );
}
