import { Button } from '@mantine/core';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { SettingButtons, settingForm } from '../../../kit/setting-card.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import type { ManualSource } from './marketplaces.ts';

interface Props {
  source: ManualSource;
  /** The marketplace's page for signing in, or its orders. */
  href: string;
  onClose(): void;
  onSignedIn(): void;
}

/** Asks for a sign-in at a marketplace before its orders are opened (screen R124). */
export function LoginPrompt({ source, href, onClose, onSignedIn }: Props) {
  const { t } = useTranslation(['orders', 'common']);
  const name = connectorName(source);
  return (
    <Dialog open onClose={onClose} title={t('manual.signIn', { name })}>
      <div className={settingForm()}>
        <p>{t('manual.signInText', { name })}</p>
        <SettingButtons>
          <Button
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer"
            rightSection={<ExternalLink size={14} aria-hidden />}
          >
            {t('manual.signInAction')}
          </Button>
          <Button variant="default" onClick={onSignedIn}>
            {t('manual.signedIn')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </SettingButtons>
      </div>
    </Dialog>
  );
}
