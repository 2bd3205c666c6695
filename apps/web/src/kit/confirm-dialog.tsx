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
  /** The total of the other lines. */
  total?: boolean;
}

export interface ConfirmProps {
  open: boolean;
  onClose(): void;
  /** A plain question: "Pay for 3 orders?" */
  title: string;
  /** What happens, to which orders, paid from where. */
  text: ReactNode;
  /** The amounts that add up to the total. */
  lines?: readonly ConfirmLine[];
  /** Whether and until when it can be undone. */
  undo?: ReactNode;
  /** The verb and the amount: "Pay $48.20". */
  verb: string;
  /** Marks deletion or loss of money. */
  danger?: boolean;
  /** false: what is confirmed is still loading; disables the button. */
  ready?: boolean;
  /** Why it can't be confirmed; disables the button. */
  obstacle?: ReactNode;
  /** Called before `onConfirm`. false: the form shows its errors and nothing is sent. */
  validate?(): boolean;
  /** The dialog waits for this promise; on failure it stays open and shows the reason. */
  onConfirm(): Promise<unknown> | undefined;
  children?: ReactNode;
}

/** Confirmation of payments and irreversible actions: amount, effect, what can be undone, and one verb. */
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
            {props.lines.map((line, at) => (
              // Two lines may have the same label: one for each currency.
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
              <div key={at} className={classes.line} data-total={line.total || undefined}>
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
            disabled={props.ready === false || Boolean(props.obstacle)}
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
