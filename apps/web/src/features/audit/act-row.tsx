import {
  Bookmark,
  KeyRound,
  type LucideIcon,
  Package,
  Settings,
  ShieldCheck,
  ShoppingCart,
  Store,
  Tag,
  Truck,
  Users,
  Wallet,
} from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ActEntries } from './act-entries.tsx';
import { isSingle, SENTENCES, verbOf } from './act-words.ts';
import { useActorKind } from './actor-kind.ts';
import classes from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { EntryDetails } from './entry-details.tsx';
import { EntryName } from './entry-name.tsx';
import { ExpandableRow } from './expandable-row.tsx';

type Act = CallData<'GET /audit/acts'>['items'][number];

const ICONS: Record<Act['area'], LucideIcon> = {
  orders: ShoppingCart,
  products: Package,
  listings: Tag,
  stores: Store,
  suppliers: Truck,
  wallet: Wallet,
  team: Users,
  tokens: KeyRound,
  pages: Bookmark,
  privacy: ShieldCheck,
  settings: Settings,
};

/** What was done, such as "Placed 2 orders". */
function useHeadline() {
  const { t } = useTranslation('audit');
  return (act: Act): string => {
    const { action, count, entity } = act;
    const sentence = SENTENCES[action];
    if (sentence === 'enhance') return t('did.enhance', { count });
    if (sentence) return t(`did.${sentence}`);
    const things = isSingle(entity) ? t(`settings.${entity}`) : t(`things.${entity}`, { count });
    return t(`act.${verbOf(act)}`, { things });
  };
}

/** One act: what, on which things, who and when; expandable to its entries, or to the facts of its only one. */
export function ActRow({ act, filter }: { act: Act; filter: AuditFilter }) {
  const { t } = useTranslation('audit');
  const kindOf = useActorKind();
  const headline = useHeadline();
  const { dateTime } = useFormats();
  const id = useId();
  const Icon = ICONS[act.area];
  const [only] = act.examples;
  const more = act.count - act.examples.length;
  return (
    <ExpandableRow
      className={classes.act}
      icon={<Icon size={16} aria-hidden className={classes.icon} />}
      title={headline(act)}
      names={
        <>
          {act.examples.map((entry) => (
            <EntryName key={entry.id} entry={entry} />
          ))}
          {more > 0 ? <span className={classes.name}>{t('andMore', { count: more })}</span> : null}
        </>
      }
      namesId={`${id}names`}
      describedBy={`${id}names ${id}by`}
      aside={
        <div id={`${id}by`} className={classes.by}>
          <span className={classes.who}>
            <bdi>{act.actor.name}</bdi>
            {act.actor.kind === 'member' ? null : ` (${kindOf(act.actor)})`}
          </span>{' '}
          <time dateTime={act.at} className={classes.when}>
            {dateTime(act.at)}
          </time>
        </div>
      }
      details={act.entries === 1 && only ? <EntryDetails entry={only} /> : <ActEntries act={act} filter={filter} />}
    />
  );
}
