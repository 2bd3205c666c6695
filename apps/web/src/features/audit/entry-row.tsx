import { useRouter } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import type { CallData } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useActorKind } from './actor-kind.ts';
import classes from './audit.module.css';
import { FACT_TEXTS } from './facts.ts';

type Entry = CallData<'GET /audit'>['items'][number];
const TONES: Record<Entry['change'], Tone> = { created: 'done', changed: 'waiting', removed: 'broken' };

/** With the texts of the screens whose words the facts are said in: fetched when the first entry is opened. */
const EntryFacts = lazyChunk(async () => {
  const [facts] = await Promise.all([import('./entry-facts.tsx'), loadTexts(FACT_TEXTS)]);
  return { default: facts.EntryFacts };
});

/** What there is one of in a workspace, and so needs no name of its own. */
const ALONE: ReadonlySet<Entry['entity']> = new Set(['ai_writing', 'monitoring_setting', 'payment_setting']);

/** Calls whose permission says too little of what was done, and what rules do, which is no call. */
const DID: Readonly<Record<string, 'check' | 'currency' | 'join' | 'leave' | 'enhance'>> = {
  'GET /connections/{store_id}/health': 'check',
  'GET /auth/platform/refresh-stores-currency': 'currency',
  'POST /invitations/accept': 'join',
  'POST /workplaces/{workplace_id}/leave': 'leave',
  'enhance-imported': 'enhance',
};

/** One change: when, who, what; opened, from where and from what to what. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['audit', 'common']);
  const kindOf = useActorKind();
  const { dateTime } = useFormats();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const did = DID[entry.action];
  const needs = entry.needs?.replace('.', '_') as 'orders_pay' | undefined;
  const name = ALONE.has(entry.entity)
    ? ''
    : entry.entity === 'wallet'
      ? t(entry.entity_name === 'sandbox' ? 'common:sandbox.tag' : 'value.live')
      : entry.entity_name || entry.entity_id.slice(-8);
  return (
    <li className={classes.entry}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={classes.summary} data-plain>
          <span className={classes.when}>{dateTime(entry.at)}</span>
          <span className={classes.who}>
            <bdi>{entry.actor.name}</bdi>
            {entry.actor.kind === 'member' ? null : ` (${kindOf(entry.actor)})`}
          </span>
          <StatusBadge tone={TONES[entry.change]} label={t(`change.${entry.change}`)} />
          <span className={classes.what}>
            <span className={classes.kind}>{t(`entity.${entry.entity}`)}</span> <bdi>{name}</bdi>
          </span>
        </summary>
        <p className={classes.where}>
          {[
            did ? t(`did.${did}`) : needs ? t(`common:permission.${needs}`) : '',
            entry.ip ? t('from', { ip: entry.ip }) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
          {/* Who writes scripts knows the call by its address. */}
          {entry.actor.kind === 'token' || !(did || needs) ? <code dir="ltr">{entry.action}</code> : null}
        </p>
        {open ? (
          <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
            <EntryFacts entry={entry} />
          </Suspense>
        ) : null}
      </details>
      {entry.link ? (
        <a
          href={entry.link}
          className={classes.go}
          aria-label={t('openThing', { name: name || t(`entity.${entry.entity}`) })}
          data-hint={t('openThing', { name: name || t(`entity.${entry.entity}`) })}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || !entry.link) return;
            event.preventDefault();
            router.history.push(entry.link);
          }}
        >
          <ArrowUpRight size={16} aria-hidden />
        </a>
      ) : null}
    </li>
  );
}
