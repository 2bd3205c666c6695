import { ActionIcon } from '@mantine/core';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { escapeStack } from '../lib/escape-stack.ts';
import { useIsMobile } from '../lib/use-media.ts';
import { useRowKeys } from '../lib/use-row-keys.ts';
import classes from './detail-panel.module.css';
import { LazySheet } from './lazy-drawer.tsx';

interface Props {
  title: ReactNode;
  /** Under the title: number, date, status. */
  subtitle?: ReactNode;
  /** Beside the title: the main action and a menu. */
  actions?: ReactNode;
  /** Sticky at the bottom: the total and the button that pays it. */
  footer?: ReactNode;
  onClose(): void;
  /** Moves through the list; passed on by ListPage. */
  onPrevious?(): void;
  onNext?(): void;
  children: ReactNode;
}

/** Details of a list item, 520 px beside the list, on phones a sheet. */
export function DetailPanel({ title, subtitle, actions, footer, onClose, onPrevious, onNext, children }: Props) {
  const { t } = useTranslation('common');
  const keys = useRowKeys();
  const mobile = useIsMobile();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (mobile) return;
    // Moves elements floating in the lower corner away from the panel's button.
    document.documentElement.dataset.panel = 'open';
    const leaveStack = escapeStack.push(() => close.current());
    return () => {
      delete document.documentElement.dataset.panel;
      leaveStack();
    };
  }, [mobile]);

  const head = (
    <div className={classes.titles}>
      <h2 className={classes.title}>{title}</h2>
      {subtitle ? <div className={classes.subtitle}>{subtitle}</div> : null}
    </div>
  );
  if (mobile) {
    return (
      <LazySheet open onClose={onClose} title={head} footer={footer}>
        {actions ? <div className={classes.mobileActions}>{actions}</div> : null}
        {children}
      </LazySheet>
    );
  }
  return (
    <aside className={classes.panel} aria-label={typeof title === 'string' ? title : t('detail')}>
      <header className={classes.head}>
        {head}
        <div className={classes.buttons}>
          {actions}
          {onPrevious || onNext ? (
            <>
              <ActionIcon
                aria-label={t('previous')}
                data-hint={t('previous')}
                data-keys={keys.previous.toUpperCase()}
                disabled={!onPrevious}
                onClick={onPrevious}
              >
                <ChevronUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={t('next')}
                data-hint={t('next')}
                data-keys={keys.next.toUpperCase()}
                disabled={!onNext}
                onClick={onNext}
              >
                <ChevronDown size={18} aria-hidden />
              </ActionIcon>
            </>
          ) : null}
          <ActionIcon aria-label={t('close')} data-hint={t('close')} data-keys="Esc" onClick={onClose}>
            <X size={18} aria-hidden />
          </ActionIcon>
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-label={t('detail')}>
        {children}
      </section>
      {footer ? <footer className={classes.footer}>{footer}</footer> : null}
    </aside>
  );
}

/** A section of a panel with its heading. */
export function PanelSection({
  title,
  action,
  children,
}: {
  title?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section}>
      {title ? (
        <div className={classes.sectionHead}>
          <h3 className={classes.sectionTitle}>{title}</h3>
          {action}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** Label and value pairs. */
export function Facts({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className={classes.facts}>
      {items.map((item) => (
        <div key={item.label} className={classes.fact}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
