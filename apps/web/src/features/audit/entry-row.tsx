import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './audit.module.css';
import { factText } from './facts.ts';

type Entry = CallData<'GET /audit'>['items'][number];
const TONES: Record<Entry['change'], Tone> = { created: 'done', changed: 'waiting', removed: 'broken' };

/** One change: when, who, what; opened, from where and from what to what. */
export function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useTranslation('audit');
  const { dateTime } = useFormats();
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].sort();
  return (
    <li className={classes.entry}>
      <details>
        <summary className={classes.summary}>
          <span className={classes.when}>{dateTime(entry.at)}</span>
          <span className={classes.who}>
            <bdi>{entry.actor.name}</bdi>
            {entry.actor.kind === 'member' ? null : ` (${t(`actor.${entry.actor.kind}`)})`}
          </span>
          <StatusBadge tone={TONES[entry.change]} label={t(`change.${entry.change}`)} />
          <span className={classes.what}>
            {t(`entity.${entry.entity}`)} <bdi>{entry.entity_name || entry.entity_id.slice(-8)}</bdi>
          </span>
        </summary>
        <p className={classes.where}>
          <code dir="ltr">{entry.action}</code>
          {entry.ip ? ` · ${t('from', { ip: entry.ip })}` : ''}
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
                  <bdi>{factText(entry.before?.[field])}</bdi>
                </td>
                <td>
                  <bdi>{factText(entry.after?.[field])}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </li>
  );
}
