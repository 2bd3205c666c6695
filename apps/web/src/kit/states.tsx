import { Button } from '@mantine/core';
import { CircleAlert, Lock, RotateCw, SearchX } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { STATUS } from '../lib/answers.ts';
import { ApiError, errorText } from '../lib/api.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import classes from './states.module.css';

const OperatorHelp = lazyChunk(() => import('./operator-help.tsx'));

interface EmptyProps {
  /** A small illustration or icon. */
  picture?: ReactNode;
  /** What will be here. */
  title: string;
  /** The first step towards it. */
  text?: string;
  /** The button for that step. */
  action?: ReactNode;
  /** Inside a card instead of a whole page. */
  small?: boolean;
}

/** An empty list: what will be here, and the first step. */
export function EmptyState({ picture, title, text, action, small }: EmptyProps) {
  return (
    <div className={classes.state} data-small={small || undefined}>
      {picture ? <div className={classes.picture}>{picture}</div> : null}
      <h2 className={classes.title}>{title}</h2>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}

interface ErrorProps {
  error: unknown;
  /** What failed, for example "Orders couldn't be loaded." */
  title?: string;
  onRetry?(): void;
  small?: boolean;
}

/** An error: what happened, and one button that helps. */
export function ErrorState({ error, title, onRetry, small }: ErrorProps) {
  const { t } = useTranslation('common');
  const code = error instanceof ApiError ? error.code : undefined;
  // Retrying won't help: an old link, or a deleted item.
  if (error instanceof ApiError && error.status === STATUS.NOT_FOUND)
    return (
      <EmptyState
        picture={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
        title={t('error.gone')}
        text={errorText(error)}
        small={small}
      />
    );
  // Nor does it without permission; the text names who can grant it.
  if (error instanceof ApiError && error.status === STATUS.FORBIDDEN)
    return (
      <EmptyState
        picture={<Lock size={28} strokeWidth={1.5} aria-hidden />}
        title={t('error.refused')}
        text={errorText(error)}
        action={
          code === 'OPERATORS_ONLY' ? (
            <Suspense fallback={null}>
              <OperatorHelp />
            </Suspense>
          ) : undefined
        }
        small={small}
      />
    );
  return (
    <div className={classes.state} data-small={small || undefined} role="alert">
      <div className={classes.picture} data-broken>
        <CircleAlert size={small ? 20 : 28} strokeWidth={1.5} aria-hidden />
      </div>
      <h2 className={classes.title}>{title ?? t('error.title')}</h2>
      <p className={classes.text}>{errorText(error)}</p>
      {onRetry ? (
        <div className={classes.action}>
          <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      ) : null}
      {code && !small ? <p className={`${classes.code} mono`}>{code}</p> : null}
    </div>
  );
}
