import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

/** Demo mode on and off: while it is on, nothing is imported or pushed in one's own workspaces. */
export function DemoCard() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const { account } = useAccount();
  const isOn = account?.remaining_meta_keys.DEMO_MODE === true;
  // What was chosen is shown with the click, until the server has answered.
  const [chosen, setChosen] = useState<boolean>();
  const change = useMutation({
    mutationFn: (on: boolean) => api('POST /auth/account/demo-mode', { body: { on } }),
    onSuccess: () => client.invalidateQueries(),
    onSettled: () => setChosen(undefined),
  });
  return (
    <Card id="demo-mode" title={t('demoMode.title')}>
      <Switch
        label={t('demoMode.label')}
        description={t('demoMode.text')}
        checked={chosen ?? isOn}
        disabled={change.isPending}
        onChange={(event) => {
          const on = event.currentTarget.checked;
          setChosen(on);
          change.mutate(on);
        }}
        className={classes.switch}
      />
    </Card>
  );
}
