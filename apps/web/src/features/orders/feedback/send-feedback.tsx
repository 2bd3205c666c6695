import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { api, type CallBody } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import classes from './feedback.module.css';

export const TOPICS = ['item', 'price', 'shipping', 'address', 'supplier', 'other'] as const;
type Topic = CallBody<'POST /orders/v5/feedbacks'>['topic'];

/** Leaves feedback about an order for the team. */
export function SendFeedback({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const { t } = useTranslation(['feedback', 'common']);
  const client = useQueryClient();
  const [text, setText] = useState('');
  const form = useForm(async ({ topic = 'other' }) => {
    await api('POST /orders/v5/feedbacks', { body: { order_id: orderId, topic: topic as Topic, text }, quiet: true });
    await client.invalidateQueries({ queryKey: ['orders'] });
    toast('success', t('sent'));
    onClose();
  });
  return (
    <form noValidate className={classes.form} onSubmit={form.submit}>
      <NativeSelect
        name="topic"
        label={t('topicLabel')}
        defaultValue="other"
        data={TOPICS.map((one) => ({ value: one, label: t(`topic.${one}`) }))}
        error={form.error('topic')}
      />
      <Textarea
        name="text"
        label={t('text')}
        description={t('textHelp')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        maxLength={2000}
        error={form.error('text')}
        data-autofocus
      />
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" loading={form.busy} disabled={text.trim() === ''}>
          {t('send')}
        </Button>
        <Button variant="subtle" size="xs" onClick={onClose} disabled={form.busy}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
