import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, supportedLanguage } from '../../i18n/languages.ts';
import { Failure } from '../../kit/failure.tsx';
import { useChooseLanguage } from '../../kit/language-picker.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';
import { PictureRow } from './picture-row.tsx';

/** Picture, name and language. */
export function ProfileCard() {
  const { t, i18n } = useTranslation('account');
  const { account } = useAccount();
  const client = useQueryClient();
  const choose = useChooseLanguage();
  const [isChanged, setChanged] = useState(false);
  const form = useForm(async ({ first_name = '', last_name = '' }) => {
    await api('PUT /auth/account/profile', { body: { first_name, last_name } });
    await client.invalidateQueries({ queryKey: ['stores'] });
    setChanged(false);
  });
  if (!account) return <SkeletonBox width="100%" height={320} />;
  return (
    <Card id="profile" title={t('profile.title')}>
      <PictureRow account={account} />
      <RestoredForm name="profile" form={form} className={classes.form} onChange={setChanged}>
        <div className={classes.pair}>
          <TextInput
            name="first_name"
            label={t('profile.firstName')}
            defaultValue={account.first_name}
            autoComplete="given-name"
            error={form.error('first_name')}
          />
          <TextInput
            name="last_name"
            label={t('profile.lastName')}
            defaultValue={account.last_name}
            autoComplete="family-name"
            error={form.error('last_name')}
          />
        </div>
        <TextInput label={t('profile.email')} value={account.email} readOnly dir="ltr" />
        <NativeSelect
          label={t('profile.language')}
          description={t('profile.languageHint')}
          value={supportedLanguage(i18n.language)}
          onChange={(event) => void choose(supportedLanguage(event.currentTarget.value))}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        />
        <Failure text={form.failure} />
        <div>
          <Button type="submit" variant="default" loading={form.busy} disabled={!isChanged}>
            {t('profile.save')}
          </Button>
        </div>
      </RestoredForm>
    </Card>
  );
}
