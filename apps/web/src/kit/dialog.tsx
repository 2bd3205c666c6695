import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeStack } from '../lib/escape-stack.ts';
import { keyboard } from '../lib/keyboard.ts';
import classes from './dialog.module.css';

interface Props {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  children: ReactNode;
  /** Width in pixels. */
  width?: number;
  /** Work is running, so it can't be closed. */
  busy?: boolean;
}

/** A modal dialog. Import it lazily. */
export function Dialog({ open, onClose, title, children, width = 440, busy = false }: Props) {
  const { t } = useTranslation('common');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = () => {
      if (!busy) onClose();
    };
  });
  useEffect(() => {
    if (!open) return;
    const leaveStack = escapeStack.push(() => close.current());
    const layer = keyboard.openLayer();
    return () => {
      leaveStack();
      keyboard.closeLayer(layer);
    };
  }, [open]);
  return (
    <Modal.Root
      opened={open}
      onClose={() => close.current()}
      zIndex={1300}
      size={width}
      centered
      closeOnEscape={false}
      closeOnClickOutside={!busy}
      transitionProps={{ duration: 160, transition: 'pop' }}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.content}>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('close')} disabled={busy} />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
