import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './tag-field.module.css';

interface Props {
  id: string;
  value: readonly string[];
  onChange(tags: string[]): void;
  /** Offered while typing. */
  suggestions: readonly string[];
}

const MOST = 250;
const LONGEST = 255;

/** Words in a row: Enter or a comma ends one, Backspace in the empty field takes the last away. */
export function TagField({ id, value, onChange, suggestions }: Props) {
  const { t } = useTranslation('products');
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);

  function add(text: string): void {
    const known = new Set(value.map((tag) => tag.toLowerCase()));
    const fresh = text
      .split(',')
      .map((tag) => tag.trim().slice(0, LONGEST))
      .filter((tag) => tag && !known.has(tag.toLowerCase()));
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)].slice(0, MOST));
    setTyped('');
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the words only leads into the field
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div className={classes.box} onClick={(event) => event.target === event.currentTarget && field.current?.focus()}>
      {value.map((tag) => (
        <span key={tag} className={classes.tag}>
          <bdi>{tag}</bdi>
          <button
            type="button"
            aria-label={t('editor.removeTag', { tag })}
            onClick={() => onChange(value.filter((one) => one !== tag))}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <input
        ref={field}
        id={id}
        dir="auto"
        list={`${id}-suggestions`}
        value={typed}
        placeholder={value.length === 0 ? t('editor.addTag') : undefined}
        onChange={(event) => {
          const text = event.currentTarget.value;
          if (text.includes(',')) add(text);
          else setTyped(text);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => add(typed)}
      />
      <datalist id={`${id}-suggestions`}>
        {suggestions
          .filter((tag) => !value.includes(tag))
          .map((tag) => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </div>
  );
}
