import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropWork, readSavedWork, saveWork } from '../lib/saved-work.ts';
import { restoreFields, type Typed, typedIn } from '../lib/typed-fields.ts';
import { useAccount } from '../lib/use-account.ts';
import type { useForm } from '../lib/use-form.ts';
import classes from './restored-form.module.css';

interface Props {
  /** Unique for each form and its subject. */
  name: string;
  form: ReturnType<typeof useForm>;
  className?: string | undefined;
  /** `isChanged`: whether anything differs from what is saved. */
  onChange?(isChanged: boolean): void;
  children: ReactNode;
}

/**
 * A form whose unsaved input survives a reload and an expired session, kept in this tab until it is sent or reset.
 * Default values represent the saved state; secrets are never kept.
 */
export function RestoredForm({ name, form, className, onChange, children }: Props) {
  const { t } = useTranslation('common');
  const account = useAccount().account?.id ?? '';
  const element = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(false);
  const work = `form ${name}`;
  function keep(): boolean {
    const typed = element.current ? typedIn(element.current) : {};
    const isChanged = Object.keys(typed).length > 0;
    if (isChanged) saveWork(work, account, typed);
    else {
      dropWork(work);
      setRestored(false);
    }
    return isChanged;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: listeners are notified once
  useLayoutEffect(() => {
    const kept = readSavedWork<Typed>(work, account);
    if (!kept || !element.current) return;
    const isBack = restoreFields(element.current, kept);
    setRestored(isBack);
    if (isBack) onChange?.(true);
    if (!isBack) dropWork(work);
  }, [work, account]);
  // Drops the input when sending, because the form may show another subject by the time the response arrives, and keeps
  // it again on failure.
  const { busy, sent } = form;
  const sending = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at when the sending ends
  useEffect(() => {
    if (busy || sending.current === undefined) return;
    if (sent === sending.current) keep();
    sending.current = undefined;
  }, [busy]);
  // Input typed before the account is known would belong to no account.
  if (account === '') return null;
  return (
    <form
      ref={element}
      noValidate
      className={className}
      onSubmit={(event) => {
        sending.current = sent;
        dropWork(work);
        setRestored(false);
        form.submit(event);
      }}
      onChange={() => {
        // Called first: without a listener an optional call evaluates no arguments.
        const isChanged = keep();
        onChange?.(isChanged);
      }}
    >
      {children}
      {restored ? (
        <p className={classes.restored} role="status">
          {t('restored')}
        </p>
      ) : null}
    </form>
  );
}
