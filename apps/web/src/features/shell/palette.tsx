import '@mantine/spotlight/styles.layer.css';
import { Modal } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { CircleHelp, Keyboard, Languages, ListChecks, LogOut, ReceiptText, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolate.ts';
import { useLanguageItems } from '../../kit/language-picker.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { useSchemeItems } from '../../kit/theme-switch.tsx';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSections } from '../settings/index.ts';
import classes from './palette.module.css';
import { actionsFor, matchesWords } from './palette-actions.ts';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.ts';

const [store, actions] = createSpotlight();

interface Item {
  id: string;
  label: string;
  note?: string;
  icon: ReactNode;
  run(): void;
}

interface Props {
  /** Opens whenever it changes. */
  asked: number;
  onHelp(): void;
}

/** Finds pages, settings, actions, orders and products by a few letters. */
export default function Palette({ asked, onHelp }: Props) {
  const { t, i18n } = useTranslation(['palette', 'shell', 'settings']);
  const router = useRouter();
  const [query, setQuery] = useState('');
  const words = query.trim();
  const places = usePlaces();
  const help = useAccount().account?.links.help;
  const sections = useSections();
  const languages = useLanguageItems();
  const schemes = useSchemeItems();
  const { may } = useMay();
  const { money, day } = useFormats();
  const found = useFound(words);
  useEffect(() => {
    if (asked > 0) actions.open();
  }, [asked]);

  const fits = ({ label }: Item) => matchesWords(label, words);
  const searchable = places.filter((place) => ['orders', 'find', 'imports', 'center'].includes(place.key));
  const go = (to: ScreenPath, search: Record<string, string | undefined> = {}) => void router.navigate({ to, search });

  /** `isLate`: known once the server has answered. */
  const groups: { label: string; items: Item[]; isLate?: boolean }[] = [
    {
      label: t('groups.actions'),
      items: actionsFor(may, session().hidesBilling ?? false)
        .map(
          (action): Item => ({
            id: `action-${action.key}`,
            label: t(`actions.${action.key}`),
            icon: <action.icon size={18} aria-hidden />,
            run: () => go(action.to, action.search),
          }),
        )
        .filter(fits),
    },
    {
      label: t('groups.places'),
      items: [
        ...places.map(
          (place): Item => ({
            id: place.key,
            label: t(`shell:places.${place.key}`),
            icon: <place.icon size={18} aria-hidden />,
            run: () => go(place.to),
          }),
        ),
        {
          id: 'quick',
          label: t('shell:quickStart'),
          icon: <ListChecks size={18} aria-hidden />,
          run: () => go('/app/guide-line'),
        },
        {
          id: 'help',
          label: t('shell:help'),
          icon: <CircleHelp size={18} aria-hidden />,
          run: () => (help ? void open(help, '_blank', 'noopener') : go('/app/help')),
        },
      ].filter(fits),
    },
    {
      label: t('shell:places.settings'),
      items: words
        ? sections
            .map(
              (section): Item => ({
                id: `setting-${section.key}`,
                label: t(`settings:sections.${section.key}`),
                icon: <section.icon size={18} aria-hidden />,
                run: () => go(section.to),
              }),
            )
            .filter(fits)
        : [],
    },
    {
      label: t('groups.screen'),
      items: words
        ? [
            ...schemes
              .filter((item) => !item.checked)
              .map(
                (item): Item => ({
                  id: item.key,
                  label: t(`scheme.${item.key}`),
                  icon: <item.icon size={18} aria-hidden />,
                  run: item.run,
                }),
              ),
            ...languages
              .filter((item) => !item.checked)
              .map(
                (item): Item => ({
                  id: item.key,
                  label: t('language', { name: item.label }),
                  icon: <Languages size={18} aria-hidden />,
                  run: item.run,
                }),
              ),
            {
              id: 'shortcuts',
              label: t('actions.shortcuts'),
              icon: <Keyboard size={18} aria-hidden />,
              run: onHelp,
            },
            { id: 'out', label: t('shell:signOut'), icon: <LogOut size={18} aria-hidden />, run: () => go('/signout') },
          ].filter(fits)
        : [],
    },
    {
      label: t('shell:places.orders'),
      isLate: true,
      items: found.orders.map((order) => ({
        id: `order-${order.id}`,
        label: [order.name, order.customer_name && isolated(order.customer_name, i18n.dir() === 'rtl')]
          .filter(Boolean)
          .join(' · '),
        note: [order.customer_email, day(order.placed_at), money(order.total)].filter(Boolean).join(' · '),
        icon: <ReceiptText size={18} aria-hidden />,
        run: () =>
          go('/app/orders', {
            open: order.id,
            period: 'all',
            tab: order.tab === 'unfulfilled' ? undefined : order.tab,
          }),
      })),
    },
    {
      label: t('groups.products'),
      isLate: true,
      items: found.products.map((product) => ({
        id: `product-${product.id}`,
        label: isolated(product.title, i18n.dir() === 'rtl'),
        icon: <ProductPicture src={product.image} alt="" size={28} />,
        run: () => go('/app/products-center', { open: product.id }),
      })),
    },
    {
      label: t('groups.search'),
      isLate: true,
      items: words
        ? [
            ...searchable.map((place) => ({
              id: `search-${place.key}`,
              label: t('searchIn', { words, place: t(`shell:places.${place.key}`) }),
              icon: <Search size={18} aria-hidden />,
              run: () => go(place.to, place.key === 'orders' ? { q: words, period: 'all' } : { q: words }),
            })),
            ...(help
              ? []
              : [
                  {
                    id: 'search-help',
                    label: t('shell:palette.help', { words }),
                    icon: <CircleHelp size={18} aria-hidden />,
                    run: () => go('/app/help', { q: words }),
                  },
                ]),
          ]
        : [],
    },
  ].filter((group) => group.items.length > 0);

  const list = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  const opensFirst = useRef(false);
  const shown = groups.flatMap((group) => group.items.map((item) => item.id)).join();
  const { isSearching } = found;
  useEffect(() => {
    // Mantine marks the first row only while typing; results arrive later and above it.
    if (!shown || !words || hasMoved.current) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-action]') ?? [])];
    for (const [at, row] of rows.entries()) row.toggleAttribute('data-selected', at === 0);
    store.updateState((state) => ({ ...state, selected: 0 }));
    if (isSearching || !opensFirst.current) return;
    opensFirst.current = false;
    rows[0]?.click();
  }, [shown, words, isSearching]);

  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowDown' || key === 'ArrowUp') hasMoved.current = true;
    const isTooEarly = isSearching && !hasMoved.current && groups[0]?.isLate === true;
    if (key !== 'Enter' || !isTooEarly) return;
    // The rows on screen are not the answer yet: Enter opens the first one of the answer.
    opensFirst.current = true;
    for (const row of list.current?.querySelectorAll('[data-selected]') ?? []) row.removeAttribute('data-selected');
  }

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={(next) => {
        hasMoved.current = false;
        opensFirst.current = false;
        setQuery(next);
      }}
      shortcut={null}
      zIndex={1300}
      size={560}
      radius={12}
      scrollable
      maxHeight="min(520px, 70dvh)"
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
      <Modal.Title className="visually-hidden">{t('shell:search')}</Modal.Title>
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('shell:search')}
        onKeyDown={onKeyDown}
        leftSection={<Search size={18} aria-hidden />}
        classNames={{ input: classes.input }}
      />
      <Spotlight.ActionsList ref={list}>
        {groups.map((group) => (
          <Spotlight.ActionsGroup key={group.label} label={group.label}>
            {group.items.map((item) => (
              <Spotlight.Action
                key={item.id}
                label={item.label}
                description={item.note}
                leftSection={item.icon}
                onClick={item.run}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && !found.isSearching && !found.isFailed ? (
          <Spotlight.Empty>{t('nothing')}</Spotlight.Empty>
        ) : null}
      </Spotlight.ActionsList>
      <div role="status" className={classes.status}>
        {found.isSearching ? t('searching') : found.isFailed ? t('failed') : null}
      </div>
    </Spotlight.Root>
  );
}
