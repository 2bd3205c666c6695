import { NativeSelect, NumberInput, Textarea } from '@mantine/core';
import {
  IMAGE_BACKGROUNDS,
  type ImageAction,
  type ImageBackground,
  LONGEST_IMAGE_PROMPT,
  MOST_IMAGES_EACH,
} from '@quayside/contracts/image-choices.ts';
import { useTranslation } from 'react-i18next';

export interface Improvement {
  action: ImageAction;
  background: ImageBackground;
  prompt: string;
  most_images: number;
}

interface Props {
  value: Improvement;
  actions: readonly ImageAction[];
  /** Whether the number of images per product is chosen here. */
  hasNumber: boolean;
  disabled?: boolean;
  onChange(change: Partial<Improvement>): void;
}

/** What is done with images. */
export function ImprovementFields({ value, actions, hasNumber, disabled = false, onChange }: Props) {
  const { t } = useTranslation('images');
  return (
    <>
      <NativeSelect
        label={t('action')}
        description={t(`notes.${value.action}`)}
        value={value.action}
        disabled={disabled}
        data={actions.map((one) => ({ value: one, label: t(`actions.${one}`) }))}
        onChange={(event) => onChange({ action: event.currentTarget.value as ImageAction })}
      />
      {value.action === 'remove_background' ? (
        <NativeSelect
          label={t('background')}
          value={value.background}
          disabled={disabled}
          data={IMAGE_BACKGROUNDS.map((one) => ({ value: one, label: t(`backgrounds.${one}`) }))}
          onChange={(event) => onChange({ background: event.currentTarget.value as ImageBackground })}
        />
      ) : null}
      {value.action === 'edit' ? (
        <Textarea
          label={t('prompt')}
          placeholder={t('promptHint')}
          value={value.prompt}
          maxLength={LONGEST_IMAGE_PROMPT}
          disabled={disabled}
          dir="auto"
          autosize
          minRows={2}
          onChange={(event) => onChange({ prompt: event.currentTarget.value })}
        />
      ) : null}
      {hasNumber ? (
        <NumberInput
          label={t('each')}
          description={t('eachNote')}
          min={1}
          max={MOST_IMAGES_EACH}
          clampBehavior="strict"
          allowDecimal={false}
          value={value.most_images}
          disabled={disabled}
          onChange={(number) => onChange({ most_images: Number(number) || 1 })}
        />
      ) : null}
    </>
  );
}
