import { ActionIcon, Button } from '@mantine/core';
import { Puzzle, X } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { noteAction } from '../../lib/outside/activity.ts';
import { extensionIds, installedExtensions } from '../../lib/outside/extension.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { isFittingBrowser, useExtension } from '../extension/index.ts';
import classes from './guide.module.css';

const PUT_AWAY = 'quayside.extension-away';

/**
 * The browser extension in its two variants, each with its install link; those that have an address and are not installed. Where
 * none has an address, the one of this installation, by the page that says how to install it; once it is
 * known that none is here, in a browser that can have it.
 */
export default function ExtensionPromo() {
  const { t } = useTranslation('guide');
  const { account } = useAccount();
  const [away, setAway] = useState(() => localStorage.getItem(PUT_AWAY) !== null);
  const installed = useSyncExternalStore(installedExtensions.watch, installedExtensions.read);
  const wanted = (address: string | null | undefined) =>
    extensionIds([address]).some((id) => installed.includes(id)) ? undefined : address;
  const chrome = wanted(account?.links.extension_chrome);
  const edge = wanted(account?.links.extension_edge);
  const { found } = useExtension();
  const { extension_chrome, extension_edge, extension_own } = account?.links ?? {};
  const isOwn = Boolean(extension_own) && !extension_chrome && !extension_edge && session().mode === 'standalone';
  const canBe = isFittingBrowser(navigator.userAgent);
  const offersOwn = isOwn && canBe && found?.ids.length === 0;
  if (away || (!chrome && !edge && !offersOwn)) return null;
  const title = t(offersOwn ? 'extension.ownTitle' : 'extension.title');
  return (
    <section className={classes.promo} aria-label={title}>
      <Puzzle size={20} strokeWidth={1.75} aria-hidden />
      <div className={classes.words}>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{t(offersOwn ? 'extension.ownText' : 'extension.text')}</p>
      </div>
      {offersOwn ? (
        <LinkButton to="/app/setting/extension" variant="default">
          {t('extension.own')}
        </LinkButton>
      ) : null}
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
