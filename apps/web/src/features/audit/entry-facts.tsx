import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallData } from '../../lib/api.ts';
import { connectorName } from '../../lib/connectors.ts';
import { MISSING } from '../../lib/numbers.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './audit.module.css';
import { factText, getCurrency, getParts, said } from './facts.ts';

type Entry = CallData<'GET /audit'>['items'][number];

/** What an entry changed, from what to what. A column that no screen speaks of is called as in its record. */
export function EntryFacts({ entry }: { entry: Entry }) {
  const { t, i18n } = useTranslation('audit');
  const fields = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])].sort();
  return (
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
            {/* Who writes scripts knows a column by its own name. */}
            <th scope="row" title={field}>
              {i18n.exists(`audit:fields.${field}`) ? (
                t(`fields.${field}` as 'fields.name')
              ) : (
                <code className="mono" dir="ltr">
                  {field}
                </code>
              )}
            </th>
            <td>
              <Fact entry={entry} side="before" field={field} />
            </td>
            <td>
              <Fact entry={entry} side="after" field={field} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value of an entry; ids by the names of what they stand for, as long as that exists. */
function Fact({ entry, side, field }: { entry: Entry; side: 'before' | 'after'; field: string }) {
  const { t, i18n } = useTranslation('audit');
  const { country, dateTime, money } = useFormats();
  const { entity, names } = entry;
  const value = entry[side]?.[field];
  const currency = getCurrency(entry, field, side);
  // i18n-keys: audit:value.*
  const text = (one: unknown): string => {
    const name = typeof one === 'string' ? names[one] : undefined;
    if (name !== undefined) return name;
    const fact = said(entity, field, one, currency);
    switch (fact.as) {
      case 'none':
        return MISSING;
      case 'moment':
        return dateTime(fact.text);
      case 'sum':
        return money(fact);
      case 'pictures':
        return t(fact.isAll ? 'value.pictures' : 'value.picturesAtLeast', { count: fact.count });
      case 'options':
        return fact.options
          .map(({ name: option, values }) => t('value.option', { name: option, values: values.join(', ') }))
          .join(' · ');
      case 'country':
        return country(fact.text);
      case 'proper':
        return connectorName(fact.text);
      case 'word':
        return i18n.exists(fact.key) ? t(fact.key as 'change.changed') : fact.text;
      case 'text':
        return fact.text;
    }
  };
  const raw = factText(value);
  const parts = getParts(value).map(text);
  return (
    <span title={raw === parts.join(', ') ? undefined : raw}>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing but its place tells a value from an equal one.
        <Fragment key={place}>
          {place > 0 ? ', ' : ''}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
    </span>
  );
}
