import { Button } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './setting-card.module.css';

/** The column of cards on a settings page. */
export function SettingPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}

interface CardProps {
  /** For links to the card. */
  id?: string;
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingCard({ id: anchor, title, note, actions, children }: CardProps) {
  const id = useId();
  return (
    <section id={anchor} className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {actions}
      </div>
      {note ? <p className={classes.note}>{note}</p> : null}
      {children}
    </section>
  );
}

/** Items of a card in a column. */
export function SettingList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>;
}

interface RowProps {
  /** Shown before the name. */
  picture?: ReactNode;
  name: ReactNode;
  note: ReactNode;
  children?: ReactNode;
}

export function SettingRow({ picture, name, note, children }: RowProps) {
  return (
    <li className={classes.row}>
      {picture}
      <div className={classes.names}>
        <span className={classes.name}>
          <bdi>{name}</bdi>
        </span>
        <span className={classes.note}>{note}</span>
      </div>
      {children}
    </li>
  );
}

/** A neutral label in a list, such as a role: not a status, so no color. */
export const SettingTag = ({ children }: { children: ReactNode }) => <span className={classes.tag}>{children}</span>;

export const SettingButtons = ({ children }: { children: ReactNode }) => (
  <div className={classes.buttons}>{children}</div>
);

export const SettingNote = ({ children }: { children: ReactNode }) => <p className={classes.note}>{children}</p>;

export const settingForm = (): string => classes.form ?? '';

/** A text to copy: a link, a token. */
export function CopyText({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes.secret}>
      <span className="visually-hidden">{label}</span>
      <code dir="ltr">{text}</code>
      <Button
        variant="default"
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {t(copied ? 'copied' : 'copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? t('copied') : ''}
      </span>
    </div>
  );
}
