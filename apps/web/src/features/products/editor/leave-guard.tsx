import { useBlocker } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';

/** Asks before unsaved changes are left behind, by a link, by Back, or by closing the page. */
export const LeaveGuard = memo(function LeaveGuard({ isDirty, onLeave }: { isDirty: boolean; onLeave(): void }) {
  const { t } = useTranslation('products');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmMoney
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
      text={t('leave.text')}
      verb={t('leave.verb')}
      danger
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
        return undefined;
      }}
    />
  );
});
