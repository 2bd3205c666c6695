import { Button, Switch } from '@mantine/core';
import type { AiImages } from '@quayside/contracts';
import { isAiAction } from '@quayside/contracts/image-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingNote } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { aiImagesQuery, imageEnhancerQuery } from './image-queries.ts';
import { type Improvement, ImprovementFields } from './improvement-fields.tsx';

const GUIDE = 'docs/guides/set-up-a-writer.md';
const VARIABLES = 'AI_IMAGE_PROVIDER, AI_IMAGE_MODEL';

/** Whether images of imported products are improved automatically, and how. */
export function ImagesSettings({ isOperator }: { isOperator: boolean }) {
  const { t } = useTranslation(['images', 'products']);
  const { data: facts } = useQuery(imageEnhancerQuery);
  const { data: set } = useQuery(aiImagesQuery);
  if (!facts || !set) return null;
  const actions = facts.actions.includes(set.action) ? facts.actions : [set.action, ...facts.actions];
  const { action, background, prompt, most_images } = set;
  const saved = { action, background, prompt, most_images };
  return (
    <SettingCard title={t('ruleTitle')}>
      <Rule set={set} cost={facts.cost} canRun={facts.actions.includes(set.action)} />
      {facts.provider ? null : <SettingNote>{t('noAi')}</SettingNote>}
      {!facts.provider && isOperator ? (
        <SettingNote>{t('noAiOperator', { variables: VARIABLES, guide: GUIDE })}</SettingNote>
      ) : null}
      <Form key={JSON.stringify(saved)} saved={saved} actions={actions} />
    </SettingCard>
  );
}

function Rule({ set, cost, canRun }: { set: AiImages; cost: number; canRun: boolean }) {
  const { t } = useTranslation(['images', 'products']);
  const client = useQueryClient();
  const { dateTime } = useFormats();
  const obstacle = useMay().why('workspace.change');
  // The new state is shown immediately, until the server has answered.
  const [chosen, setChosen] = useState<boolean>();
  const note = useId();
  async function turn(on: boolean): Promise<void> {
    setChosen(on);
    // A refusal was shown; the server's state is then shown again.
    await api('PUT /center/products/setting/automation-optimize-image/update-status', {
      body: { is_enable: on },
    }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: aiImagesQuery.queryKey });
    setChosen(undefined);
  }
  return (
    <>
      <Switch
        label={t('rule')}
        aria-describedby={note}
        checked={chosen ?? set.is_enable}
        disabled={obstacle !== undefined || chosen !== undefined || (!canRun && !set.is_enable)}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      <div id={note}>
        <SettingNote>
          {t('ruleNote')} {isAiAction(set.action) ? t('ruleCost', { cost }) : t('free')}
        </SettingNote>
      </div>
      {set.is_enable && set.turned_on_at ? (
        <SettingNote>
          {t('products:writing.onSince', { time: dateTime(set.turned_on_at), name: set.turned_on_by ?? '' })}
        </SettingNote>
      ) : null}
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
    </>
  );
}

function Form({ saved, actions }: { saved: Improvement; actions: readonly Improvement['action'][] }) {
  const { t } = useTranslation(['images', 'products']);
  const client = useQueryClient();
  const { may } = useMay();
  const [draft, setDraft] = useState(saved);
  const [busy, setBusy] = useState(false);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  async function save(): Promise<void> {
    setBusy(true);
    // A refusal was shown; the draft stays.
    await api('PUT /center/products/setting/automation-optimize-image', { body: draft }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: aiImagesQuery.queryKey });
    setBusy(false);
  }
  return (
    <>
      <ImprovementFields
        value={draft}
        actions={actions}
        hasNumber
        disabled={!may('workspace.change')}
        onChange={(change) => setDraft((now) => ({ ...now, ...change }))}
      />
      {isChanged ? (
        <div>
          <Button size="xs" loading={busy} onClick={() => void save()}>
            {t('products:writing.save')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
