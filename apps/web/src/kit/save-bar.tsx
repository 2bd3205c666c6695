import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from './failure.tsx';
import classes from './save-bar.module.css';

interface Props {
  /** Accessible name. */
  label: string;
  /** Default: there are unsaved changes. */
  text?: string;
  verb: string;
  busy: boolean;
  disabled?: boolean;
  /** Why the last save failed. */
  failure: string | undefined;
  onSave(): void;
  /** Absent: there is nothing to discard. */
  onDiscard?: (() => void) | undefined;
}

/** Saves or discards the changes of a settings page; stays at the bottom of the screen. */
export function SaveBar({ label, text, verb, busy, disabled = false, failure, onSave, onDiscard }: Props) {
  const { t } = useTranslation('common');
  return (
    <section className={classes.bar} aria-label={label}>
      <Failure text={failure} />
      <span className={classes.text}>{text ?? t('unsaved.text')}</span>
      {onDiscard ? (
        <Button variant="default" disabled={busy} onClick={onDiscard}>
          {t('unsaved.discard')}
        </Button>
      ) : null}
      <Button loading={busy} disabled={disabled} onClick={onSave}>
        {verb}
      </Button>
    </section>
  );
}
