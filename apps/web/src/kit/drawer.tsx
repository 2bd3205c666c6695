import { Drawer as MantineDrawer } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeStack } from '../lib/escape-stack.ts';
import { keyboard } from '../lib/keyboard.ts';
import { KeyLayer } from '../lib/use-keys.ts';
import { DRAWER_EXIT_MS, DRAWER_PX } from '../theme/layout.ts';
import classes from './drawer.module.css';

const LAYER = 171;
let open = 0;

export interface DrawerProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  children: ReactNode;
  /** Sticky below the scrolling content: the actions. */
  footer?: ReactNode;
  side?: 'right' | 'bottom';
  /** Pixels, for side drawers only. */
  width?: number;
  /** false when a click outside must not lose work. */
  closeOnOverlay?: boolean;
}

/**
 * A drawer over the page, from the end side or the bottom. Drawers stack: Escape closes the top one, the page below
 * does not scroll, and Back closes the drawer.
 */
export function Drawer({
  open: wanted,
  onClose,
  title,
  children,
  footer,
  side = 'right',
  width = DRAWER_PX,
  closeOnOverlay = true,
}: DrawerProps) {
  const { t } = useTranslation('common');
  const [layer, setLayer] = useState(0);
  const [height, setHeight] = useState(0);
  const close = useRef(onClose);
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!wanted) return;
    const opener = document.activeElement;
    open += 1;
    setHeight(open);
    const leaveStack = escapeStack.push(() => close.current());
    const keys = keyboard.openLayer();
    setLayer(keys);
    // Going back leaves the page beneath and closes the drawer over it.
    const back = () => close.current();
    window.addEventListener('popstate', back);
    return () => {
      window.removeEventListener('popstate', back);
      open -= 1;
      leaveStack();
      keyboard.closeLayer(keys);
      // Returns the focus to the trigger, unless it moved elsewhere meanwhile.
      const own = inside.current?.closest('[role="dialog"]');
      setTimeout(() => {
        const now = document.activeElement;
        const lost = now === null || now === document.body || own?.contains(now);
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      });
    };
  }, [wanted]);

  return (
    <MantineDrawer.Root
      opened={wanted}
      onClose={onClose}
      position={side}
      size={side === 'right' ? width : 'auto'}
      zIndex={LAYER + height}
      closeOnEscape={false}
      closeOnClickOutside={closeOnOverlay}
      transitionProps={{ duration: DRAWER_EXIT_MS, timingFunction: 'cubic-bezier(0.2, 0.8, 0.2, 1)' }}
      classNames={{ content: classes.content, inner: classes.inner }}
      attributes={{ content: { 'data-side': side } }}
    >
      <MantineDrawer.Overlay />
      <MantineDrawer.Content>
        <div className={classes.head} data-side={side}>
          <MantineDrawer.Title className={classes.title}>{title}</MantineDrawer.Title>
          <MantineDrawer.CloseButton aria-label={t('close')} />
        </div>
        <MantineDrawer.Body className={classes.body}>
          <KeyLayer value={layer}>
            {side === 'bottom' ? <span className={classes.grip} aria-hidden /> : null}
            <div ref={inside} className={classes.scroll} tabIndex={-1} data-autofocus>
              {children}
            </div>
            {footer ? <div className={classes.footer}>{footer}</div> : null}
          </KeyLayer>
        </MantineDrawer.Body>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  );
}

/** A bottom sheet as high as its content: panels and menus use it on phones. */
export function Sheet(props: Omit<DrawerProps, 'side' | 'width'>) {
  return <Drawer {...props} side="bottom" />;
}
