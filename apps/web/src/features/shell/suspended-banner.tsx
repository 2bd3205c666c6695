import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import classes from './verify-banner.module.css';

/** Until the owner has reviewed what others could use: nothing is sent through it, and this says where to review it. */
export function SuspendedBanner() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.banner} role="status">
      <ShieldAlert size={16} aria-hidden />
      <span className={classes.text}>{t('suspended.text')}</span>
      <LinkButton to="/app/setting/suspended" variant="subtle" size="compact-sm">
        {t('suspended.review')}
      </LinkButton>
    </div>
  );
}
