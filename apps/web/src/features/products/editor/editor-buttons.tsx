import { Button } from '@mantine/core';
import { Redo2, Send, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import classes from './editor.module.css';

interface Props {
  isDirty: boolean;
  /** What is on the screen could be saved. */
  isValid: boolean;
  saving: boolean;
  isListed: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onUndo(): void;
  onRedo(): void;
  onDiscard(): void;
  onSave(): void;
  onSaveAndPush(): void;
}

/** Undo, redo, discard, save and push, in the head of the editor and, on phones, at the foot of the screen. */
export const EditorButtons = memo(function EditorButtons(props: Props) {
  const { isDirty, isValid, saving, isListed, canUndo, canRedo } = props;
  const { t } = useTranslation('products');
  return (
    <>
      <span className={classes.steps}>
        <button
          type="button"
          className={classes.step}
          aria-label={t('editor.undo')}
          data-hint={t('editor.undo')}
          disabled={!canUndo}
          onClick={props.onUndo}
        >
          <Undo2 size={16} className="flip" aria-hidden />
        </button>
        <button
          type="button"
          className={classes.step}
          aria-label={t('editor.redo')}
          data-hint={t('editor.redo')}
          disabled={!canRedo}
          onClick={props.onRedo}
        >
          <Redo2 size={16} className="flip" aria-hidden />
        </button>
      </span>
      {isDirty ? (
        <Button variant="subtle" className={classes.discard} onClick={props.onDiscard} disabled={saving}>
          <Undo2 size={18} aria-hidden />
          <span>{t('editor.discard')}</span>
        </Button>
      ) : null}
      <MayButton
        needs="products.change"
        variant={isDirty ? 'filled' : 'default'}
        disabled={!isDirty || !isValid}
        loading={saving}
        onClick={props.onSave}
      >
        {t(isDirty ? 'editor.save' : 'editor.saved')}
      </MayButton>
      <MayButton
        needs="products.push"
        variant={isDirty ? 'default' : 'filled'}
        leftSection={<Send size={16} className="flip" aria-hidden />}
        disabled={saving || !isValid}
        onClick={props.onSaveAndPush}
      >
        {t(isDirty ? 'editor.saveAndPush' : isListed ? 'push.again' : 'push.action')}
      </MayButton>
    </>
  );
});
