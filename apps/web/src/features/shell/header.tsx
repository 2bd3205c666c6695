import { ActionIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Keyboard, Search, WifiOff } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../kit/language-picker.tsx';
import { Logo } from '../../kit/logo.tsx';
import { ThemeSwitch } from '../../kit/theme-switch.tsx';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { Bell } from '../notifications/index.ts';
import classes from './header.module.css';
import { UserMenu } from './user-menu.tsx';

const HeaderMore = lazyChunk(() => import('./header-more.tsx'));

interface Props {
  onSearch(): void;
  onHelp(): void;
  /** The live stream is cut: what is shown may be a moment old. */
  cut: boolean;
}

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** The bar on top, 56 px: the way to everything. */
export function Header({ onSearch, onHelp, cut }: Props) {
  const { t } = useTranslation('shell');
  return (
    <header className={classes.header}>
      <Link to="/app" className={classes.brand} aria-label={t('brand')}>
        <Logo />
      </Link>
      <button type="button" className={classes.search} onClick={onSearch}>
        <Search size={16} aria-hidden />
        <span>{t('search')}</span>
        <kbd dir="ltr">{MOD} K</kbd>
      </button>
      <div className={classes.end}>
        {cut ? (
          <span className={classes.cut} role="status">
            <WifiOff size={14} aria-hidden />
            {t('cut')}
          </span>
        ) : null}
        {/* Grows towards the search, so that nothing moves when it comes. */}
        <Suspense fallback={null}>
          <HeaderMore />
        </Suspense>
        <ActionIcon aria-label={t('keys.help')} data-hint={t('keys.help')} data-keys="?" onClick={onHelp}>
          <Keyboard size={18} aria-hidden />
        </ActionIcon>
        <LanguagePicker />
        <ThemeSwitch />
        <Bell />
        <UserMenu />
      </div>
    </header>
  );
}
