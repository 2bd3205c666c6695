import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText, SettingButtons, SettingNote, settingForm } from '../../kit/setting-card.tsx';
import { useFormats } from '../../lib/use-formats.ts';

interface Props {
  made: { link: string; email: string; expires_at: string; mailed: boolean };
  onClose(): void;
}

/** The link of an invitation, to be passed on; it is not shown again. */
export function InvitationLink({ made, onClose }: Props) {
  const { t } = useTranslation(['team', 'common']);
  const { dateTime } = useFormats();
  return (
    <div className={settingForm()}>
      <p>{made.mailed ? t('link.mailed', { email: made.email }) : t('link.byHand', { email: made.email })}</p>
      <CopyText text={made.link} label={t('link.label')} />
      <SettingNote>{t('link.until', { when: dateTime(made.expires_at), email: made.email })}</SettingNote>
      <SettingButtons>
        <Button onClick={onClose}>{t('common:close')}</Button>
      </SettingButtons>
    </div>
  );
}
