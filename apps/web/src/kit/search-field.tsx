import { Search, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../lib/use-keys.ts';
import classes from './search-field.module.css';

const WAIT_MS = 250;

interface Props {
  value: string;
  onChange(value: string): void;
  label: string;
  /** Called on Enter, to move to the results. */
  onSubmit?(): void;
  /** Ref for focusing the field. */
  input?: RefObject<HTMLInputElement | null>;
}

/** The search of a list: `/` focuses it, Enter moves to the list, Escape clears and leaves it. Searches shortly after the last keystroke. */
export function SearchField({ value, onChange, label, onSubmit, input }: Props) {
  const { t } = useTranslation('common');
  const [draft, setDraft] = useState(value);
  const [from, setFrom] = useState(value);
  const fallback = useRef<HTMLInputElement>(null);
  const own = input ?? fallback;
  const send = useRef(onChange);
  useEffect(() => {
    send.current = onChange;
  });
  // Changed from outside (Back, a link, Clear): show that.
  if (from !== value) {
    setFrom(value);
    if (draft.trim() !== value) setDraft(value);
  }
  useEffect(() => {
    if (draft.trim() === value) return;
    const timer = setTimeout(() => send.current(draft.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [draft, value]);

  useKeys([{ keys: '/', label: t('keys.search'), group: t('keys.list'), run: () => own.current?.select() }]);
  const clear = () => {
    setDraft('');
    send.current('');
  };
  return (
    <div className={classes.field}>
      <Search size={16} aria-hidden className={classes.icon} />
      <input
        ref={own}
        type="search"
        aria-label={label}
        placeholder={label}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            send.current(draft.trim());
            onSubmit?.();
          }
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          if (draft) clear();
          else event.currentTarget.blur();
        }}
      />
      {draft ? (
        <button type="button" aria-label={t('clear')} className={classes.clear} onClick={clear}>
          <X size={14} aria-hidden />
        </button>
      ) : (
        <span className={classes.key}>/</span>
      )}
    </div>
  );
}
