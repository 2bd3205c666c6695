import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIsMobile } from '../lib/use-media.ts';
import { type Align, place } from '../ui/place.ts';
import { LazySheet } from './lazy-drawer.tsx';
import classes from './pop.module.css';

/** Props to spread on the trigger button. */
export interface TriggerProps {
  onClick(): void;
  'aria-expanded': boolean;
  'aria-haspopup': 'dialog' | 'menu' | 'listbox';
  'aria-controls': string | undefined;
}

export interface PopProps {
  /** Renders the trigger: `trigger={(props) => <Button {...props}>Filter</Button>}`. */
  trigger(props: TriggerProps, open: boolean): ReactNode;
  /** The content; call `close` after a choice. */
  children(close: () => void): ReactNode;
  /** Accessible name, and the title of the sheet on phones. */
  label: string;
  align?: Align;
  kind?: 'dialog' | 'menu' | 'listbox';
  /** Width in pixels; default: its content's. */
  width?: number;
  /** Stays a popover on phones instead of a sheet, for small menus. */
  stays?: boolean;
  className?: string;
}

const FOCUSABLE = 'input, button, [href], select, textarea, [tabindex]:not([tabindex="-1"])';

/**
 * A popover in the browser's top layer, closed by Escape, an outside click or moving the focus away; on phones a bottom
 * sheet. Closed, it is its trigger alone: tables have hundreds.
 */
export function Pop({ trigger, kind = 'dialog', ...rest }: PopProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const id = useId();
  const host = useRef<HTMLSpanElement>(null);
  const close = useCallback(() => {
    const inside = host.current?.contains(document.activeElement);
    setOpen(false);
    if (inside) host.current?.querySelector<HTMLElement>('button, [href]')?.focus({ preventScroll: true });
  }, []);
  const props: TriggerProps = {
    onClick: () => {
      setUsed(true);
      if (open) close();
      else setOpen(true);
    },
    'aria-expanded': open,
    'aria-haspopup': kind,
    'aria-controls': open ? id : undefined,
  };
  return (
    <span ref={host} className={classes.host}>
      {trigger(props, open)}
      {used ? (
        <Panel {...rest} kind={kind} id={id} host={host} open={open} close={close} leave={() => setOpen(false)} />
      ) : null}
    </span>
  );
}

interface PanelProps extends Omit<PopProps, 'trigger'> {
  id: string;
  host: RefObject<HTMLSpanElement | null>;
  open: boolean;
  /** Closes it and gives the focus back to the trigger. */
  close(): void;
  /** Closes it; the focus is elsewhere. */
  leave(): void;
}

function Panel(props: PanelProps) {
  const { id, host, open, close, leave, children, label, align = 'start', kind, width, stays, className } = props;
  const mobile = useIsMobile();
  const asSheet = mobile && !stays;
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const own = panel.current;
    if (!open || asSheet || !own) return;
    own.showPopover();
    const settle = () => {
      const anchor = host.current?.firstElementChild?.getBoundingClientRect();
      if (!anchor) return;
      const view = { width: document.body.clientWidth, height: innerHeight };
      const at = place(
        anchor,
        { width: own.offsetWidth, height: own.offsetHeight },
        view,
        align,
        document.dir === 'rtl',
      );
      own.style.top = `${at.top}px`;
      own.style.left = `${at.left}px`;
    };
    settle();
    const sized = new ResizeObserver(settle);
    sized.observe(own);
    addEventListener('scroll', settle, { capture: true, passive: true });
    addEventListener('resize', settle);
    const first =
      own.querySelector<HTMLElement>('[data-autofocus]') ?? own.querySelector<HTMLElement>(FOCUSABLE) ?? own;
    first.focus({ preventScroll: true });
    return () => {
      sized.disconnect();
      removeEventListener('scroll', settle, { capture: true });
      removeEventListener('resize', settle);
    };
  }, [open, asSheet, align, host]);

  useEffect(() => {
    if (!open || asSheet) return;
    const onDown = (event: PointerEvent) => {
      if (event.target instanceof Node && host.current?.contains(event.target)) return;
      close();
    };
    document.addEventListener('pointerdown', onDown, true);
    return () => document.removeEventListener('pointerdown', onDown, true);
  }, [open, asSheet, close, host]);

  if (asSheet)
    return (
      <LazySheet open={open} onClose={close} title={label}>
        {children(close)}
      </LazySheet>
    );
  if (!open) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only Escape and a leaving focus are caught here
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only when it is a dialog
    <div
      ref={panel}
      id={id}
      popover="manual"
      role={kind === 'dialog' ? 'dialog' : undefined}
      aria-label={kind === 'dialog' ? label : undefined}
      tabIndex={-1}
      className={`${classes.panel} ${className ?? ''}`}
      style={{ width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        const next = event.relatedTarget;
        if (next instanceof Node && !host.current?.contains(next)) leave();
      }}
    >
      {children(close)}
    </div>
  );
}
