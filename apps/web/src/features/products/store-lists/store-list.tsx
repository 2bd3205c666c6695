import { Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { SettingNote } from '../../../kit/setting-card.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './store-list.module.css';

/** Has a list of a store read again. */
export function ReadAgain({ label, busy, small, onClick }: ReadAgainProps) {
  const { why } = useMay();
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      aria-label={label}
      data-hint={label}
      loading={busy}
      disabled={why('products.change') !== undefined}
      onClick={onClick}
    >
      <RefreshCw size={16} aria-hidden />
    </Button>
  );
}

interface ReadAgainProps {
  /** Names the list and its store. */
  label: string;
  busy: boolean;
  small?: boolean;
  onClick(): void;
}

interface ReadStateProps {
  list: { is_reading: boolean; read_at: string | null; fault: string | null };
  texts: { reading: string; never: string; readAt(time: string): string };
}

/** When a list of a store was read, and why the last reading failed. */
export function ReadState({ list, texts }: ReadStateProps) {
  const { timeAgo } = useFormats();
  const readAt = list.read_at ? texts.readAt(timeAgo(list.read_at)) : texts.never;
  return (
    <>
      <SettingNote>{list.is_reading ? texts.reading : readAt}</SettingNote>
      {list.fault ? <ListProblem>{list.fault}</ListProblem> : null}
    </>
  );
}

/** Something about a store's list that its owner should see. */
export function ListProblem({ children }: { children: React.ReactNode }) {
  return (
    <p className={classes.problem} role="status">
      {children}
    </p>
  );
}
