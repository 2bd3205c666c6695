import { Button } from '@mantine/core';
import { ImagePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../kit/pop.tsx';
import classes from './add-picture.module.css';

interface Props {
  /** Addresses that are there already. */
  known: readonly string[];
  onAdd(url: string): void;
}

const LONGEST = 2000;

/** Whether a picture can be shown from an address. */
function canLoad(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(true);
    picture.onerror = () => resolve(false);
    picture.src = url;
  });
}

/** Adds a picture by its address, once it could be shown. */
export function AddPicture(props: Props) {
  const { t } = useTranslation('products');
  return (
    <Pop
      label={t('editor.addPicture')}
      width={340}
      align="end"
      trigger={(trigger) => (
        <Button size="xs" variant="default" leftSection={<ImagePlus size={14} aria-hidden />} {...trigger}>
          {t('editor.addPicture')}
        </Button>
      )}
    >
      {(close) => <AddForm {...props} onDone={close} />}
    </Pop>
  );
}

function AddForm({ known, onAdd, onDone }: Props & { onDone(): void }) {
  const { t } = useTranslation('products');
  const id = useId();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<'notAnAddress' | 'alreadyThere' | 'notLoaded'>();
  const url = typed.trim();

  async function add(): Promise<void> {
    if (!/^https?:\/\/[^\s"<>]+$/i.test(url) || url.length > LONGEST) return setFault('notAnAddress');
    if (known.includes(url)) return setFault('alreadyThere');
    setBusy(true);
    const shown = await canLoad(url);
    setBusy(false);
    if (!shown) return setFault('notLoaded');
    onAdd(url);
    onDone();
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label htmlFor={id}>{t('editor.pictureAddress')}</label>
      <input
        id={id}
        data-autofocus
        type="url"
        inputMode="url"
        placeholder="https://"
        className={classes.input}
        value={typed}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? `${id}-fault` : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(undefined);
        }}
      />
      {fault ? (
        <p id={`${id}-fault`} className={classes.fault} role="alert">
          {t(`editor.${fault}`)}
        </p>
      ) : null}
      <Button type="submit" loading={busy} disabled={url === ''}>
        {t('editor.add')}
      </Button>
    </form>
  );
}
