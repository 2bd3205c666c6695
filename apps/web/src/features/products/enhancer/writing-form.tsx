import { NativeSelect, Textarea } from '@mantine/core';
import type { WriterFacts } from '@quayside/contracts';
import {
  LONGEST_BRAND_VOICE,
  LONGEST_FORBIDDEN_WORD,
  MOST_FORBIDDEN_WORDS,
} from '@quayside/contracts/enhancer-choices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../../i18n/languages.ts';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { RestoredForm } from '../../../kit/restored-form.tsx';
import { SettingButtons, SettingCard, SettingNote, settingForm } from '../../../kit/setting-card.tsx';
import { STATUS } from '../../../lib/answers.ts';
import { ApiError, api, type CallBody } from '../../../lib/api.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useMay } from '../../../lib/use-may.ts';
import { avoidFault, parseBlockedWords } from './blocked-words.ts';
import { writingQuery } from './enhancer-queries.ts';
import { useManners } from './use-manners.ts';
import classes from './writing.module.css';

const SAVE = 'PUT /center/products/setting/automation-writting';
type Body = CallBody<typeof SAVE>;

/** In which manner products are written, where nobody asks for another one. */
export function WritingForm({ set, writer }: { set: Body; writer: WriterFacts }) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const { workplaceId } = useAccount();
  const { why } = useMay();
  const { styles, tones } = useManners();
  const form = useForm(async ({ style = '', tone = '', language = '', forbidden_words = '', brand_voice = '' }) => {
    const words = parseBlockedWords(forbidden_words);
    const fault = avoidFault(words);
    if (fault) {
      const text =
        fault.key === 'tooMany'
          ? t('writing.tooMany', { most: MOST_FORBIDDEN_WORDS })
          : t('writing.tooLong', { word: fault.word, long: LONGEST_FORBIDDEN_WORD });
      throw new ApiError(SAVE, {
        status: STATUS.UNPROCESSABLE_ENTITY,
        code: 'INPUT_INVALID_FIELDS',
        message: text,
        errors: { forbidden_words: [text] },
      });
    }
    await api(SAVE, {
      body: {
        style: (style || null) as Body['style'],
        tone: (tone || null) as Body['tone'],
        language: (language || null) as Body['language'],
        forbidden_words: words,
        brand_voice,
      },
    });
    await client.invalidateQueries({ queryKey: writingQuery.queryKey });
  });
  const obstacle = why('workspace.change');
  const isOff = obstacle !== undefined;
  return (
    <SettingCard title={t('writing.how')} note={t(writer.kind === 'ai' ? 'writing.howNote' : 'writing.templateNote')}>
      <RestoredForm name={`ai-writing ${workplaceId}`} form={form} className={settingForm()}>
        <div className={classes.manners}>
          <NativeSelect
            name="style"
            label={t('enhance.style')}
            defaultValue={set.style ?? ''}
            data={styles}
            disabled={isOff}
            error={form.error('style')}
          />
          <NativeSelect
            name="tone"
            label={t('enhance.tone')}
            defaultValue={set.tone ?? ''}
            data={tones}
            disabled={isOff}
            error={form.error('tone')}
          />
          <NativeSelect
            name="language"
            label={t('writing.language')}
            defaultValue={set.language ?? ''}
            data={[
              { value: '', label: t('writing.asSupplier') },
              ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            disabled={isOff}
            error={form.error('language')}
          />
        </div>
        <Textarea
          name="forbidden_words"
          label={t('writing.avoid')}
          description={t('writing.avoidHint', { most: MOST_FORBIDDEN_WORDS, long: LONGEST_FORBIDDEN_WORD })}
          defaultValue={set.forbidden_words.join('\n')}
          dir="auto"
          rows={4}
          readOnly={isOff}
          error={form.error('forbidden_words')}
        />
        <Textarea
          name="brand_voice"
          label={t('writing.voice')}
          description={t('writing.voiceHint', { long: LONGEST_BRAND_VOICE })}
          defaultValue={set.brand_voice}
          dir="auto"
          rows={3}
          maxLength={LONGEST_BRAND_VOICE}
          readOnly={isOff}
          error={form.error('brand_voice')}
        />
        <Failure text={form.failure} />
        {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
        <SettingButtons>
          <MayButton needs="workspace.change" type="submit" loading={form.busy}>
            {t('writing.save')}
          </MayButton>
        </SettingButtons>
      </RestoredForm>
    </SettingCard>
  );
}
