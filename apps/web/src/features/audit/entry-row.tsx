import { type LucideIcon, Minus, Pencil, Plus } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './audit.module.css';
import { EntryDetails } from './entry-details.tsx';
import { EntryName } from './entry-name.tsx';
import { ExpandableRow } from './expandable-row.tsx';

type Entry = CallData<'GET /audit'>['items'][number];
const ICONS: Record<Entry['change'], LucideIcon> = { created: Plus, changed: Pencil, removed: Minus };

/** One entry of an act: the change and its thing, expandable to the changed values. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const { time } = useFormats();
  const id = useId();
  const Icon = ICONS[entry.change];
  return (
    <ExpandableRow
      className={classes.entry}
      icon={<Icon size={14} aria-hidden className={classes.icon} />}
      title={`${t(`entity.${entry.entity}`)}: ${t(`change.${entry.change}`)}`}
      names={<EntryName entry={entry} />}
      namesId={`${id}name`}
      describedBy={`${id}name`}
      aside={
        <time dateTime={entry.at} className={classes.when}>
          {time(entry.at)}
        </time>
      }
      details={<EntryDetails entry={entry} />}
    />
  );
}
