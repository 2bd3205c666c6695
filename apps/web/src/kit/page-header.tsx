import { ArrowLeft } from 'lucide-react';
import { type ReactNode, use, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page-header.module.css';
import { SandboxOnly, SandboxTag } from './sandbox-tag.tsx';

interface Props {
  title: ReactNode;
  /** Title of the browser tab; default: a plain-text title. */
  pageTitle?: string;
  /** Secondary text beside the title: a count, a status. */
  note?: ReactNode;
  /** The primary action and its neighbors. */
  actions?: ReactNode;
  /** Returns to the screen that led here. */
  onBack?(): void;
  children?: ReactNode;
}

/** A sticky page header. Elements sticking below it read its height from `--page-head-height`. */
export function PageHeader({ title, pageTitle, note, actions, onBack, children }: Props) {
  const { t } = useTranslation('common');
  const isSandboxOnly = use(SandboxOnly);
  const own = useRef<HTMLElement>(null);
  const tabTitle = pageTitle ?? (typeof title === 'string' ? title : undefined);
  useEffect(() => {
    if (tabTitle) document.title = `${tabTitle} · Quayside`;
  }, [tabTitle]);
  useEffect(() => {
    const element = own.current;
    if (!element) return;
    const sized = new ResizeObserver(() => {
      document.documentElement.style.setProperty('--page-head-height', `${element.offsetHeight}px`);
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, []);
  return (
    <header ref={own} className={classes.header}>
      {onBack ? (
        <button type="button" className={classes.back} aria-label={t('back')} data-hint={t('back')} onClick={onBack}>
          <ArrowLeft size={18} className="flip" aria-hidden />
        </button>
      ) : null}
      <div className={classes.titles}>
        <h1 className={classes.title} dir="auto">
          {title}
        </h1>
        {isSandboxOnly ? <SandboxTag always /> : null}
        {note ? <div className={classes.note}>{note}</div> : null}
      </div>
      {children}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
