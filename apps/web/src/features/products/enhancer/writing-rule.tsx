import { Switch } from '@mantine/core';
import type { AiWriting, WriterFacts } from '@quayside/contracts';
import { CREDIT_COSTS } from '@quayside/contracts/quota.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingNote } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { writingQuery } from './enhancer-queries.ts';

/** Whether imported products are enhanced by themselves, what that means, and in whose name. */
export function WritingRule({ writing, writer }: { writing: AiWriting; writer: WriterFacts }) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const { dateTime } = useFormats();
  const obstacle = useMay().why('workspace.change');
  // What was just chosen is shown at once, until the server has answered.
  const [chosen, setChosen] = useState<boolean>();
  const note = useId();
  async function turn(on: boolean): Promise<void> {
    setChosen(on);
    // A refusal was shown; what the server has is then shown again.
    await api('PUT /center/products/setting/automation-writting/update-status', { body: { is_enable: on } }).catch(
      () => undefined,
    );
    await client.invalidateQueries({ queryKey: writingQuery.queryKey });
    setChosen(undefined);
  }
  return (
    <SettingCard title={t('writing.imported')}>
      <Switch
        label={t('writing.rule')}
        aria-describedby={note}
        checked={chosen ?? writing.is_enable}
        disabled={obstacle !== undefined || chosen !== undefined}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      <div id={note}>
        <SettingNote>
          {t('writing.ruleNote')}
          {writer.kind === 'ai' ? ` ${t('writing.ruleCost', { cost: CREDIT_COSTS.AI_PRODUCT_CONTENT })}` : ''}
        </SettingNote>
      </div>
      {writing.is_enable && writing.turned_on_at ? (
        <SettingNote>
          {t('writing.onSince', { time: dateTime(writing.turned_on_at), name: writing.turned_on_by ?? '' })}
        </SettingNote>
      ) : null}
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
    </SettingCard>
  );
}
