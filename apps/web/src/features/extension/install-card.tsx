import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../kit/segmented.tsx';
import { CopyText, SettingButtons, SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import type { Account } from '../../lib/account.ts';
import { noteAction } from '../../lib/outside/activity.ts';
import classes from './extension.module.css';

const BROWSERS = ['chrome', 'edge'] as const;
type Browser = (typeof BROWSERS)[number];
/** Where each browser lists its extensions. No page may link there. */
const PLACE: Record<Browser, string> = { chrome: 'chrome://extensions', edge: 'edge://extensions' };
const NAMES: Record<Browser, string> = { chrome: 'Chrome', edge: 'Edge' };

/** Edge says so among its names. */
const ownBrowser = (): Browser => (/\bEdg\//.test(navigator.userAgent) ? 'edge' : 'chrome');

/** What the extension is for, and every way to have it that this installation offers. */
export function InstallCard({ links }: { links: Account['links'] }) {
  const { t } = useTranslation('extension');
  const { extension_own: own, extension_chrome: chrome, extension_edge: edge } = links;
  return (
    <SettingCard title={t('install.title')}>
      <ul className={classes.points}>
        {(['save', 'read', 'hand'] as const).map((point) => (
          <li key={point}>{t(`install.points.${point}`)}</li>
        ))}
      </ul>
      {chrome || edge ? (
        <SettingButtons>
          {chrome ? (
            <Button
              component="a"
              href={chrome}
              target="_blank"
              rel="noreferrer"
              onClick={() => noteAction('install_extension_chrome')}
            >
              {t('install.chrome')}
            </Button>
          ) : null}
          {edge ? (
            <Button
              component="a"
              href={edge}
              target="_blank"
              rel="noreferrer"
              variant={chrome ? 'default' : 'filled'}
              onClick={() => noteAction('install_extension_edge')}
            >
              {t('install.edge')}
            </Button>
          ) : null}
        </SettingButtons>
      ) : null}
      {own ? <OwnSteps address={own.address} first={!chrome && !edge} /> : null}
      {!own && !chrome && !edge ? <SettingNote>{t('install.nowhere')}</SettingNote> : null}
      <SettingNote>{t('install.others')}</SettingNote>
    </SettingCard>
  );
}

/** The extension of this installation comes as a file, and is put into the browser by hand. */
function OwnSteps({ address, first }: { address: string; first: boolean }) {
  const { t } = useTranslation('extension');
  const [browser, setBrowser] = useState<Browser>(ownBrowser);
  return (
    <>
      <div className={classes.bar}>
        <SettingNote>{t(first ? 'install.own' : 'install.ownToo')}</SettingNote>
        <Segmented
          label={t('install.browser')}
          value={browser}
          choices={BROWSERS.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(next) => setBrowser(next)}
        />
      </div>
      <ol className={classes.steps}>
        <li>
          <Button
            component="a"
            href={address}
            download
            variant={first ? 'filled' : 'default'}
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => noteAction(`install_extension_${browser}`)}
          >
            {t('install.download')}
          </Button>
        </li>
        <li>{t('install.unpack')}</li>
        <li>
          <p>{t('install.open', { browser: NAMES[browser] })}</p>
          <CopyText text={PLACE[browser]} label={t('install.place', { browser: NAMES[browser] })} />
        </li>
        <li>{t('install.developer')}</li>
        <li>{t('install.load')}</li>
        <li>{t('install.back')}</li>
      </ol>
    </>
  );
}
