import '@mantine/spotlight/styles.layer.css';
import { Modal } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { CircleHelp, ListChecks, LogOut, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguageItems } from '../../kit/language-picker.tsx';
import { useSchemeItems } from '../../kit/theme-switch.tsx';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useSections } from '../settings/index.ts';
import classes from './palette.module.css';
import { usePlaces } from './use-places.ts';

const [store, actions] = createSpotlight();

/** Goes anywhere by a few letters: places, settings of the screen, and the same words as a search in the lists. */
export default function Palette({ asked }: { asked: number }) {
  const { t } = useTranslation(['shell', 'common', 'settings']);
  const router = useRouter();
  const [words, setWords] = useState('');
  const places = usePlaces();
  const help = useAccount().account?.links.help;
  const sections = useSections();
  const languages = useLanguageItems();
  const schemes = useSchemeItems();
  useEffect(() => {
    if (asked > 0) actions.open();
  }, [asked]);

  const wanted = words.trim().toLocaleLowerCase();
  const fits = (text: string) => text.toLocaleLowerCase().includes(wanted);
  const searchable = places.filter((place) => ['orders', 'find', 'imports', 'center'].includes(place.key));
  const go = (to: ScreenPath, q?: string) => void router.navigate({ to, search: { q } });

  const groups = [
    {
      label: t('palette.places'),
      items: [
        ...places.map((place) => ({
          id: place.key as string,
          label: t(`places.${place.key}`),
          icon: <place.icon size={18} aria-hidden />,
          run: () => go(place.to),
        })),
        {
          id: 'quick',
          label: t('quickStart'),
          icon: <ListChecks size={18} aria-hidden />,
          run: () => go('/app/guide-line'),
        },
        {
          id: 'help',
          label: t('help'),
          icon: <CircleHelp size={18} aria-hidden />,
          run: () => (help ? void open(help, '_blank', 'noopener') : go('/app/help')),
        },
      ].filter((item) => fits(item.label)),
    },
    {
      label: t('places.settings'),
      items: sections
        .map((section) => ({
          id: `setting-${section.key}`,
          label: t(`settings:sections.${section.key}`),
          icon: <section.icon size={18} aria-hidden />,
          run: () => go(section.to),
        }))
        .filter((item) => wanted && fits(item.label)),
    },
    {
      label: t('palette.search'),
      items: wanted
        ? [
            ...searchable.map((place) => ({
              id: `search-${place.key}`,
              label: t('palette.searchIn', { words: words.trim(), place: t(`places.${place.key}`) }),
              icon: <Search size={18} aria-hidden />,
              run: () => go(place.to, words.trim()),
            })),
            ...(help
              ? []
              : [
                  {
                    id: 'search-help',
                    label: t('palette.help', { words: words.trim() }),
                    icon: <CircleHelp size={18} aria-hidden />,
                    run: () => go('/app/help', words.trim()),
                  },
                ]),
          ]
        : [],
    },
    {
      label: t('palette.screen'),
      items: [
        ...schemes.map((item) => ({
          id: item.key,
          label: item.label,
          icon: <item.icon size={18} aria-hidden />,
          run: item.run,
        })),
        ...languages.map((item) => ({ id: item.key, label: item.label, icon: null, run: item.run })),
        { id: 'out', label: t('signOut'), icon: <LogOut size={18} aria-hidden />, run: () => go('/signout') },
      ].filter((item) => wanted && fits(item.label)),
    },
  ].filter((group) => group.items.length > 0);

  return (
    <Spotlight.Root
      store={store}
      query={words}
      onQueryChange={setWords}
      shortcut={null}
      zIndex={1300}
      size={560}
      radius={12}
      clearQueryOnClose
      overlayProps={{ blur: 0, backgroundOpacity: 0 }}
      classNames={{
        content: classes.content,
        overlay: classes.overlay,
        actionsList: classes.list,
        actionsGroup: classes.group,
        action: classes.action,
        actionSection: classes.section,
      }}
    >
      <Modal.Title className="visually-hidden">{t('search')}</Modal.Title>
      <Spotlight.Search
        placeholder={t('search')}
        aria-label={t('search')}
        leftSection={<Search size={18} aria-hidden />}
        classNames={{ input: classes.input }}
      />
      <Spotlight.ActionsList>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Spotlight.Action key={item.id} label={item.label} leftSection={item.icon} onClick={item.run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 ? <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
