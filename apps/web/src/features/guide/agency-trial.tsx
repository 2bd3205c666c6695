import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Handshake } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './guide.module.css';

/**
 * The agency trial, for people of the support's domain who work in other owners' workspaces: joined once, it asks what
 * they think, which the operators of this installation read.
 */
export default function AgencyTrial() {
  const { t } = useTranslation('guide');
  const client = useQueryClient();
  const { account } = useAccount();
  const join = useMutation({
    mutationFn: () => api('POST /core/mvp/subscribed', { body: {} }),
    onSuccess: () => {
      void api('POST /log/mvp/user_action', { body: { event_name: 'join' }, quiet: true }).catch(() => undefined);
      return client.invalidateQueries({ queryKey: ['stores'] });
    },
  });
  return (
    <li className={classes.step}>
      <span className={classes.mark} aria-hidden>
        <Handshake size={16} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>{t('agency.title')}</h2>
        <p className={classes.text}>{t('agency.text')}</p>
        {account?.in_agency_trial ? <Feedback /> : null}
      </div>
      {account?.in_agency_trial ? null : (
        <Button variant="default" loading={join.isPending} onClick={() => join.mutate()}>
          {t('agency.join')}
        </Button>
      )}
    </li>
  );
}

function Feedback() {
  const { t } = useTranslation('guide');
  const form = useForm(async ({ message = '', rating = '5' }, element) => {
    await api('POST /core/mvp/feedback', { body: { message, rating: Number(rating) } });
    void api('POST /core/mvp/interacted', { body: { part: 'feedback' }, quiet: true }).catch(() => undefined);
    element.reset();
  });
  return (
    <RestoredForm name="agency trial" form={form} className={classes.form}>
      <NativeSelect
        name="rating"
        label={t('agency.rating')}
        data={['5', '4', '3', '2', '1']}
        error={form.error('rating')}
      />
      <Textarea name="message" label={t('agency.message')} rows={3} maxLength={4000} error={form.error('message')} />
      {form.failure ? <p role="alert">{form.failure}</p> : null}
      <div>
        <Button type="submit" variant="default" loading={form.busy}>
          {t('agency.send')}
        </Button>
      </div>
    </RestoredForm>
  );
}
