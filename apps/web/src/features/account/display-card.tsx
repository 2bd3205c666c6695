import { Button, NativeSelect } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import type { Account } from '../../lib/account.ts';
import { api } from '../../lib/api.ts';
import { currencyChoices, ownTimeZone, timeZoneChoices } from '../../lib/outside/zones.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

/** The time zone that times are shown in, and the currency that new workspaces begin with. */
export function DisplayCard() {
  const { account } = useAccount();
  if (!account) return <SkeletonBox width="100%" height={160} />;
  return <Form key={`${account.time_zone} ${account.display_currency}`} account={account} />;
}

function Form({ account }: { account: Account }) {
  const { t, i18n } = useTranslation('account');
  const client = useQueryClient();
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const zones = useMemo(() => timeZoneChoices(account.time_zone), [account.time_zone]);
  const form = useForm(async ({ time_zone = '', display_currency = '' }) => {
    await api('PUT /auth/account/profile', { body: { time_zone, display_currency } });
    await client.invalidateQueries({ queryKey: ['stores'] });
  });
  return (
    <Card id="display" title={t('display.title')}>
      <RestoredForm name="display" form={form} className={classes.form}>
        <div className={classes.pair}>
          <NativeSelect
            name="time_zone"
            label={t('display.timeZone')}
            description={t('display.timeZoneHint')}
            defaultValue={account.time_zone || ownTimeZone()}
            data={zones}
            error={form.error('time_zone')}
          />
          <NativeSelect
            name="display_currency"
            label={t('display.currency')}
            description={t('display.currencyHint')}
            defaultValue={account.display_currency}
            data={currencies}
            error={form.error('display_currency')}
          />
        </div>
        <Failure text={form.failure} />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {t('profile.save')}
          </Button>
        </div>
      </RestoredForm>
    </Card>
  );
}
