import { useRouter } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useActorKind } from './actor-kind.ts';
import classes from './audit.module.css';
import { factText, isMoment } from './facts.ts';

type Entry = CallData<'GET /audit'>['items'][number];
const TONES: Record<Entry['change'], Tone> = { created: 'done', changed: 'waiting', removed: 'broken' };

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
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].sort();
  const did = DID[entry.action];
  const needs = entry.needs?.replace('.', '_') as 'orders_pay' | undefined;
  // What there is one of in a workspace needs no name of its own.
  const name = entry.entity_name || (entry.entity === 'ai_writing' ? '' : entry.entity_id.slice(-8));
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.summary}>
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
        <table className={classes.facts}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field}>
                <th scope="row" dir="ltr">
                  {field}
                </th>
                <td>
                  <Fact value={entry.before?.[field]} names={entry.names} />
                </td>
                <td>
                  <Fact value={entry.after?.[field]} names={entry.names} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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

/** A value of an entry; ids by the names of what they stand for, as long as that exists. */
function Fact({ value, names }: { value: unknown; names: Entry['names'] }) {
  const { dateTime } = useFormats();
  const parts = Array.isArray(value) ? value : [value];
  if (isMoment(value)) return <bdi title={value}>{dateTime(value)}</bdi>;
  if (!parts.some((one) => typeof one === 'string' && one in names)) return <bdi>{factText(value)}</bdi>;
  return (
    <bdi title={factText(value)}>
      {parts.map((one) => (typeof one === 'string' ? (names[one] ?? one) : factText(one))).join(', ')}
    </bdi>
  );
}
