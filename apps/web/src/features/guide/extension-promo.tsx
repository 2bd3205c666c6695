import { ActionIcon, Button } from '@mantine/core';
import { Puzzle, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { noteAction } from '../../lib/outside/activity.ts';
import { extensionIds, installedExtensions } from '../../lib/outside/extension.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './guide.module.css';

const PUT_AWAY = 'quayside.extension-away';

/** The browser extension in its two variants, each with its install link; those that have an address and are not installed. */
export default function ExtensionPromo() {
  const { t } = useTranslation('guide');
  const { account } = useAccount();
  const [away, setAway] = useState(() => localStorage.getItem(PUT_AWAY) !== null);
  const installed = useSyncExternalStore(installedExtensions.watch, installedExtensions.read);
  const wanted = (address: string | null | undefined) =>
    extensionIds([address]).some((id) => installed.includes(id)) ? undefined : address;
  const chrome = wanted(account?.links.extension_chrome);
  const edge = wanted(account?.links.extension_edge);
  if (away || (!chrome && !edge)) return null;
  return (
    <section className={classes.promo} aria-label={t('extension.title')}>
      <Puzzle size={20} strokeWidth={1.75} aria-hidden />
      <div className={classes.words}>
        <h2 className={classes.title}>{t('extension.title')}</h2>
        <p className={classes.text}>{t('extension.text')}</p>
      </div>
      {chrome ? (
        <Button
          component="a"
          href={chrome}
          target="_blank"
          rel="noreferrer"
          variant="default"
          onClick={() => noteAction('install_extension_chrome')}
        >
          {t('extension.chrome')}
        </Button>
      ) : null}
      {edge ? (
        <Button
          component="a"
          href={edge}
          target="_blank"
          rel="noreferrer"
          variant="default"
          onClick={() => noteAction('install_extension_edge')}
        >
          {t('extension.edge')}
        </Button>
      ) : null}
      <ActionIcon
        aria-label={t('extension.away')}
        data-hint={t('extension.away')}
        onClick={() => {
          localStorage.setItem(PUT_AWAY, '1');
          setAway(true);
        }}
      >
        <X size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
}
