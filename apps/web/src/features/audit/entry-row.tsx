import { ChevronDown, type LucideIcon, Minus, Pencil, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './audit.module.css';
import { EntryDetails } from './entry-details.tsx';
import { EntryName } from './entry-name.tsx';

type Entry = CallData<'GET /audit'>['items'][number];
const ICONS: Record<Entry['change'], LucideIcon> = { created: Plus, changed: Pencil, removed: Minus };

/** One entry of an act: the change and its thing, expandable to the changed values. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const { time } = useFormats();
  const [open, setOpen] = useState(false);
  const id = useId();
  const Icon = ICONS[entry.change];
  return (
    <li className={classes.entry}>
      <div className={classes.summary}>
        <Icon size={14} aria-hidden className={classes.icon} />
        <div className={classes.what}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-describedby={`${id}name`}
            onClick={() => setOpen(!open)}
          >
            {t(`entity.${entry.entity}`)}: {t(`change.${entry.change}`)}
          </button>
          <div id={`${id}name`} className={classes.names}>
            <EntryName entry={entry} />
          </div>
        </div>
        <time dateTime={entry.at} className={classes.when}>
          {time(entry.at)}
        </time>
        <ChevronDown size={16} aria-hidden className={classes.chevron} />
      </div>
      {open ? (
        <div className={classes.details}>
          <EntryDetails entry={entry} />
        </div>
      ) : null}
    </li>
  );
}
