import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import type { CallData } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { SENTENCES } from './act-words.ts';
import classes from './audit.module.css';
import { FACT_TEXTS } from './facts.ts';

type Entry = CallData<'GET /audit'>['items'][number];

/** With the texts of the screens whose words the facts are said in: fetched when the first entry is opened. */
const EntryFacts = lazyChunk(async () => {
  const [facts] = await Promise.all([import('./entry-facts.tsx'), loadTexts(FACT_TEXTS)]);
  return { default: facts.EntryFacts };
});

/** The permission an entry's call needed, where the call came from, and the changed values. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['audit', 'common']);
  const needs = entry.needs?.replace('.', '_') as 'orders_pay' | undefined;
  const isKnown = needs || SENTENCES[entry.action];
  return (
    <>
      <p className={classes.where}>
        {[needs ? t(`common:permission.${needs}`) : '', entry.ip ? t('from', { ip: entry.ip }) : '']
          .filter(Boolean)
          .join(' · ')}
        {/* Script authors know the call by its address. */}
        {entry.actor.kind === 'token' || !isKnown ? <code dir="ltr">{entry.action}</code> : null}
      </p>
      <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
        <EntryFacts entry={entry} />
      </Suspense>
    </>
  );
}
