import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/api.ts';
import classes from './confirm-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

export interface ConfirmLine {
  label: string;
  value: ReactNode;
  /** The line that the others add up to. */
  total?: boolean;
}

export interface ConfirmProps {
  open: boolean;
  onClose(): void;
  /** A question in plain words: "Pay for 3 orders?" */
  title: string;
  /** What happens, to whom, from which purse. */
  text: ReactNode;
  /** The sum, taken apart. */
  lines?: readonly ConfirmLine[];
  /** What can be undone and until when, or that it cannot. */
  undo?: ReactNode;
  /** The verb and the sum: "Pay $48.20". */
  verb: string;
  /** It deletes, or money is lost. */
  danger?: boolean;
  /** What speaks against it; the button is off while there is one. */
  obstacle?: ReactNode;
  /** Called before `onConfirm`. false: the form shows what is missing, and nothing is sent. */
  validate?(): boolean;
  /** Its promise is waited for; when it fails the dialog stays and says why. */
  onConfirm(): Promise<unknown> | undefined;
  children?: ReactNode;
}

/** The moment before money moves or something goes for good: sum, effect, what can be undone, and one verb. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onClose, onConfirm } = props;
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (open) setFailure(undefined);
  }, [open]);

  async function confirm(): Promise<void> {
    if (props.validate?.() === false) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={props.title} busy={busy}>
      <div className={classes.body}>
        <div className={classes.text}>{props.text}</div>
        {props.lines?.length ? (
          <dl className={classes.lines}>
            {props.lines.map((line) => (
              <div key={line.label} className={classes.line} data-total={line.total || undefined}>
                <dt>{line.label}</dt>
                <dd>{line.value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {props.children}
        {props.undo ? <p className={classes.undo}>{props.undo}</p> : null}
        {props.obstacle ? (
          <div className={classes.obstacle} role="alert">
            {props.obstacle}
          </div>
        ) : null}
        <Failure text={failure} />
        <div className={classes.buttons}>
          <Button variant="subtle" onClick={onClose} disabled={busy}>
            {t('cancel')}
          </Button>
          <Button
            color={props.danger ? 'red' : undefined}
            loading={busy}
            disabled={Boolean(props.obstacle)}
            onClick={() => void confirm()}
            data-autofocus
          >
            {props.verb}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
