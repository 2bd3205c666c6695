import { MessageCircle } from 'lucide-react';
import { Suspense, useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { chatUnread } from '../../lib/chat-unread.ts';
import { escapeStack } from '../../lib/escape-stack.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './chat-button.module.css';

const Chat = lazyChunk(() => import('./chat.tsx'));

/**
 * The way to the support chat, in the lower corner. Once opened it stays beside the work, and loaded when it is put away: it
 * goes on telling what is unread.
 */
export default function ChatButton() {
  const { t } = useTranslation('guide');
  const { number } = useFormats();
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const unread = useSyncExternalStore(chatUnread.watch, chatUnread.read);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (!open) return;
    panel.current?.focus({ preventScroll: true });
    return escapeStack.push(close);
  }, [open, close]);
  const name = unread > 0 ? t('chat.unread', { count: unread }) : t('chat.title');
  return (
    <>
      <div className={classes.place}>
        <button
          ref={button}
          type="button"
          className={classes.button}
          data-hint={t('chat.title')}
          aria-expanded={open}
          aria-controls={opened ? id : undefined}
          onClick={() => {
            setOpened(true);
            if (open) close();
            else setOpen(true);
          }}
        >
          <MessageCircle size={20} aria-hidden />
          <span className="visually-hidden">{name}</span>
          {unread > 0 ? (
            <span className={classes.badge} aria-hidden="true">
              {number(Math.min(unread, 99))}
              {unread > 99 ? '+' : ''}
            </span>
          ) : null}
        </button>
      </div>
      {opened ? (
        <section
          ref={panel}
          id={id}
          className={classes.panel}
          aria-label={t('chat.title')}
          tabIndex={-1}
          hidden={!open}
        >
          <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
            <Chat onClose={close} />
          </Suspense>
        </section>
      ) : null}
    </>
  );
}
